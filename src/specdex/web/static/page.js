// @ts-check
/** What every page does with scripts: numbers and times as the reader's locale has them. */

/** @param {ParentNode} root where to look */
export function localise(root) {
  for (const each of root.querySelectorAll("data.n")) {
    const value = Number(each.getAttribute("value"));
    const share = each.hasAttribute("data-share");
    each.textContent = value.toLocaleString(undefined, share ? { style: "percent" } : {});
  }
  for (const each of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(each.getAttribute("datetime") ?? "");
    if (!Number.isNaN(moment.getTime())) {
      each.textContent = moment.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    }
  }
}

document.documentElement.classList.add("scripted");
localise(document);

// what is still being counted is looked at again
if (document.querySelector("[data-again]")) setTimeout(() => location.reload(), 1500);
