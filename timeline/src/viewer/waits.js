// False dependencies and blocked hosts, with remedies.

function waits() {
  const held = new Map(), blocked = new Map();
  const add = (map, key, span) => { const sum = map.get(key) ?? [0, 0, span]; sum[0]++; sum[1] += span.dur; if (span.dur > sum[2].dur) sum[2] = span; map.set(key, sum); };
  for (const t of all) for (const span of t.spans) {
    if (span.name.startsWith("held back")) add(held, `${span.args.victim}\t${span.args.culprit}\t${span.args.channel}`, span);
    if (span.name.startsWith("blocked")) add(blocked, `${t.tid}\t${span.args.channel}`, span);
  }
  const longest = [];
  const table = (head, rows) => `<table><thead><tr>${head.map((h) => `<th>${h}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
  const sorted = (map) => [...map].sort((a, b) => b[1][1] - a[1][1]);
  const row = (span, cells) => { longest.push(span); return `<tr tabindex=0 data-at="${longest.length - 1}" title="Show the longest">${cells}</tr>`; };
  let html = "<h2>False dependencies</h2>";
  html += held.size ? table(["waited", "behind", "channel", "times", "total", "cause", "remedy"], sorted(held).map(([key, [count, sum, span]]) => {
    const [victim, culprit, channel] = key.split("\t"), { what, behind } = span.args, copies = what?.startsWith("a copy");
    return row(span, `<td>${escape(trackName(STREAMS, victim))}</td><td>${escape(trackName(STREAMS, culprit))}</td><td class=n>${channel}</td><td class=n>${count}</td><td class=n>${time(sum)}</td>` +
      `<td>${escape(what)} was queued behind ${escape(behind)}: both streams pushed to one channel, and the front end stops at an operation that has to wait for its own stream.</td><td>More channels${copies ? " for copies (CUDA_DEVICE_MAX_COPY_CONNECTIONS" : " (CUDA_DEVICE_MAX_CONNECTIONS"}, up to 32), fewer streams, or launch in breadth: one operation of each stream at a time.</td>`);
  })) : "<p>None.</p>";
  html += "<h2>Blocked host threads</h2>";
  html += blocked.size ? table(["thread", "channel", "times", "total", "cause", "remedy"], sorted(blocked).map(([key, [count, sum, span]]) => {
    const [host, channel] = key.split("\t"), { first, first_stream } = span.args;
    return row(span, `<td>${escape(trackName(HOSTS, host))}</td><td class=n>${channel}</td><td class=n>${count}</td><td class=n>${time(sum)}</td>` +
      `<td>The channel's ring or pushbuffer was full${first === undefined ? "" : `, ${escape(first)} of ${escape(trackName(STREAMS, first_stream))} first in it`}: more was launched than the front end could pass.</td><td>Larger queues (CUDA_SCALE_LAUNCH_QUEUES), smaller parameters, fewer and larger kernels, or a graph.</td>`);
  })) : "<p>None.</p>";
  if (partitions.size) {
    html += "<h2>Green contexts</h2>" + table(["stream", "SMs"], [...partitions].map(([tid, set]) =>
      `<tr><td>${escape(trackName(STREAMS, tid))}</td><td><i style="background:${paint(hueOfSet.get(set))}"></i>${escape(set)}</td></tr>`));
  }
  $("#waits").innerHTML = html;
  for (const row of document.querySelectorAll("#waits tr[data-at]")) {
    const go = () => { tab("timeline"); const span = longest[+row.dataset.at]; show(span, Math.max(span.dur * 3, 1e-3)); choose(span); };
    row.addEventListener("click", go);
    row.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
  }
}
