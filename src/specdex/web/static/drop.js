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

/**
 * All entries of a folder: a reader gives a part at a time, and nothing at the end.
 * @param {FileSystemDirectoryReader} reader
 * @returns {Promise<FileSystemEntry[]>}
 */
async function all(reader) {
  /** @type {FileSystemEntry[]} */
  const part = await new Promise((found, failed) => reader.readEntries(found, failed));
  return part.length ? [...part, ...(await all(reader))] : [];
}

/**
 * All files below an entry.
 * @param {FileSystemEntry} entry a file or a folder that was dropped
 * @returns {Promise<File[]>}
 */
async function below(entry) {
  if (entry.isFile) {
    return [await new Promise((found, failed) => /** @type {FileSystemFileEntry} */ (entry).file(found, failed))];
  }
  const entries = await all(/** @type {FileSystemDirectoryEntry} */ (entry).createReader());
  return (await Promise.all(entries.map(below))).flat();
}

form.addEventListener("drop", async (event) => {
  event.preventDefault();
  form.classList.remove("over");
  const given = event.dataTransfer;
  if (!given) return;
  const plain = [...given.files];
  const entries = [...given.items].map((each) => each.webkitGetAsEntry()).filter((each) => each !== null);
  const found = (await Promise.all(entries.map(below))).flat();
  const sent = new DataTransfer();
  for (const each of found.length ? found : plain) sent.items.add(each);
  if (sent.files.length) {
    input.files = sent.files;
    form.requestSubmit();
  }
});
folder.addEventListener("change", () => {
  input.required = !folder.files?.length;
});
