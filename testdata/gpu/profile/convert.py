"""Makes h200.tsv of what record.sh left: `convert.py DIR`, with raw.csv.gz and times.tsv, beside cases.tsv."""
import csv, gzip, sys
where = sys.argv[1]
COLUMNS = [  # column, metric of Nsight Compute
    ("ns", "gpu__time_duration.sum"), ("cycles", "sm__cycles_elapsed.max"),
    ("inst", "smsp__inst_executed.sum"), ("thread_inst", "smsp__thread_inst_executed.sum"),
    ("branches", "smsp__inst_executed_op_branch.sum"), ("diverged", "smsp__sass_branch_targets_threads_divergent.sum"),
    ("alu", "smsp__inst_executed_pipe_alu.sum"), ("fma", "smsp__inst_executed_pipe_fma.sum"), ("fp64", "smsp__inst_executed_pipe_fp64.sum"),
    ("xu", "smsp__inst_executed_pipe_xu.sum"), ("lsu", "smsp__inst_executed_pipe_lsu.sum"),
    ("load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"), ("load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
    ("load_hits", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"),
    ("store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"), ("store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"),
    ("atom_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"), ("atom_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"),
    ("red_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"), ("red_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"),
    ("local_load_requests", "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"), ("local_store_requests", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"),
    ("local_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"), ("local_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"),
    ("shared_loads", "smsp__inst_executed_op_shared_ld.sum"), ("shared_stores", "smsp__inst_executed_op_shared_st.sum"), ("shared_atoms", "smsp__inst_executed_op_shared_atom.sum"),
    ("shared_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"), ("shared_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"),
    ("shared_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"),
    ("shared_load_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"), ("shared_store_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"),
    ("l2_sectors", "lts__t_sectors_srcunit_tex.sum"), ("l2_hits", "lts__t_sectors_srcunit_tex_lookup_hit.sum"), ("l2_misses", "lts__t_sectors_srcunit_tex_lookup_miss.sum"),
    ("dram_read", "dram__bytes_read.sum"), ("dram_write", "dram__bytes_write.sum"),
    ("warps_active", "sm__warps_active.avg.pct_of_peak_sustained_active"),
]
rows = list(csv.reader(gzip.open(f"{where}/raw.csv.gz", "rt")))
head = next(i for i, r in enumerate(rows) if r and r[0] == "ID")
names, data = rows[head], rows[head + 2:]
cases = [l.rstrip("\n").split("\t") for l in open("cases.tsv") if not l.startswith(("#", "case\t"))]
times = {r[0]: r[1:] for r in (l.rstrip("\n").split("\t") for l in open(f"{where}/times.tsv"))}
assert len(cases) == len(data)
with open("h200.tsv", "w") as out:
    out.write("# Counters and durations of the launches of cases.tsv on an NVIDIA H200, driver 580.159.04, CUDA 13.0, Nsight Compute with cold caches, boost clock.\n"
              "# warm_ns: a launch of 20 back to back, caches warm. The other columns by Nsight Compute's metrics: see convert.py. Written by it.\n")
    out.write("\t".join(["case", "warm_ns", "registers", "static_shared"] + [c for c, _ in COLUMNS]) + "\n")
    for case, row in zip(cases, data):
        assert row[names.index("Kernel Name")].split("(")[0] == case[1], (row[4], case)
        warm, registers, shared = times[case[0]][:3]
        out.write("\t".join([case[0], warm, registers, shared] + [row[names.index(m)].replace(",", "") for _, m in COLUMNS]) + "\n")
