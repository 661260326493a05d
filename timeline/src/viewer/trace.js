// The trace, sorted into tracks, counters and operations.

// Processes of a trace, as timeline/src/chrome.rs numbers them.
const HOSTS = 1, CHANNELS = 2, STREAMS = 3, SMS = 4, ENGINES = 5, QUEUES = 6, MEMORY = 7;
const $ = (selector) => document.querySelector(selector);

// Lines that are not JSON are skipped and counted.
const events = (() => {
  const text = document.getElementById("trace").textContent;
  try { return JSON.parse(text); } catch {
    const lines = text.replace(/^\[|\]$/g, "").split("\n").map((line) => line.trim().replace(/,$/, "")).filter((line) => line);
    let bad = 0;
    const good = lines.flatMap((line) => { try { return [JSON.parse(line)]; } catch { bad++; return []; } });
    $("#bad").textContent = `${bad} of ${lines.length} lines cannot be read`;
    return good;
  }
})().filter((e) => e && typeof e === "object");

const processes = new Map(), tracks = new Map(), counters = new Map(), partitions = new Map(), arrows = new Map();
let end = 0, device = {};
const track = (pid, tid) => {
  const key = pid + ":" + tid;
  if (!tracks.has(key)) tracks.set(key, { pid, tid, name: "", spans: [], marks: [] });
  return tracks.get(key);
};

for (const e of events) {
  if (e.ph === "M" && e.name === "process_name") processes.set(e.pid, e.args.name);
  else if (e.ph === "M" && e.name === "thread_name") track(e.pid, e.tid).name = e.args.name;
  else if (e.ph === "M" && e.name === "partition") partitions.set(e.tid, e.args.sms);
  else if (e.ph === "M" && e.name === "device") device = e.args;
  else if (e.ph === "s" || e.ph === "f") {
    const ends = arrows.get(e.id) ?? {};
    ends[e.ph] = e;
    arrows.set(e.id, ends);
  } else if (e.ph === "X" && Number.isFinite(e.ts) && Number.isFinite(e.dur)) {
    const on = track(e.pid, e.tid);
    e.track = on;
    on.spans.push(e);
    end = Math.max(end, e.ts + e.dur);
  } else if (e.ph === "i" && Number.isFinite(e.ts)) {
    const on = track(e.pid, e.tid);
    on.marks.push({ ...e, dur: 0, track: on });
  } else if (e.ph === "C" && e.args) {
    const several = Object.keys(e.args).length > 1;
    for (const [unit, value] of Object.entries(e.args)) {
      const key = e.pid + ":" + (e.tid ?? 0) + ":" + e.name + ":" + unit;
      if (!counters.has(key)) {
        const name = several ? `${e.name} ${unit}` : e.name;
        counters.set(key, { pid: e.pid, tid: e.tid ?? 0, name, unit, points: [], most: 0 });
      }
      const counter = counters.get(key);
      counter.points.push([e.ts, value]);
      counter.most = Math.max(counter.most, value);
    }
    end = Math.max(end, e.ts);
  }
}
end = end || 1;

// Sorts spans by start, outer ones first, and stores the latest end up to each: a search by time then skips earlier spans.
function order(list) {
  list.spans.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  list.reach = new Float64Array(list.spans.length);
  let reach = 0;
  list.spans.forEach((span, n) => { list.reach[n] = reach = Math.max(reach, span.ts + span.dur); });
  return list;
}
for (const t of tracks.values()) { order(t); t.marks.sort((a, b) => a.ts - b.ts); }
for (const c of counters.values()) c.points.sort((a, b) => a[0] - b[0]);
const all = [...tracks.values()].sort((a, b) => a.pid - b.pid || a.tid - b.tid);
const NAMES = { [HOSTS]: "host", [CHANNELS]: "channel", [STREAMS]: "stream", [SMS]: "SM", [ENGINES]: "copy engine", [QUEUES]: "queue", [MEMORY]: "region" };
const trackName = (pid, tid) => tracks.get(pid + ":" + tid)?.name || NAMES[pid] + " " + tid;

// Slices of blocks by SM, and all of them in one list.
const slices = order({ spans: all.filter((t) => t.pid === SMS).flatMap((t) => t.spans) });
const sms = new Map();
for (const span of slices.spans) {
  if (!sms.has(span.args.sm)) sms.set(span.args.sm, { sm: span.args.sm, spans: [] });
  sms.get(span.args.sm).spans.push(span);
}
const smList = [...sms.values()].sort((a, b) => a.sm - b.sm).map(order);

// Operations by number: their span on a stream or hardware queue, and their blocks' time.
const ops = new Map();
for (const t of all) if (t.pid === STREAMS || t.pid === QUEUES) for (const span of t.spans) {
  if (span.args?.op !== undefined && !span.name.startsWith("held back")) ops.set(span.args.op, { span, blockTime: 0 });
}
for (const slice of slices.spans) {
  const op = ops.get(slice.args.op);
  if (op) op.blockTime += slice.args.blocks * slice.dur;
}
// Links calls to their operations: arrows start within the call.
for (const [id, ends] of arrows) {
  if (ends.s?.pid !== HOSTS) continue;
  const call = spanAt(track(HOSTS, ends.s.tid), ends.s.ts, 0);
  if (call) (call.calls ??= []).push(id);
}

// Index of the first element for which a monotonic test holds.
function first(list, test) {
  let [low, high] = [0, list.length];
  while (low < high) { const middle = (low + high) >> 1; if (test(list[middle])) high = middle; else low = middle + 1; }
  return low;
}

// Innermost span at a time; `slack` widens short ones.
function spanAt(list, when, slack) {
  for (let n = first(list.spans, (span) => span.ts > when + slack) - 1; n >= 0 && list.reach[n] + slack >= when; n--) {
    const span = list.spans[n];
    if (when <= span.ts + span.dur + slack) return span;
  }
}

// Time in a suitable unit with all digits; and a length for axes, with the digits that a step needs.
const UNITS = [[1e6, "s"], [1e3, "ms"], [1, "µs"], [1e-3, "ns"]];
const time = (us) => us >= 1e6 ? (us / 1e6).toFixed(3) + " s" : us >= 1e3 ? (us / 1e3).toFixed(3) + " ms" : us.toFixed(3) + " µs";
function tick(us, step) {
  const [scale, unit] = UNITS.find(([scale]) => Math.max(us, step) >= scale) ?? UNITS[3];
  return (us / scale).toFixed(Math.min(6, Math.max(0, -Math.floor(Math.log10(step / scale) + 1e-9)))) + " " + unit;
}
const bytes = (n) => n >= 2 ** 30 ? (n / 2 ** 30).toFixed(2) + " GiB" : n >= 2 ** 20 ? (n / 2 ** 20).toFixed(2) + " MiB" : n >= 1024 ? (n / 1024).toFixed(1) + " KiB" : n + " bytes";
const plural = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;
const escape = (text) => String(text ?? "?").replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
