// @ts-check
/** Files that are dropped on a form are sent with it. */

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-drop]"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("#file"));
const folder = /** @type {HTMLInputElement} */ (form.querySelector("#folder"));

for (const name of ["dragover", "dragenter"]) {
  form.addEventListener(name, (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
}
form.addEventListener("dragleave", () => form.classList.remove("over"));
form.addEventListener("drop", (event) => {
  event.preventDefault();
  form.classList.remove("over");
  const files = event.dataTransfer?.files;
  if (files?.length) {
    input.files = files;
    form.requestSubmit();
  }
});
folder.addEventListener("change", () => {
  input.required = !folder.files?.length;
});
