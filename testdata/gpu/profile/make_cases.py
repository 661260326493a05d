"""Writes cases.tsv: the launches that are recorded. `use` is `fit` for launches that constants may be fitted to, `test` for the others."""
rows, small = [], 1 << 16
def case(kernel, grid, block, n, shared=0, size=""):
    grid, block = ([grid, 1] if isinstance(grid, int) else grid), ([block, 1] if isinstance(block, int) else block)
    rows.append((kernel + size, kernel, *grid, *block, shared, n))
def line(kernel, per=1, sizes=(16, 20, 23), block=256):
    for bits in sizes:
        n = 1 << bits
        case(kernel, max(1, n // per // block), block, n, size=f"_{bits}")
for k in "copy1 copy_bytes copy_shorts copy_ahead stride2 stride8 stride32 store_stride4 gather scatter broadcast1 broadcast4 reversed triad fill".split():
    line(k)
line("copy2", 2); line("copy4", 4); line("gather4", 4); line("pairs8", 4); line("structs", 4)
for blocks, bits in ((132, 20), (132 * 8, 23), (1, 14), (33, 18)):
    case("grid_stride", blocks, 256, 1 << bits, size=f"_{blocks}_{bits}")
for blocks, bits in ((132, 22), (132 * 8, 24)):
    case("read_sum", blocks, 256, 1 << bits, size=f"_{blocks}_{bits}")
for k in "transpose_naive transpose_tiled transpose_padded".split():
    for side in (256, 1024, 4096):
        case(k, (side // 32, side // 32), (32, 8), side, size=f"_{side}")
for k in "shared_1 shared_2 shared_4 shared_16 shared_32 shared_33 shared_0 shared_wide8_1 shared_wide8_2 shared_wide8_16 shared_wide16_1 shared_wide16_2 shared_wide16_8 shared_wide16_0".split():
    case(k, 1056, 256, small, 16384)
for k in ("shared_store2", "shared_random"):
    case(k, 1056, 256, small)
for k in "atomic_one atomic_int_one atomic_16 atomic_1024 atomic_each atomic_returned atomic_max_return atomic_cas".split():
    line(k, sizes=(16, 20))
for k in ("histogram_shared", "histogram_hot"):
    for bits in (18, 22):
        case(k, 264, 256, 1 << bits, size=f"_{bits}")
pipes = "fma_1 fma_4 fma_8 double_4 multiply_4 logic_4 shifts_4 special_4 divide roots conversions shuffles votes barriers halves four_ways trips warps_apart hash_words".split()
for k in pipes:
    case(k, 1, 32, small, size="_warp")
    case(k, 132, 256, small, size="_one")
    case(k, 1056, 256, small, size="_full")
for k in ("fma_1", "fma_4", "special_4", "multiply_4"):
    case(k, 10560, 128, small, size="_long")
for bits in (16, 20): case("collatz", (1 << bits) // 256, 256, 1 << bits, size=f"_{bits}")
for bits in (16, 20): case("early_exit", (1 << bits) // 256, 256, 1 << bits, size=f"_{bits}")
for side in (256, 1024): case("mandelbrot", (side // 16, side // 16), (16, 16), side, size=f"_{side}")
line("stencil3"); line("stencil_shared")
for side in (512, 2048): case("stencil2d", (side // 32, side // 8), (32, 8), side, size=f"_{side}")
for side in (128, 512): case("sgemm_naive", (side // 16, side // 16), (16, 16), side, size=f"_{side}")
for side in (128, 512, 1024): case("sgemm_tiled", (side // 16, side // 16), (16, 16), side, size=f"_{side}")
for side in (256, 1024): case("sgemm_blocked", (side // 64, side // 64), (16, 16), side, size=f"_{side}")
for side in (512, 2048): case("matvec_thread", side // 128, 128, side, size=f"_{side}")
for side in (512, 2048): case("matvec_warp", side // 8, 256, side, size=f"_{side}")
for k in "reduce_shared reduce_interleaved reduce_shuffle scan_block".split(): line(k, sizes=(16, 22))
for k in ("bitonic",): case(k, 128, 256, small, size="_128"); case(k, 2048, 256, small, size="_2048")
for n in (1024, 8192): case("nbody", n // 256, 256, n, size=f"_{n}")
line("black_scholes"); 
for rows_ in (128, 4096): case("softmax_rows", rows_, 256, small, size=f"_{rows_}")
for bits in (18, 22): case("spmv_rows", (1 << bits) // 32 // 128, 128, 1 << bits, size=f"_{bits}")
for bits in (16, 20): case("local_array", (1 << bits) // 256, 256, 1 << bits, size=f"_{bits}")
for bits in (12, 20, 24): case("chase", 1, 32, 1 << bits, size=f"_{bits}")
case("chase_shared", 1, 32, small)
for bits in (12, 15, 18): case("reread", 264, 512, 1 << bits, size=f"_{bits}")
case("empty", 1, 32, small, size="_1"); case("empty", 10560, 256, small, size="_10560")
case("uneven", 528, 256, small)
# --- Two resources at once, or one after the other.
for k in "loop_1 loop_4 shared_fma".split():
    case(k, 1, 32, small, size="_warp"); case(k, 132, 256, small, size="_one"); case(k, 1056, 256, small, size="_full")
case("lines_hit", 1, 32, 1 << 13, size="_warp"); case("lines_hit", 16, 128, 1 << 13, size="_16"); case("lines_hit", 528, 256, 1 << 13, size="_528")
for blocks in (4, 64, 1024): case("chunks", blocks, 128, 1 << 24, size=f"_{blocks}")
for blocks, threads, bits in ((1, 64, 14), (64, 64, 14), (264, 128, 15)): case("same_lines", blocks, threads, 1 << bits, size=f"_{blocks}")
for k in ("tile_steps", "tile_fma"):
    for blocks in (132, 264, 1056): case(k, blocks, 256, 1 << 24, size=f"_{blocks}")
line("load_fma", sizes=(18, 20, 22))
case("unequal", 1056, 256, small, size="_1056"); case("unequal", 8448, 64, small, size="_8448")
line("atomic_old_2", sizes=(16, 20)); line("atomic_old_32", sizes=(16, 20))
case("shared_atomic_256", 1056, 256, small); case("shared_atomic_4", 1056, 256, small)
case("red_rows", 264, 256, 1 << 16, size="_264"); case("red_rows", 4096, 256, 1 << 20, size="_4096")
line("store_stride32", sizes=(20, 23)); line("gather2", 2, sizes=(20, 23))
case("random_2", 132, 256, small, size="_one"); case("random_2", 1056, 256, small, size="_full")
# --- More whole algorithms.
for side in (256, 1024): case("convolve5", (side // 16, side // 16), (16, 16), side, size=f"_{side}")
for rows_ in (1024, 16384): case("normalise_rows", rows_ // 8, 256, small, size=f"_{rows_}")
for k in "scan_warps walk compact".split(): line(k, sizes=(16, 20, 22))
for blocks in (128, 2048): case("butterflies", blocks, 256, small, size=f"_{blocks}")
for side in (512, 1024): case("life", (side // 32, side // 8), (32, 8), side, size=f"_{side}")
for k in ("nearest", "monte_carlo"): case(k, 264, 256, small, size="_264"); case(k, 4096, 256, small, size="_4096")
for bits in (18, 22): case("dot_blocks", 264, 256, 1 << bits, size=f"_{bits}")
line("gray", 4, sizes=(18, 22))
case("outer_sums", 16, 256, 4096)
with open("cases.tsv", "w") as out:
    out.write("# Launches whose counters and durations are recorded; written by make_cases.py. Half of the kernels serve to fit the clock.\n")
    out.write("case\tkernel\tgrid_x\tgrid_y\tblock_x\tblock_y\tshared\tn\n")
    for row in sorted(rows): out.write("\t".join(map(str, row)) + "\n")
print(len(rows), len({r[1] for r in rows}))
