const search = document.getElementById("search");
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of document.querySelectorAll("[data-find]")) {
    const text = item.dataset.find.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
  }
});
const open = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  const folded = target && target.closest("details");
  if (folded) {
    folded.open = true;
    folded.hidden = false;
    target.scrollIntoView({ block: "center" });
  }
};
addEventListener("hashchange", open);
open();
