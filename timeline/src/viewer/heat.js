// Blocks on each SM over time: busier cells contrast more with the background.

const heatPane = $("#heat"), heat = $("#heat canvas");
const TITLE = 22;
let cells = { rows: [], cell: 10, columns: 1, most: 1 };

function drawHeat() {
  const head = TITLE + RULER, cell = Math.max(6, Math.floor((heatPane.clientHeight - head - 4) / Math.max(smList.length, 1)));
  const [g, width, visible] = size(heat, smList.length * cell + head + 4);
  const columns = Math.max(1, Math.min(600, width - LEFT)), wide = (width - LEFT) / columns, top = heatPane.scrollTop;
  const rows = smList.map((sm) => levels(sm, columns));
  const most = rows.reduce((most, line) => line.reduce((a, b) => Math.max(a, b), most), 1e-9);
  cells = { rows, cell, columns, most };
  // Busy cells are light in dark mode, and dark in light mode.
  const shade = (hue, part) => `hsl(${hue} 60% ${theme.dark ? 16 + 54 * part : 90 - 55 * part}%)`;
  for (let n = Math.max(0, Math.floor(top / cell)); n < rows.length && n * cell - top < visible; n++) {
    const y = head + n * cell - top;
    // A cell has the hue of the green context of its latest block.
    const hues = byContext ? huesOf(smList[n], columns) : undefined;
    g.fillStyle = theme.faint; g.font = "10px " + FONT;
    if (n % Math.ceil(11 / cell) === 0) label(g, "SM " + smList[n].sm, 12, y + Math.max(9, Math.min(cell, 12)), LEFT - 18);
    rows[n].forEach((value, c) => {
      if (value <= 0) return;
      g.fillStyle = shade(hues?.[c] ?? 212, value / most);
      const left = Math.floor(LEFT + c * wide);
      g.fillRect(left, y, Math.floor(LEFT + (c + 1) * wide) - left, cell - (cell > 5 ? 1 : 0));
    });
  }
  g.fillStyle = theme.back;
  g.fillRect(0, 0, width, head);
  g.save(); g.translate(0, TITLE); axis(g, width, RULER); g.restore();
  g.fillStyle = theme.text; g.font = "12px " + FONT;
  if (!smList.length) { g.fillText("No block ran.", 12, 15); return; }
  let x = 12;
  const put = (text) => { g.fillStyle = theme.text; g.fillText(text, x, 15); x += g.measureText(text).width + 6; };
  put("Blocks on an SM: 0");
  for (let n = 0; n <= 20; n++) { g.fillStyle = n ? shade(212, n / 20) : theme.back; g.fillRect(x, 5, 4, 11); x += 4; }
  x += 6;
  put(most.toFixed(1));
  if (byContext) for (const [set, hue] of hueOfSet) { x += 12; g.fillStyle = shade(hue, 0.8); g.fillRect(x, 5, 11, 11); x += 15; put("SMs " + set); }
}

function huesOf(sm, columns) {
  const hues = new Array(columns), span = to - from;
  for (let n = first(sm.reach, (reach) => reach >= from); n < sm.spans.length && sm.spans[n].ts <= to; n++) {
    const s = sm.spans[n], hue = hueOfSet.get(setOf(s));
    hues.fill(hue, Math.max(0, Math.floor((s.ts - from) / span * columns)), Math.ceil((s.ts + s.dur - from) / span * columns));
  }
  return hues;
}

// Description of the cell under the pointer.
function underHeat(x, y) {
  const { rows, cell, columns } = cells, n = Math.floor((y - TITLE - RULER + heatPane.scrollTop) / cell), c = Math.floor((x - LEFT) / (heat.clientWidth - LEFT) * columns);
  if (y < TITLE + RULER || !rows[n] || c < 0 || c >= columns) return;
  const step = (to - from) / columns, start = from + c * step, sm = smList[n], names = new Set();
  for (let n = first(sm.reach, (reach) => reach >= start); n < sm.spans.length && sm.spans[n].ts <= start + step; n++) if (sm.spans[n].ts + sm.spans[n].dur >= start) names.add(sm.spans[n].name);
  const set = [...partitions.values()].length ? setOf(sm.spans[Math.max(0, first(sm.spans, (span) => span.ts > start + step) - 1)] ?? { track: {} }) : undefined;
  return `SM ${sm.sm}, ${time(start)} to ${time(start + step)}\n${rows[n][c].toFixed(2)} blocks` + (names.size ? `\n${[...names].slice(0, 8).join("\n")}` : "") + (set && names.size ? `\ngreen context: SMs ${set}` : "");
}
