// @ts-check
/** A page beside what was read from it: hovering one lights the other; copying; pointing at a part. */

const LIT = "specdex-lit";
const root = /** @type {HTMLElement} */ (document.querySelector("[data-reading]"));
const frame = /** @type {HTMLIFrameElement} */ (root.querySelector("[data-frame]"));

/** @returns {Document | null} the stranger's page; it runs no scripts of its own */
function inside() {
  return frame.contentDocument;
}

/**
 * Light what stands for a name on both sides, and nothing else.
 * @param {string} name as `p3`; empty puts the light out
 * @param {"list" | "page" | ""} into which side is scrolled to it
 */
function light(name, into) {
  for (const each of root.querySelectorAll(`.${LIT}`)) each.classList.remove(LIT);
  const page = inside();
  for (const each of page?.querySelectorAll(`.${LIT}`) ?? []) each.classList.remove(LIT);
  if (!name) return;
  const row = root.querySelector(`[data-row="${name}"]`);
  row?.classList.add(LIT);
  const node = page?.querySelector(`[data-specdex~="${name}"]`);
  node?.classList.add(LIT);
  const target = into === "list" ? row : into === "page" ? node : null;
  target?.scrollIntoView({ block: "nearest" });
}

for (const row of root.querySelectorAll("[data-row]")) {
  const name = /** @type {HTMLElement} */ (row).dataset.row ?? "";
  row.addEventListener("mouseenter", () => light(name, "page"));
  row.addEventListener("mouseleave", () => light("", ""));
  row.addEventListener("focusin", () => light(name, "page"));
}
for (const link of root.querySelectorAll("a[data-mark]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    light(/** @type {HTMLElement} */ (link).dataset.mark ?? "", "page");
  });
}

/**
 * The innermost name that an element of the page stands for.
 * @param {EventTarget | null} target
 */
function nameOf(target) {
  const marked = /** @type {Element | null} */ (target)?.closest("[data-specdex]");
  const names = (marked?.getAttribute("data-specdex") ?? "").split(" ");
  return names[names.length - 1];
}

const pickForm = /** @type {HTMLFormElement | null} */ (root.querySelector("[data-pick]"));
const pickButton = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-pick-button]"));
/** @type {Element | null} */
let pointed = null;

function picking() {
  return pickButton?.getAttribute("aria-pressed") === "true";
}

pickButton?.addEventListener("click", () => {
  pickButton.setAttribute("aria-pressed", picking() ? "false" : "true");
});

function watch() {
  const page = inside();
  if (!page?.body) return;
  page.addEventListener("mouseover", (event) => {
    pointed?.classList.remove("specdex-pick");
    if (picking()) {
      pointed = /** @type {Element} */ (event.target);
      pointed.classList.add("specdex-pick");
    } else {
      light(nameOf(event.target), "list");
    }
  });
  page.addEventListener("click", (event) => {
    const element = /** @type {Element} */ (event.target);
    if (!picking() || !pickForm) return;
    event.preventDefault();
    const fields = pickForm.elements;
    /** @type {HTMLInputElement} */ (fields.namedItem("node")).value = element.getAttribute("data-specdex-at") ?? "";
    /** @type {HTMLInputElement} */ (fields.namedItem("other")).value = `the ${element.tagName.toLowerCase()} you pointed at`;
    pickButton?.setAttribute("aria-pressed", "false");
    element.classList.add(LIT);
  });
}

/** What is lit at first was scrolled to, and the page around it with it: that one goes back. */
function settle() {
  if (frame.src.includes("#")) scrollTo({ top: 0 });
}

frame.addEventListener("load", () => {
  watch();
  settle();
});
if (inside()?.readyState === "complete") {
  watch();
  settle();
}

/**
 * @param {Element} button says what happened
 * @param {string} text
 */
async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}

for (const button of root.querySelectorAll("[data-copy], [data-copy-next]")) {
  button.addEventListener("click", () => {
    const own = /** @type {HTMLElement} */ (button).dataset.copy;
    copy(button, own ?? button.nextElementSibling?.textContent ?? "");
  });
}
