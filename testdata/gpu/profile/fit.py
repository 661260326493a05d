"""Fits the constants of the clock (profile/src/clock.tsv) to the recorded durations of microbenchmarks, and prints the error on other kernels.
The formula is that of profile/src/clock.rs. `fit.py ROUNDS SEED` prints the constants."""
import math, random, sys
def table(name):
    rows = [l.rstrip("\n").split("\t") for l in open(name) if not l.startswith("#")]
    return [dict(zip(rows[0], r)) for r in rows[1:]]
CASES = {r["case"]: r for r in table("cases.tsv")}
WORK = {r["case"]: {k: float(v) for k, v in r.items() if k != "case"} for r in table("work.tsv")}
H200 = {r["case"]: {k: float(v) for k, v in r.items() if k != "case"} for r in table("h200.tsv")}
SMS, GHZ, MEMORY, L2 = 132, 1.98, 3201e6 * 2 * 6016 / 8 / 1.98e9, 62914560.0
# Part of the second level that holds different data: bytes from memory are the recorded ones with it. An H200's has two halves.
L2_PART = 0.5
def resident(threads, registers, shared):
    warps = (threads + 31) // 32
    by_shared = 233472 // (-(-(shared + 1024) // 128) * 128)
    of_warp = -(-int(registers) * 32 // 256) * 256
    by_registers = (65536 // 4 // max(of_warp, 1)) * 4 // warps
    return max(1, min(2048 // (warps * 32), 32, by_shared, by_registers))
CLASSES = "fma alu fp64 special tensor memory exchange barrier branch".split()
PIPES = dict(alu=2, fp64=2, special=0.5, tensor=0.25, exchange=1)
# A constant moves by at most this factor from the value that a single microbenchmark suggests.
ROOM = 3.0
START = dict(wavefronts=1.0, l1_sectors=4.0, l1_lines=1.0, load_sectors=1.0, load_lines=0.6, store_sectors=0.45, store_lines=0.3, memory_part=0.8, write_weight=0.8, l1_latency=36.0, l2_latency=240.0,
             memory_latency=500.0, miss_latency=2.0, memory_line_latency=12.0, shared_latency=28.0, barrier_latency=10.0, chain_part=1.0, tail_part=0.3, atomic=1.2,
             start_block=20.0, start_warp=15.0, norm=3.0, empty=3000.0, own_issue=0.6, overlap=0.3, branch=0.8, barrier=0.5)
def norm(times, power):
    most = max(times) or 1
    return most * sum((x / most) ** power for x in times) ** (1 / power)
def estimate(case, c):
    w, k, h = WORK[case], CASES[case], H200[case]
    blocks = w["blocks"]; threads = int(k["block_x"]) * int(k["block_y"])
    res = resident(threads, h["registers"], h["static_shared"] + float(k["shared"]))
    most = math.ceil(blocks / SMS)
    per = lambda x: x / blocks * most * w["busiest_part"]
    beyond, read, written, either = w["beyond"], w["touched_read"], w["touched_written"], w["touched"]
    again = max(0.0, 1 - L2_PART * L2 / max(either * 32, 1))
    loads = max(beyond - w["stored"], read)
    fetched = read + (loads - read) * again
    stored = written + max(0.0, w["stored"] - written) * again
    even = most / res; waves = math.ceil(even)
    missed = w["missed"] / w["loads"] if w["loads"] else 0
    from_memory = min(1, fetched / loads) if loads > 0 else 0
    in_step = min(1, read * min(blocks, SMS) / loads) if loads > 0 else 0
    first = min(1, 1 / even)
    from_memory = max(from_memory, first * in_step + (1 - first) * from_memory)
    lines = max(1, w["lines"] / w["requests"]) if w["requests"] else 1
    second = c["l2_latency"] + c["memory_latency"] * from_memory + (lines - 1) * (c["miss_latency"] + c["memory_line_latency"] * from_memory)
    glob = c["l1_latency"] + missed * second
    shared = c["shared_latency"] + max(0, per(w["wavefronts"]) / max(1, per(w["memory"])) - 1)
    chain = w["path"] * c["chain_part"] + w["path_global"] * glob + w["path_shared"] * shared + w["barriers"] * c["barrier_latency"]
    rounds = (max(1, even) + (waves - max(1, even)) * c["tail_part"]) * w["longest_part"]
    warps = w["warps"] / blocks
    instructions = sum(w[x] for x in CLASSES)
    t = [max(per(instructions) / 4, per(w["branch"]) / c["branch"], per(w["barrier"]) / c["barrier"]), per(w["fma"] + w["slow"]) / 4] + [per(w[x]) / PIPES[x] for x in PIPES]
    t += [per(w["wavefronts"]) / c["wavefronts"], max(per(w["sectors"]) / c["l1_sectors"], per(w["lines"]) / c["l1_lines"]),
          (max((beyond - w["stored"]) / c["load_sectors"], w["load_lines"] / c["load_lines"]) + max(w["stored"] / c["store_sectors"], w["store_lines"] / c["store_lines"])) / SMS,
          (fetched + stored * c["write_weight"]) * 32 / (MEMORY * c["memory_part"]), w["busiest"] * c["atomic"], (chain + instructions / w["warps"] * c["own_issue"]) * rounds,
          most * (c["start_block"] + c["start_warp"] * warps)]
    # Warps, or blocks whose warps wait for each other, hide each other's latency: the more, the better.
    apart = min(res, most) * (1 if w["barriers"] > 1 else warps)
    busy = norm([max(t[:7])] + t[7:12] + t[13:], c["norm"])
    return (c["empty"] + norm([busy, t[12]], 1 + c["overlap"] * math.log2(max(apart, 1)))) / GHZ, t
NAMES = "issue fma alu fp64 special tensor exchange shared l1 l2 memory atomics latency start".split()
kernels = sorted({CASES[c]["kernel"] for c in CASES})
# Microbenchmarks of one resource each; the others are algorithms.
fitted = set(open("microbenchmarks.txt").read().split())
def error(cases, c):
    # Far outliers count less: they show what the model lacks, not a constant.
    return sum(min(abs(math.log(estimate(x, c)[0] / H200[x]["ns"])), 1.0) for x in cases) / len(cases)
def report(cases, c, name):
    logs = sorted((math.log(estimate(x, c)[0] / H200[x]["ns"]), x) for x in cases)
    ranks = lambda values: {i: r for r, i in enumerate(sorted(range(len(values)), key=values.__getitem__))}
    a, b = ranks([estimate(x, c)[0] for x in cases]), ranks([H200[x]["ns"] for x in cases])
    n = len(cases)
    rho = 1 - 6 * sum((a[i] - b[i]) ** 2 for i in range(n)) / (n * (n * n - 1))
    within = sum(abs(l) <= math.log(1.25) for l, _ in logs) / n
    print(f"{name}: {n} launches, geometric error {math.exp(sum(abs(l) for l, _ in logs) / n):.3f}, within 25 %: {within:.0%}, rank correlation {rho:.3f}", file=sys.stderr)
    return logs
if __name__ == "__main__":
    train = [x for x in CASES if CASES[x]["kernel"] in fitted]; test = [x for x in CASES if CASES[x]["kernel"] not in fitted]
    random.seed(int((sys.argv + ["1"])[2])); best = dict(START); low = error(train, best)
    for round in range(int(sys.argv[1])):
        c = dict(best)
        for name in random.sample(list(START), random.choice((1, 1, 2))):
            c[name] = best[name] * math.exp(random.gauss(0, random.choice((0.03, 0.2))))
        for name in START: c[name] = min(max(c[name], START[name] / ROOM), START[name] * ROOM)
        c["norm"] = min(max(c["norm"], 1.2), 12); c["tail_part"] = min(c["tail_part"], 1.0)
        e = error(train, c)
        if e < low: best, low = c, e
    for name, value in best.items(): print(f"{name}\t{value:.4g}\tfitted")
    report(train, best, "fitted")
    report([x for x in test if 5e3 <= H200[x]["ns"] <= 1e6], best, "of the others, from 5 us to 1 ms")
    for log, x in report(test, best, "others"):
        if abs(log) > math.log(1.25):
            t = estimate(x, best)[1]; m = max(range(len(t)), key=t.__getitem__)
            print(f"  {x}: {math.exp(log):.2f} of {H200[x]['ns']:.0f} ns, bound {NAMES[m]}", file=sys.stderr)
