// @ts-check
/** Questions are answered by single keys, unless one is typing. */

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea")) return;
  const button = document.querySelector(`[data-key~="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button) {
    event.preventDefault();
    /** @type {HTMLButtonElement} */ (button).click();
  }
});
