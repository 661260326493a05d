// The search, the selected operation, the measured range, and the pane that describes them.

// Hits by relevance: operations on streams first, blocks on SMs last.
const RANK = [STREAMS, QUEUES, HOSTS, ENGINES, MEMORY, CHANNELS, SMS];
// Number of hits that are not blocks on SMs.
let others = 0;
function search(wanted, exact = false) {
  // All launches of a kernel are selected without their blocks, which are found by their operation.
  const low = wanted.toLowerCase(), test = exact ? (name) => name === wanted : (name) => name.toLowerCase().includes(low);
  const known = new Map(), hit = (span) => { let is = known.get(span.name); if (is === undefined) known.set(span.name, is = test(span.name)); return is; };
  const hits = (pid) => all.filter((t) => t.pid === pid).flatMap((t) => t.spans.filter(hit).concat(t.marks.filter(hit))).sort((a, b) => a.ts - b.ts);
  matches = wanted ? (exact ? [STREAMS, QUEUES] : RANK).flatMap(hits) : [];
  found = new Set(matches);
  match = -1;
  current = undefined;
  others = matches.findIndex((span) => span.track.pid === SMS);
  if (others < 0) others = matches.length;
  const blocks = matches.length - others;
  $("#found").textContent = !wanted ? "" : !matches.length ? "nothing found" : [others && `${others} found`, blocks && `${plural(blocks, "slice")} on SMs`].filter((part) => part).join(", ");
  redraw();
}

// Goes to the next hit, or with -1 to the previous one: unfolds its group, scrolls to its row and brings its time into view.
function step(by) {
  if (!matches.length) return;
  match = (match + by + matches.length) % matches.length;
  current = matches[match];
  const group = groups.find((group) => group.pid === current.track.pid);
  if (group && !group.open) { group.open = true; layout(); }
  tab("timeline");
  show(current, Math.max(current.dur * 4, (to - from) / 50));
  choose(current);
  $("#found").textContent = match < others ? `${match + 1} of ${others}` : `slice ${match - others + 1} of ${matches.length - others} on SMs`;
}

// Brings a span into view, centred in a range of the given length.
function show(span, width) {
  width = Math.min(width, end);
  from = Math.min(Math.max(0, span.ts + span.dur / 2 - width / 2), end - width);
  to = from + width;
  // The rows' element has to be tall enough before it is scrolled.
  drawNow();
  scrollToRow(rowOf(span.track));
  redraw();
}

function choose(span) {
  chosenSpan = span;
  chosen = span?.args?.op ?? (span?.calls?.length === 1 ? span.calls[0] : undefined);
  if (!span) { $("#details").hidden = true; redraw(); return; }
  const list = [["on", trackName(span.track.pid, span.track.tid)], ["begins", time(span.ts)]];
  if (span.dur) list.push(["ends", time(span.ts + span.dur)], ["takes", time(span.dur)]);
  for (const [key, value] of Object.entries(span.args ?? {})) list.push([key.replaceAll("_", " "), value]);
  if (span.calls) list.push(["launches", span.calls.slice(0, 20).map((op) => ops.get(op)?.span.name ?? "operation " + op).join(", ") + (span.calls.length > 20 ? " …" : "")]);
  const op = ops.get(chosen);
  if (op && op.span !== span) list.push(["operation begins", time(op.span.ts)], ["operation takes", time(op.span.dur)]);
  const call = arrows.get(chosen)?.s;
  if (call) list.push(["called at", time(call.ts)]);
  if (op && call) list.push(["from call to begin", time(Math.max(0, op.span.ts - call.ts))]);
  details(span.name, list);
  redraw();
}

// Contents of the measured range: each kernel and copy with its share of it.
function measured() {
  const [a, b] = [...range].sort((x, y) => x - y), within = new Map();
  for (const { span } of ops.values()) {
    const part = Math.min(b, span.ts + span.dur) - Math.max(a, span.ts);
    if (part < 0 || (part === 0 && span.dur > 0)) continue;
    const sum = within.get(span.name) ?? [0, 0];
    within.set(span.name, [sum[0] + 1, sum[1] + part]);
  }
  const list = [["from", time(a)], ["to", time(b)], ["length", time(b - a)]];
  const busiest = [...within].sort((x, y) => y[1][1] - x[1][1]);
  for (const [name, [count, sum]] of busiest.slice(0, 12)) list.push([name, `${plural(count, "time")}, ${time(sum)}`]);
  if (busiest.length > 12) list.push(["others", String(busiest.length - 12)]);
  details("Measured: " + time(b - a), list);
}

function details(title, list) {
  $("#details").hidden = false;
  $("#details b").textContent = title;
  $("#details .text").innerHTML = "<table>" + list.map(([key, value]) => `<tr><th>${escape(key)}</th><td>${escape(value)}</td></tr>`).join("") + "</table>";
}
function drop() { chosen = chosenSpan = range = undefined; $("#details").hidden = true; redraw(); }
function zoomTo() {
  const [a, b] = range ? [...range].sort((x, y) => x - y) : chosenSpan ? [chosenSpan.ts, chosenSpan.ts + chosenSpan.dur] : [0, end];
  const edge = (b - a) * 0.05 || 0.5;
  [from, to] = [Math.max(0, a - edge), Math.min(end, b + edge)];
  redraw();
}
async function copyDetails() {
  const lines = [...document.querySelectorAll("#details tr")].map((row) => [...row.children].map((cell) => cell.textContent).join("\t"));
  const text = [$("#details b").textContent, ...lines].join("\n") + "\n";
  try { await navigator.clipboard.writeText(text); } catch {
    // Some browsers give pages opened from a file no clipboard.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  $("#copy").textContent = "Copied";
  setTimeout(() => { $("#copy").textContent = "Copy"; }, 1500);
}
