const search = document.getElementById("search"), found = document.getElementById("found");
const items = [...document.querySelectorAll("[data-find]")].map((item) => [item, item.dataset.find.toLowerCase()]);
const tables = new Set(items.map(([item]) => item.closest("table")).filter(Boolean));
// Lines beside their translations: found by the names of either side.
const files = [...document.querySelectorAll("details[data-file]")].map((file) => {
  const lines = [...file.querySelectorAll("tr")].map((row) => [row, row.textContent.toLowerCase()]);
  return { file, path: file.dataset.file.toLowerCase(), lines, open: file.open };
});
const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
const look = () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hit = (text) => words.every((word) => text.includes(word));
  let rows = 0, lines = 0, shown = 0;
  for (const [item, text] of items) {
    item.hidden = !hit(text);
    if (!item.hidden) rows++;
  }
  // A table without a row that is wanted goes with its head.
  for (const table of tables) table.hidden = words.length > 0 && ![...table.querySelectorAll("[data-find]")].some((row) => !row.hidden);
  for (const entry of files) {
    const { file, path } = entry, all = hit(path);
    let here = 0;
    for (const [row, text] of entry.lines) {
      const wanted = !all && hit(text) && !row.matches(".gap");
      row.hidden = !all && !wanted;
      if (wanted) here++;
    }
    file.hidden = !all && !here;
    file.open = words.length ? here > 0 || entry.open : entry.open;
    lines += here;
    if (!file.hidden) shown++;
  }
  found.textContent = !words.length ? "" : !rows && !shown ? "nothing found"
    : [rows && `${counted(rows, "row")} of the tables`, lines && `${counted(lines, "line")} in`, shown && counted(shown, "file")].filter(Boolean).join(", ").replace("in, ", "in ");
};
search.addEventListener("input", look);
for (const entry of files) entry.file.addEventListener("toggle", () => { if (!search.value.trim()) entry.open = entry.file.open; });
const open = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  const folded = target && target.closest("details");
  if (folded) {
    if (folded.hidden || target.hidden) { search.value = ""; look(); }
    folded.open = true;
    target.scrollIntoView({ block: "center" });
  }
};
addEventListener("hashchange", open);
open();
