// @ts-check
/** Products are searched while one types; without scripts the form does the same. */

import { localise } from "./page.js";

const WAIT = 120;
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-search]"));
/** @type {AbortController | null} */
let asking = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @returns {string} the address that the form asks for */
function address() {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(/** @type {HTMLFormElement} */ (form))) {
    if (typeof value === "string" && value) asked.append(name, value);
  }
  return `${location.pathname}?${asked}`;
}

async function search() {
  asking?.abort();
  asking = new AbortController();
  const wanted = address();
  try {
    const answer = await fetch(wanted, { signal: asking.signal });
    if (!answer.ok) return;
    const text = await answer.text();
    const found = new DOMParser().parseFromString(text, "text/html").querySelector("[data-found]");
    const shown = document.querySelector("[data-found]");
    if (!found || !shown) return;
    shown.replaceWith(found);
    localise(found);
    history.replaceState(null, "", wanted);
  } catch (error) {
    // a newer question has taken the place of this one
    if (!(error instanceof DOMException)) throw error;
  }
}

form?.querySelector("[data-live-search]")?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, WAIT);
});
