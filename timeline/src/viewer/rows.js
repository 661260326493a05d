// Groups of rows: folding, pinning, and the position of each row.

// Host threads and queues are above the many rows of SMs.
const ORDER = [HOSTS, STREAMS, QUEUES, CHANNELS, ENGINES, MEMORY, SMS];
const RULER = 20, GROUP = 22;

const groups = [];
for (const pid of [...new Set([...all.map((t) => t.pid), ...[...counters.values()].map((c) => c.pid)])].sort((a, b) => (ORDER.indexOf(a) + 1 || 99) - (ORDER.indexOf(b) + 1 || 99) || a - b)) {
  const rows = [];
  // Counters that stay at zero belong to idle channels.
  for (const c of counters.values()) if (c.pid === pid && c.most > 0) {
    rows.push({ counter: c, name: pid === CHANNELS ? c.name + " fill" : pid === MEMORY ? c.name + " on device" : c.name, height: 24 });
  }
  let last = "";
  for (const t of all) if (t.pid === pid && (t.spans.length || t.marks.length)) {
    const full = trackName(pid, t.tid);
    rows.push({ track: t, name: full === last ? "" : full, full, height: pid === SMS ? 13 : 19 });
    last = full;
  }
  // The counter of a track stands above it.
  rows.sort((a, b) => (a.counter ?? a.track).tid - (b.counter ?? b.track).tid);
  if (!rows.length) continue;
  const title = pid === SMS ? `SMs (${smList.length}${device.sms > smList.length ? " of " + device.sms : ""})` : processes.get(pid) ?? "process " + pid;
  const group = { pid, title, rows, open: pid !== SMS };
  group.head = { group, title, height: pid === SMS ? 40 : GROUP };
  for (const row of rows) row.group = group;
  groups.push(group);
}

// Scrolling and pinned rows with their positions: scrolling ones in the pane, pinned ones below the ruler.
let rows = [], pinned = [], tall = 0, band = RULER;
function layout() {
  rows = groups.flatMap((group) => group.open ? [group.head, ...group.rows.filter((row) => !pinned.includes(row))] : [group.head]);
  tall = 0;
  for (const row of rows) { row.y = tall; tall += row.height + 1; }
  band = RULER;
  for (const row of pinned) { row.y = band; band += row.height + 1; }
}
layout();

function toggle(group) { group.open = !group.open; layout(); redraw(); }
function pin(row) {
  pinned = pinned.includes(row) ? pinned.filter((other) => other !== row) : [...pinned, row];
  layout();
  redraw();
}
function foldAll() {
  const open = !groups.some((group) => group.open);
  for (const group of groups) group.open = open;
  layout();
  redraw();
}

// Row at a height of the canvas.
const rowAtY = (y) => y < band ? pinned.find((row) => y >= row.y && y < row.y + row.height)
  : rows.find((row) => { const at = y - band + pane.scrollTop; return at >= row.y && at < row.y + row.height + 1; });
// Row that shows a track: its own, or the head of its group if that is folded.
const rowOf = (t) => {
  const group = groups.find((group) => group.pid === t.pid), row = group?.rows.find((row) => row.track === t);
  return group && !group.open && !pinned.includes(row) ? group.head : row;
};
// Height of a row on the canvas.
const onCanvas = (row) => pinned.includes(row) ? row.y : row.y + band - pane.scrollTop;
function scrollToRow(row) {
  if (!row || pinned.includes(row)) return;
  const free = pane.clientHeight - band;
  if (row.y < pane.scrollTop + 4 || row.y + row.height > pane.scrollTop + free - 4) pane.scrollTop = row.y - free / 2 + row.height / 2;
}
