// The timeline: ruler, rows, the selected operation's arrow and the measured range.

const pane = $("#timeline"), canvas = $("#timeline canvas");
let from = 0, to = end, matches = [], match = -1, current, chosen, chosenSpan, range;
let LEFT = 170;
let theme = {};
const FONT = "system-ui, sans-serif";

// Makes a canvas as large as its pane, and the element around it as tall as all rows.
function size(canvas, height) {
  const box = canvas.parentElement.parentElement, width = box.clientWidth, visible = box.clientHeight, ratio = devicePixelRatio || 1;
  LEFT = width < 600 ? 92 : 170;
  canvas.parentElement.style.height = Math.max(height, visible) + "px";
  const [w, h] = [Math.round(width * ratio), Math.round(visible * ratio)];
  if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; canvas.style.width = width + "px"; canvas.style.height = visible + "px"; }
  const g = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
  for (const name of ["back", "text", "faint", "line", "panel", "hit", "level", "range"]) theme[name] = style.getPropertyValue("--" + name).trim();
  theme.dark = matchMedia("(prefers-color-scheme: dark)").matches;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.fillStyle = theme.back;
  g.fillRect(0, 0, width, visible);
  return [g, width, visible];
}

// Text, truncated with an ellipsis if it does not fit: squeezed letters are unreadable.
const lengths = new Map();
function label(g, text, x, y, width) {
  const measure = (text) => {
    const key = g.font + text;
    let found = lengths.get(key);
    if (found === undefined) { found = g.measureText(text).width; if (lengths.size > 50000) lengths.clear(); lengths.set(key, found); }
    return found;
  };
  if (measure(text) <= width) { g.fillText(text, x, y); return; }
  let keep = Math.floor(text.length * width / measure(text));
  while (keep > 0 && measure(text.slice(0, keep) + "…") > width) keep--;
  if (keep > 0) g.fillText(text.slice(0, keep) + "…", x, y);
}

function axis(g, width, height) {
  const span = to - from, count = Math.max(2, Math.floor((width - LEFT) / 110)), step = 10 ** Math.floor(Math.log10(span / count));
  const nice = [1, 2, 5, 10, 20].map((n) => n * step).find((n) => span / n <= count);
  g.fillStyle = theme.panel;
  g.fillRect(0, 0, width, RULER);
  g.fillStyle = theme.faint; g.strokeStyle = theme.line; g.font = "11px " + FONT; g.lineWidth = 1;
  g.beginPath();
  g.moveTo(0, RULER - 0.5); g.lineTo(width, RULER - 0.5);
  for (let n = Math.ceil(from / nice); n * nice <= to; n++) {
    const x = Math.round(LEFT + (n * nice - from) / span * (width - LEFT)) + 0.5;
    g.moveTo(x, 0); g.lineTo(x, height);
    label(g, n === 0 ? "0" : tick(n * nice, nice), x + 4, 14, width - x - 4);
  }
  g.stroke();
}

function outline(g, colour, x, y, width, height, thick = 2) {
  g.strokeStyle = colour; g.lineWidth = thick;
  g.strokeRect(x, y, width, height);
  g.lineWidth = 1;
}

// Spans of a track from `y` down; without `text` as a strip in a folded group's head.
function drawSpans(g, list, y, height, scale, width, text) {
  let drawn = -1;
  const font = height < 16 ? 10 : 11;
  for (let n = first(list.reach, (reach) => reach >= from); n < list.spans.length; n++) {
    const span = list.spans[n], x = LEFT + (span.ts - from) * scale;
    if (x > width) break;
    const left = Math.max(x, LEFT), right = Math.max(Math.min(x + span.dur * scale, width), left + 0.8);
    if (x + span.dur * scale < LEFT) continue;
    const marked = text && (found.has(span) || span === chosenSpan || (chosen !== undefined && span.args?.op === chosen));
    // Spans narrower than a pixel are drawn once.
    if (right < drawn + 0.5 && !marked) continue;
    drawn = right;
    g.fillStyle = colour(span);
    g.fillRect(left, y, right - left, height);
    if (!text) continue;
    if (marked) marks.push([span === current ? 3 : found.has(span) ? 1.5 : 2, span, left, y, right - left, height]);
    if (right - left > 26 && height > 11) { g.fillStyle = "#fff"; g.font = font + "px " + FONT; label(g, title(span), left + 4, y + height / 2 + font * 0.36, right - left - 8); }
  }
}
// Name on a span; a call has the name of the launched operation.
const title = (span) => {
  const op = span.track.pid === HOSTS && span.calls?.length === 1 ? ops.get(span.calls[0])?.span.name : undefined;
  return op && !span.name.includes(op) ? `${span.name} ${op}` : span.name;
};

// Decisions at one time: a notch on the row of their grid.
function drawMarks(g, t, y, height, scale, width) {
  let drawn = -9;
  g.fillStyle = theme.text;
  for (let n = first(t.marks, (mark) => mark.ts >= from); n < t.marks.length; n++) {
    const x = LEFT + (t.marks[n].ts - from) * scale;
    if (x > width) break;
    if (x < drawn + 2) continue;
    drawn = x;
    g.beginPath(); g.moveTo(x - 3, y); g.lineTo(x + 3, y); g.lineTo(x, y + 6); g.fill();
  }
}

function drawCounter(g, { points, most }, y, height, scale, width) {
  g.fillStyle = theme.level; g.globalAlpha = 0.55;
  // The maximum of the values within one pixel.
  let high = 0;
  for (let n = Math.max(0, first(points, ([at]) => at >= from) - 1); n < points.length; n++) {
    const [at, value] = points[n], x = LEFT + (at - from) * scale, next = LEFT + ((points[n + 1]?.[0] ?? end) - from) * scale;
    if (x > width) break;
    high = Math.max(high, value);
    if (n + 1 < points.length && Math.floor(next) === Math.floor(x)) continue;
    const tall = high / most * (height - 2), left = Math.max(x, LEFT);
    g.fillRect(left, y + height - tall, Math.max(next - left, 0.8), tall);
    high = 0;
  }
  g.globalAlpha = 1;
}

// Mean number of blocks on SMs in each column of the visible time.
function levels(list, columns, line = new Float64Array(columns), step = new Float64Array(columns + 1), test) {
  const span = to - from;
  for (let n = first(list.reach, (reach) => reach >= from); n < list.spans.length; n++) {
    const s = list.spans[n];
    if (s.ts > to) break;
    if (test && !test(s)) continue;
    const a = Math.max(0, (s.ts - from) / span * columns), b = Math.min(columns, (s.ts + s.dur - from) / span * columns);
    if (b <= a) continue;
    const [ca, cb, blocks] = [Math.floor(a), Math.floor(b), s.args.blocks];
    if (ca === cb) line[ca] += blocks * (b - a);
    else { line[ca] += blocks * (ca + 1 - a); if (cb < columns) line[cb] += blocks * (b - cb); step[ca + 1] += blocks; step[cb] -= blocks; }
  }
  let level = 0;
  for (let c = 0; c < columns; c++) { level += step[c]; line[c] += level; }
  return line;
}
// One row for all SMs: blocks over time, a layer for each green context.
let occupancyLine = [];
function drawOccupancy(g, y, height, width) {
  const columns = Math.max(1, Math.floor(width - LEFT)), sets = byContext ? [...hueOfSet.keys(), undefined] : [undefined];
  const lines = sets.map((set) => levels(slices, columns, undefined, undefined, byContext ? (s) => setOf(s) === set : undefined));
  occupancyLine = new Float64Array(columns);
  for (const line of lines) line.forEach((value, c) => { occupancyLine[c] += value; });
  const most = occupancyLine.reduce((a, b) => Math.max(a, b), 1e-9), base = new Float64Array(columns);
  lines.forEach((line, n) => {
    g.fillStyle = sets[n] === undefined ? (byContext ? ALL_SMS : theme.level) : paint(hueOfSet.get(sets[n]));
    for (let c = 0; c < columns; c++) if (line[c] > 0) {
      const low = base[c] / most * (height - 4), high = (base[c] + line[c]) / most * (height - 4);
      g.fillRect(LEFT + c, y + height - high, 1, high - low);
      base[c] += line[c];
    }
  });
  return most;
}

let found = new Set(), marks = [];
function drawRow(g, row, y, scale, width) {
  const { height } = row, head = row.group && row.title !== undefined, font = head ? "600 12px " : height < 16 ? "10px " : "11px ";
  if (head) {
    g.fillStyle = theme.panel;
    g.fillRect(0, y, width, height);
    let words = row.title;
    if (row.group.pid === SMS && slices.spans.length) { const most = drawOccupancy(g, y, height, width); words += `, up to ${most.toFixed(most < 10 ? 1 : 0)} blocks`; }
    else if (!row.group.open) {
      const strips = row.group.rows.filter((other) => other.track);
      strips.forEach((other, n) => drawSpans(g, other.track, y + 2 + n * (height - 4) / strips.length, Math.max(1, (height - 4) / strips.length - 0.3), scale, width, false));
    }
    g.fillStyle = theme.text; g.font = font + FONT;
    g.fillText(row.group.open ? "▾" : "▸", 6, y + 15);
    if (height > 30) { label(g, row.title, 20, y + 15, LEFT - 26); g.font = "11px " + FONT; g.fillStyle = theme.faint; label(g, words.slice(row.title.length + 2), 20, y + 31, LEFT - 26); }
    else label(g, words, 20, y + 15, LEFT - 26);
    return;
  }
  g.fillStyle = theme.faint; g.font = font + FONT;
  label(g, (pinned.includes(row) ? "● " : "") + (row.name || (pinned.includes(row) ? row.full : "")), 12, y + height / 2 + (height < 16 ? 3.5 : 4), LEFT - 18);
  if (row.counter) drawCounter(g, row.counter, y, height, scale, width);
  if (row.track) { drawSpans(g, row.track, y, height, scale, width, true); drawMarks(g, row.track, y, height, scale, width); }
}

function draw() {
  const before = band;
  marks = [];
  const [g, width, visible] = size(canvas, tall + before);
  const scale = (width - LEFT) / (to - from);
  axis(g, width, visible);
  const within = (top, bottom, inside) => {
    g.save(); g.beginPath(); g.rect(0, top, width, bottom - top); g.clip();
    inside();
    for (const [thick, span, x, y, w, h] of marks) outline(g, thick === 2 ? theme.text : theme.hit, x, y + 0.5, w, h - 1, thick);
    for (const [thick, , x, y, w] of marks) if (thick === 3) { g.fillStyle = theme.hit; const at = Math.min(Math.max(x + w / 2, LEFT + 6), width - 6); g.beginPath(); g.moveTo(at - 5, y - 5); g.lineTo(at + 5, y - 5); g.lineTo(at, y + 2); g.fill(); }
    marks = [];
    g.restore();
  };
  within(RULER, before, () => { for (const row of pinned) drawRow(g, row, row.y, scale, width); });
  within(before, visible, () => {
    const top = pane.scrollTop;
    for (let n = first(rows, (row) => row.y + row.height >= top); n < rows.length && rows[n].y < top + visible; n++) drawRow(g, rows[n], rows[n].y - top + before, scale, width);
    if (chosen !== undefined) drawArrow(g, scale);
  });
  if (pinned.length) { g.fillStyle = theme.hit; g.fillRect(0, before - 1.5, width, 1); }
  drawRange(g, scale, width, visible);
}

// Arrow from the call to the start of the selected operation.
function drawArrow(g, scale) {
  const ends = arrows.get(chosen);
  const place = (e) => { const row = e && rowOf(track(e.pid, e.tid)); return row && [LEFT + (e.ts - from) * scale, onCanvas(row) + row.height / 2]; };
  const [a, b] = [place(ends?.s), place(ends?.f)];
  if (!a || !b) return;
  g.save(); g.beginPath(); g.rect(LEFT, 0, canvas.clientWidth, canvas.clientHeight); g.clip();
  g.strokeStyle = theme.text; g.lineWidth = 1.5;
  g.beginPath(); g.moveTo(...a); g.bezierCurveTo((a[0] + b[0]) / 2, a[1], (a[0] + b[0]) / 2, b[1], ...b); g.stroke();
  g.beginPath(); g.arc(...b, 3, 0, 7); g.stroke();
  g.restore();
}

// The measured range, with its length on the ruler.
function drawRange(g, scale, width, visible) {
  if (!range) return;
  const [a, b] = [...range].sort((x, y) => x - y), x = LEFT + (a - from) * scale, w = (b - a) * scale;
  g.save(); g.beginPath(); g.rect(LEFT, 0, width, visible); g.clip();
  g.fillStyle = theme.range; g.fillRect(x, 0, w, visible);
  g.fillStyle = theme.level; g.fillRect(x - 0.5, 0, 1, visible); g.fillRect(x + w - 0.5, 0, 1, visible);
  g.font = "600 11px " + FONT;
  const text = time(b - a), long = g.measureText(text).width + 10, at = Math.min(Math.max(x + w / 2 - long / 2, LEFT), width - long);
  g.fillStyle = theme.level; g.fillRect(at, 2, long, 16);
  g.fillStyle = theme.back; g.fillText(text, at + 5, 14);
  g.restore();
}

// Draws once a frame, for any number of requests.
let asked = false;
function redraw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(drawNow);
}
function drawNow() { asked = false; if ($("#heat").classList.contains("shown")) drawHeat(); else if (pane.classList.contains("shown")) draw(); }
