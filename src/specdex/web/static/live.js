// @ts-check
/** A run as it grows: what the server's events tell, put in its place. */

/**
 * @typedef {object} Event what an event tells
 * @property {"idle" | "running" | "paused"} state
 * @property {number | null} speed pages a second
 * @property {Record<string, number>} counts
 * @property {[string, string][]} said when and what, the last first
 * @property {[string, number][]} work sites and their pages
 * @property {number} most pages of one site
 */

const root = /** @type {HTMLElement} */ (document.querySelector("[data-live]"));
const TAGS = { running: "tag good", paused: "tag maybe", idle: "tag" };
let known = "";

/** @param {string} name @returns {HTMLElement} */
function part(name) {
  return /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
}

/**
 * @param {HTMLElement} list
 * @param {string[]} lines
 */
function fill(list, lines) {
  list.replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

/** @param {Event} now */
function show(now) {
  for (const [name, count] of Object.entries(now.counts)) {
    const place = root.querySelector(`[data-count="${name}"]`);
    if (place) place.textContent = count.toLocaleString();
  }
  part("harvest").hidden = now.state === "idle" && now.said.length === 0;
  const state = part("state");
  state.className = TAGS[now.state];
  if (state.textContent !== now.state) state.textContent = now.state;
  part("speed").textContent =
    now.state === "running" && now.speed !== null ? `${now.speed.toLocaleString()} pages a second` : "";
  part("orders").hidden = now.state === "idle";
  for (const form of root.querySelectorAll("[data-of]")) {
    const of = /** @type {HTMLElement} */ (form).dataset.of;
    /** @type {HTMLElement} */ (form).hidden = of !== "any" && of !== now.state;
  }
  fill(
    part("said"),
    now.said.map(([time, said]) => `${new Date(time).toLocaleTimeString()} ${said}`),
  );
  const most = now.most ? ` of at most ${now.most.toLocaleString()}` : "";
  fill(
    part("work"),
    now.work.length ? now.work.map(([host, pages]) => `${host}: ${pages.toLocaleString()}${most} pages`) : ["none"],
  );
  // when a harvest has ended, the rest of the page has changed, too
  if (known !== "" && known !== "idle" && now.state === "idle") location.reload();
  known = now.state;
}

const source = new EventSource(root.dataset.live ?? "");
source.addEventListener("message", (event) => show(JSON.parse(event.data)));
addEventListener("pagehide", () => source.close());
