// Wheel, pointers, keys and buttons; then the first drawing.

const SHORTEST = 1e-4;
function zoom(factor, at) {
  const width = Math.min(end, Math.max(SHORTEST, (to - from) * factor)), left = (at - from) / (to - from) * width;
  from = Math.min(Math.max(0, at - left), end - width);
  to = from + width;
  redraw();
}
function move(by) {
  const width = to - from;
  from = Math.min(Math.max(0, from + by), end - width);
  to = from + width;
  redraw();
}
const timeAt = (x) => from + (x - LEFT) / (canvas.clientWidth - LEFT || heat.clientWidth - LEFT) * (to - from);
const clamped = (x) => Math.min(Math.max(timeAt(x), from), to);
let measuring = false;
function setMeasuring(on) { measuring = on; $("#measure").setAttribute("aria-pressed", on); document.body.classList.toggle("measuring", on); }

// Description of the element under the pointer.
const slack = () => (to - from) / canvas.clientWidth * 2;
function spanUnder(x, y) {
  const row = y < RULER || x < LEFT ? undefined : rowAtY(y), when = timeAt(x);
  return row?.track && (row.track.marks.find((mark) => Math.abs(mark.ts - when) < 2 * slack() && y - onCanvas(row) < 7) ?? spanAt(row.track, when, slack()));
}
function under(x, y) {
  const row = y < RULER ? undefined : rowAtY(y), when = timeAt(x);
  if (!row) return;
  if (x < LEFT) return row.title !== undefined ? `${row.title}\nclick: ${row.group.open ? "fold" : "unfold"}` : `${row.full ?? row.name}\nclick: ${pinned.includes(row) ? "unpin" : "pin below the ruler"}`;
  if (row.title !== undefined) return row.group.pid === SMS && slices.spans.length ? `${(occupancyLine[Math.floor(x - LEFT)] ?? 0).toFixed(2)} blocks on all SMs\n${time(when)}` : undefined;
  if (row.counter) {
    const { points, unit, name } = row.counter, point = points[first(points, ([at]) => at > when) - 1];
    return point && `${name}\n${unit.startsWith("bytes") ? bytes(point[1]) + unit.slice(5) : point[1] + " " + unit}`;
  }
  const span = spanUnder(x, y);
  return span && `${title(span)}\n${time(span.ts)}${span.dur ? ` + ${time(span.dur)}` : ""}\n` + Object.entries(span.args ?? {}).map(([key, value]) => `${key.replaceAll("_", " ")}: ${value}`).join("\n");
}
function tip(event, text) {
  const box = $("#tip");
  box.style.display = text ? "block" : "none";
  if (!text) return;
  box.textContent = text;
  box.style.left = Math.max(0, Math.min(event.clientX + 14, innerWidth - box.offsetWidth - 8)) + "px";
  box.style.top = (event.clientY + 18 + box.offsetHeight > innerHeight ? Math.max(0, event.clientY - box.offsetHeight - 10) : event.clientY + 14) + "px";
}
function click(x, y) {
  const row = y < RULER ? undefined : rowAtY(y);
  if (row?.title !== undefined && (x < LEFT || row.group.pid !== SMS)) toggle(row.group);
  else if (row && x < LEFT) pin(row);
  else choose(spanUnder(x, y));
}

for (const [c, box] of [[canvas, pane], [heat, heatPane]]) {
  c.addEventListener("wheel", (event) => {
    const unit = event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? box.clientHeight : 1;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      // A notch of a wheel is a quarter; a pinch on a touchpad comes in small steps.
      zoom(Math.exp(Math.min(Math.max(event.deltaY * unit / 100, -1), 1) * Math.log(1.25)), clamped(event.offsetX));
      return;
    }
    const side = event.shiftKey ? event.deltaX || event.deltaY : Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : 0;
    if (side) { event.preventDefault(); move(side * unit / (c.clientWidth - LEFT) * (to - from)); }
  }, { passive: false });
  box.addEventListener("scroll", redraw);

  // Pointers that are down: one drags, selects or measures, two pinch.
  const down = new Map();
  let start, spread;
  c.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    down.set(event.pointerId, event.offsetX);
    c.setPointerCapture(event.pointerId);
    start = { x: event.offsetX, y: event.offsetY, from, to, top: box.scrollTop, moved: down.size > 1, range: (event.shiftKey || measuring) && event.offsetX >= LEFT && down.size === 1 };
    spread = undefined;
    box.focus({ preventScroll: true });
  });
  c.addEventListener("pointermove", (event) => {
    if (!down.has(event.pointerId)) { if (event.pointerType === "mouse") tip(event, c === heat ? underHeat(event.offsetX, event.offsetY) : under(event.offsetX, event.offsetY)); return; }
    down.set(event.pointerId, event.offsetX);
    if (down.size === 2) {
      const [a, b] = [...down.values()], now = Math.max(20, Math.abs(a - b)), middle = (a + b) / 2;
      // The times under the two fingers stay under them.
      spread ??= { wide: now, width: to - from, at: timeAt(middle) };
      const width = Math.min(end, Math.max(SHORTEST, spread.width * spread.wide / now));
      from = Math.min(Math.max(0, spread.at - (middle - LEFT) / (c.clientWidth - LEFT) * width), end - width);
      to = from + width;
      start.moved = true;
      redraw();
      return;
    }
    const [dx, dy] = [event.offsetX - start.x, event.offsetY - start.y];
    if (!start.moved && Math.hypot(dx, dy) < 4) return;
    start.moved = true;
    tip(event);
    if (start.range) { range = [clamped(start.x), clamped(event.offsetX)]; measured(); redraw(); return; }
    move(start.from - dx / (c.clientWidth - LEFT) * (start.to - start.from) - from);
    // A finger scrolls the rows by itself.
    if (event.pointerType === "mouse") box.scrollTop = start.top - dy;
  });
  const up = (event) => {
    const was = down.delete(event.pointerId);
    if (down.size === 1) { const [x] = down.values(); start = { ...start, x, from, to, moved: true, range: false }; }
    if (!was || event.type === "pointercancel" || start.moved) return;
    if (c === canvas) click(event.offsetX, event.offsetY);
    else if (event.pointerType !== "mouse") tip(event, underHeat(event.offsetX, event.offsetY));
  };
  c.addEventListener("pointerup", up);
  c.addEventListener("pointercancel", up);
  c.addEventListener("mouseleave", (event) => tip(event));
}

$("#search").addEventListener("input", () => search($("#search").value));
$("#search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
  if (event.key === "Escape") { $("#search").value = ""; search(""); pane.focus(); }
});
const KEYS = {
  Escape: drop,
  0: () => { from = 0; to = end; redraw(); },
  "/": () => { $("#search").focus(); $("#search").select(); },
  "?": () => $("#keys").showModal(),
  w: () => zoom(0.7, (from + to) / 2), "+": () => zoom(0.7, (from + to) / 2), "=": () => zoom(0.7, (from + to) / 2),
  s: () => zoom(1 / 0.7, (from + to) / 2), "-": () => zoom(1 / 0.7, (from + to) / 2),
  a: () => move((from - to) / 5), ArrowLeft: () => move((from - to) / 5),
  d: () => move((to - from) / 5), ArrowRight: () => move((to - from) / 5),
  f: zoomTo, g: foldAll, m: () => setMeasuring(!measuring),
  n: () => step(1), N: () => step(-1), p: () => step(-1),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("#keys").open || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
  if (!Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
});

function tab(name) {
  for (const other of document.querySelectorAll("[data-tab]")) other.setAttribute("aria-selected", other.dataset.tab === name);
  for (const view of document.querySelectorAll("main > div")) view.classList.toggle("shown", view.id === name);
  redraw();
}
for (const button of document.querySelectorAll("[data-tab]")) button.addEventListener("click", () => tab(button.dataset.tab));
const BUTTONS = { fit: KEYS[0], fold: foldAll, measure: KEYS.m, help: KEYS["?"], next: KEYS.n, previous: KEYS.N, close: drop, zoom: zoomTo, copy: copyDetails };
for (const [id, act] of Object.entries(BUTTONS)) $("#" + id).addEventListener("click", act);
for (const box of [pane, heatPane]) new ResizeObserver(redraw).observe(box);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

const count = (pid) => all.filter((t) => t.pid === pid).reduce((sum, t) => sum + t.spans.length, 0);
$("#title").textContent = (processes.get(SMS) ?? "Timeline").replace("SMs of ", "");
$("#summary").textContent = [time(end), plural(count(STREAMS), "operation"), ...(count(QUEUES) ? [plural(count(QUEUES), "grid") + " launched by blocks"] : []), `${plural(count(SMS), "slice")} of blocks on ${plural(smList.length, "SM")}`].join(", ");
$("#summary").title = $("#summary").textContent;
if (!groups.length) $("#bad").textContent ||= "The trace is empty.";
waits();
showKernels();
legend();
draw();
document.body.dataset.ready = "yes";
