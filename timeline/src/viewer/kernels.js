// Tables of kernels and copies: counts, durations, occupancy.

// Kernels by name, from the operations that have blocks; copies by direction.
const kernels = new Map(), copies = new Map();
const isKernel = (span) => span.args?.blocks !== undefined;
for (const { span, blockTime } of ops.values()) {
  const into = isKernel(span) ? kernels : span.args?.bytes !== undefined ? copies : undefined;
  if (!into) continue;
  if (!into.has(span.name)) into.set(span.name, { name: span.name, count: 0, total: 0, max: 0, blocks: 0, threads: 0, blockTime: 0, warpTime: 0, bytes: 0, spans: [], longest: span });
  const sum = into.get(span.name), { args } = span;
  sum.count++;
  sum.total += span.dur;
  sum.blocks += args.blocks ?? 0;
  sum.threads = Math.max(sum.threads, args.threads ?? 0);
  sum.bytes += args.bytes ?? 0;
  sum.blockTime += blockTime;
  sum.warpTime += blockTime * Math.ceil((args.threads ?? 0) / 32);
  sum.spans.push(span);
  if (span.dur > sum.longest.dur) sum.longest = span;
  sum.max = sum.longest.dur;
}
for (const sum of [...kernels.values(), ...copies.values()]) {
  sum.mean = sum.total / sum.count;
  sum.atOnce = sum.total > 0 ? sum.blockTime / sum.total : 0;
  // Resident warps while the kernel runs, relative to the device's capacity.
  const warps = (device.sms ?? 0) * (device.threads_per_sm ?? 0) / 32;
  sum.occupancy = warps && sum.total > 0 ? sum.warpTime / sum.total / warps : undefined;
  sum.rate = sum.total > 0 ? sum.bytes / sum.total / 1e3 : 0;
}

const percent = (part) => part === undefined ? "unknown" : (100 * part).toFixed(part < 0.1 ? 2 : 1) + " %";
const KERNEL_COLUMNS = [
  ["kernel", (k) => k.name], ["count", (k) => k.count, String], ["total", (k) => k.total, time], ["mean", (k) => k.mean, time], ["longest", (k) => k.max, time],
  ["blocks", (k) => k.blocks, String], ["threads of a block", (k) => k.threads, String], ["blocks at a time", (k) => k.atOnce, (n) => n.toFixed(1)], ["occupancy", (k) => k.occupancy, percent],
];
const COPY_COLUMNS = [
  ["copy", (c) => c.name], ["count", (c) => c.count, String], ["total", (c) => c.total, time], ["mean", (c) => c.mean, time], ["longest", (c) => c.max, time],
  ["in all", (c) => c.bytes, bytes], ["rate", (c) => c.rate, (n) => n.toFixed(2) + " GB/s"],
];

// Table; a click on a column header sorts it, a click on a row selects its launches.
function sortable(columns, sums) {
  const table = document.createElement("table");
  let by = 2, down = true;
  const fill = () => {
    const value = columns[by][1], sorted = [...sums].sort((a, b) => {
      const [x, y] = [value(a) ?? -1, value(b) ?? -1], order = x < y ? -1 : x > y ? 1 : 0;
      return (down ? -order : order) || (a.name < b.name ? -1 : 1);
    });
    table.innerHTML = "<thead><tr>" + columns.map(([name], n) => `<th${n ? " class=n" : ""} aria-sort="${n !== by ? "none" : down ? "descending" : "ascending"}"><button data-column=${n}>${name}${n !== by ? "" : down ? " ▾" : " ▴"}</button></th>`).join("") + "</tr></thead><tbody>" +
      sorted.map((sum) => `<tr tabindex=0 data-name="${escape(sum.name)}" title="Select">` + columns.map(([, value, words], n) => n ? `<td class=n>${words(value(sum))}</td>`
        : `<td class=name><i style="background:${paint(hueOfName.get(sum.name) ?? 212)}"></i>${escape(sum.name)}</td>`).join("") + "</tr>").join("") + "</tbody>";
  };
  fill();
  table.addEventListener("click", (event) => {
    const column = event.target.closest("button")?.dataset.column, row = event.target.closest("tr[data-name]");
    if (column !== undefined) { down = +column === by ? !down : +column > 0; by = +column; fill(); table.querySelector(`[data-column="${by}"]`).focus(); }
    else if (row) select(row.dataset.name);
  });
  table.addEventListener("keydown", (event) => { const row = event.target.closest("tr[data-name]"); if (event.key === "Enter" && row) select(row.dataset.name); });
  return table;
}
function showKernels() {
  const box = $("#kernels"), add = (html) => box.insertAdjacentHTML("beforeend", html);
  add("<h2>Kernels</h2>");
  if (kernels.size) box.append(sortable(KERNEL_COLUMNS, [...kernels.values()])); else add("<p>None.</p>");
  if (kernels.size) add("<p>Occupancy: mean number of resident warps while the kernel runs, as a share of the device’s capacity; “unknown” if the trace does not name the device. Click on a row to select all launches of a kernel.</p>");
  if (copies.size) { add("<h2>Copies</h2>"); box.append(sortable(COPY_COLUMNS, [...copies.values()])); }
}

// Selects all launches of a kernel, or all copies of a direction, and goes to the longest.
function select(name) {
  const sum = kernels.get(name) ?? copies.get(name);
  $("#search").value = name;
  search(name, true);
  tab("timeline");
  if (!sum) { step(1); return; }
  match = Math.max(0, matches.indexOf(sum.longest)) - 1;
  step(1);
  const columns = kernels.has(name) ? KERNEL_COLUMNS : COPY_COLUMNS;
  details(name, columns.slice(1).map(([head, value, words]) => [head, words(value(sum))]).concat([["longest begins", time(sum.longest.ts)]]));
}
