// Colours and their legend. Red, amber and grey mean waiting; kernels, copies and contexts have the other hues.

const HUES = [212, 150, 275, 188, 322, 96, 240, 168, 298, 128];
const hueNumber = (n) => HUES[n] ?? 80 + (n * 137) % 260;
const paint = (hue) => `hsl(${hue} 52% ${hue > 45 && hue < 200 ? 37 : 48}%)`;
const WAITING = [
  [(name) => name.startsWith("blocked"), "#cf222e", "host blocked by a full channel"],
  [(name) => name.startsWith("held back"), "#b07a00", "held back by another stream"],
  [(name) => name === "synchronize", "#848d97", "host waits (synchronize)"],
];
const ALL_SMS = "#5b6b7d", CALL = "#4f7396";

// Names of operations and of memory events, the longest first: adjacent names in the list get different hues.
const totals = new Map();
for (const { span } of ops.values()) totals.set(span.name, (totals.get(span.name) ?? 0) + span.dur);
for (const t of all) if (t.pid !== HOSTS) for (const span of t.spans) if (!totals.has(span.name)) totals.set(span.name, 0);
const names = [...totals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name).filter((name) => !WAITING.some(([test]) => test(name)));
const hueOfName = new Map(names.map((name, n) => [name, hueNumber(n)]));
const hueOfSet = new Map([...new Set(partitions.values())].map((set, n) => [set, hueNumber(n + 1)]));

let byContext = partitions.size > 0;
const setOf = (span) => partitions.get(span.args?.stream ?? (span.track.pid === STREAMS ? span.track.tid : ops.get(span.args?.op)?.span.track.tid));
const kept = new Map();
function colour(span) {
  const set = byContext && span.track.pid !== HOSTS ? setOf(span) : undefined, key = set === undefined ? span.name : "\0" + set;
  const on = span.track.pid === HOSTS ? "h" : "d";
  let found = kept.get(on + key);
  if (found === undefined) {
    const waiting = WAITING.find(([test]) => test(span.name));
    if (waiting) found = waiting[1];
    else if (on === "h") found = CALL;
    else if (set !== undefined) found = paint(hueOfSet.get(set));
    else found = byContext ? ALL_SMS : paint(hueOfName.get(span.name) ?? 212);
    kept.set(on + key, found);
  }
  return found;
}

const LEGEND_NAMES = 10;
function legend() {
  const square = (colour) => `<i style="background:${colour}"></i>`;
  let html = partitions.size ? `<label>Colour by <select id="colour"><option value="context"${byContext ? " selected" : ""}>green context</option><option value="name"${byContext ? "" : " selected"}>kernel</option></select></label>` : "<span>Colour by name:</span>";
  if (byContext) {
    html += [...hueOfSet].map(([set, hue]) => `<span>${square(paint(hue))}SMs ${escape(set)}</span>`).join("");
    html += `<span>${square(ALL_SMS)}without a green context</span>`;
  } else {
    const shown = names.filter((name) => totals.get(name) > 0).slice(0, LEGEND_NAMES);
    html += shown.map((name) => `<button data-name="${escape(name)}" title="Select ${escape(name)}">${square(paint(hueOfName.get(name)))}${escape(name)}</button>`).join("");
    if (names.length > shown.length && shown.length === LEGEND_NAMES) html += `<span>… ${names.length - shown.length} more: Kernels</span>`;
  }
  html += `<span>${square(CALL)}API call</span>`;
  if ([...counters.values()].some((c) => c.most > 0)) html += `<span>${square("var(--level)")}queue length or count</span>`;
  for (const [test, colour, words] of WAITING) if (all.some((t) => t.spans.some((span) => test(span.name)))) html += `<span>${square(colour)}${words}</span>`;
  $("#legend").innerHTML = html;
  for (const button of document.querySelectorAll("#legend button")) button.addEventListener("click", () => select(button.dataset.name));
  $("#colour")?.addEventListener("change", (event) => { byContext = event.target.value === "context"; kept.clear(); legend(); redraw(); });
}
