// Kernels that copy one box by a tensor map: `nvcc -arch=sm_90a -ptx` makes kernels.ptx of it, without comments.
//
// Every kernel is one block, or a cluster of four. What it is told stands in Args; the map comes as a parameter.
#include <stdint.h>

struct alignas(64) Map { uint64_t words[16]; };

#define MOST_BYTES 65536

struct Args {
    int at[5];            // coordinates of the box
    unsigned short by[4]; // offsets of an im2col box
    unsigned offset;      // where the box lies in shared memory, from a multiple of 1024
    unsigned bytes;       // bytes of shared memory that are filled and handed out
    unsigned expected;    // bytes that the copy is expected to count
    unsigned probe;       // 1: find out how many it counts instead
    unsigned what;        // replaced field, or mask of ranks
    unsigned which;       // ordinal of the replaced field
    uint64_t value;       // what replaces it
    unsigned char *data;  // shared memory's contents: read by stores, written by loads
    uint64_t *answer;     // [0]: 1 if the object's phase ended; [1]: bytes that a probe found counted
    Map *scratch;         // global memory for a map
};

__device__ inline unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ inline uint64_t now() { uint64_t t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }

// The block's shared memory, from a multiple of 1024 on; the object stands behind it.
#define PLACE \
    extern __shared__ unsigned char raw[]; \
    unsigned skip = -in_shared(raw) & 1023; \
    unsigned char *box = raw + skip; \
    unsigned to = in_shared(box) + a.offset; \
    unsigned bar = in_shared(box) + a.bytes;

__device__ inline void prepare(const Args &a, unsigned char *box, unsigned bar)
{
    for (unsigned i = 16 * threadIdx.x; i < a.bytes; i += 16 * blockDim.x)
        *(uint4 *)(box + i) = make_uint4(0x01010101, 0x01010101, 0x01010101, 0x01010101);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(bar) : "memory");
        if (a.probe) asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" :: "r"(bar), "n"(MOST_BYTES) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
}

// Waits until the copy has counted all its bytes; then hands out shared memory. A probe expects more bytes than any copy
// counts, and finds out how many are left when the copy must be over.
__device__ inline void finish(const Args &a, unsigned char *box, unsigned bar, unsigned rank)
{
    if (threadIdx.x == 0) {
        unsigned done = 0, left = 0;
        uint64_t until = now() + (a.probe ? 20000 : 5000000000);
        if (a.probe) {
            while (now() < until) {}
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(bar) : "memory");
        } else
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(bar), "r"(a.expected) : "memory");
        while (!done && (a.probe ? left <= MOST_BYTES : now() < until)) {
            asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done) : "r"(bar) : "memory");
            if (!done && a.probe) {
                asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 16;" :: "r"(bar) : "memory");
                left += 16;
            }
        }
        if (rank == 0) {
            a.answer[0] = done;
            a.answer[1] = MOST_BYTES - left;
        }
    }
    __syncthreads();
    for (unsigned i = 16 * threadIdx.x; i < a.bytes; i += 16 * blockDim.x)
        *(uint4 *)(a.data + rank * a.bytes + i) = *(uint4 *)(box + i);
}

#define C1 "{%2}"
#define C2 "{%2, %3}"
#define C3 "{%2, %3, %4}"
#define C4 "{%2, %3, %4, %5}"
#define C5 "{%2, %3, %4, %5, %6}"
#define AT "r"(a.at[0]), "r"(a.at[1]), "r"(a.at[2]), "r"(a.at[3]), "r"(a.at[4])

#define LOAD(RANK) \
extern "C" __global__ void load_##RANK##d(const __grid_constant__ Map map, const __grid_constant__ Args a) \
{ \
    PLACE \
    prepare(a, box, bar); \
    if (threadIdx.x == 0) { \
        asm volatile("prefetch.tensormap [%0];" :: "l"(&map) : "memory"); \
        asm volatile("cp.async.bulk.tensor." #RANK "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " C##RANK "], [%7];" \
            :: "r"(to), "l"(&map), AT, "r"(bar) : "memory"); \
    } \
    finish(a, box, bar, 0); \
}
LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5)

#define O3 "{%8}"
#define O4 "{%8, %9}"
#define O5 "{%8, %9, %10}"
#define COLUMN(RANK) \
extern "C" __global__ void column_##RANK##d(const __grid_constant__ Map map, const __grid_constant__ Args a) \
{ \
    PLACE \
    prepare(a, box, bar); \
    if (threadIdx.x == 0) \
        asm volatile("cp.async.bulk.tensor." #RANK "d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, " C##RANK "], [%7], " O##RANK ";" \
            :: "r"(to), "l"(&map), AT, "r"(bar), "h"(a.by[0]), "h"(a.by[1]), "h"(a.by[2]) : "memory"); \
    finish(a, box, bar, 0); \
}
COLUMN(3) COLUMN(4) COLUMN(5)

// From shared memory: NAME, the instruction up to its operands.
#define STORE(NAME, RANK, START) \
extern "C" __global__ void NAME##_##RANK##d(const __grid_constant__ Map map, const __grid_constant__ Args a) \
{ \
    PLACE \
    (void)bar; \
    for (unsigned i = 16 * threadIdx.x; i < a.bytes; i += 16 * blockDim.x) *(uint4 *)(box + i) = *(uint4 *)(a.data + i); \
    asm volatile("fence.proxy.async;" ::: "memory"); \
    __syncthreads(); \
    if (threadIdx.x == 0) { \
        asm volatile(START " [%1, " C##RANK "], [%0];" :: "r"(to), "l"(&map), AT : "memory"); \
        asm volatile("cp.async.bulk.commit_group;" ::: "memory"); \
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); \
        a.answer[0] = 1; \
    } \
}
#define STORE_ALL(NAME, FRONT, BACK) \
    STORE(NAME, 1, FRONT ".1d" BACK) STORE(NAME, 2, FRONT ".2d" BACK) STORE(NAME, 3, FRONT ".3d" BACK) \
    STORE(NAME, 4, FRONT ".4d" BACK) STORE(NAME, 5, FRONT ".5d" BACK)
STORE_ALL(store, "cp.async.bulk.tensor", ".global.shared::cta.tile.bulk_group")
#define IM2COL ".global.shared::cta.im2col_no_offs.bulk_group"
STORE(column_store, 3, "cp.async.bulk.tensor.3d" IM2COL)
STORE(column_store, 4, "cp.async.bulk.tensor.4d" IM2COL)
STORE(column_store, 5, "cp.async.bulk.tensor.5d" IM2COL)
#define REDUCE(OP) STORE_ALL(OP, "cp.reduce.async.bulk.tensor", ".global.shared::cta." #OP ".tile.bulk_group")
REDUCE(add) REDUCE(min) REDUCE(max) REDUCE(inc) REDUCE(dec) REDUCE(and) REDUCE(or) REDUCE(xor)
STORE(column_add, 4, "cp.reduce.async.bulk.tensor.4d.global.shared::cta.add.im2col_no_offs.bulk_group")

// To every block of a cluster of four whose bit is set in `what`.
extern "C" __global__ void __cluster_dims__(4, 1, 1)
multicast_2d(const __grid_constant__ Map map, const __grid_constant__ Args a)
{
    PLACE
    unsigned rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    prepare(a, box, bar);
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
    if (rank == 1 && threadIdx.x == 0)
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%0], [%1, {%2, %3}], [%7], %8, %9;"
            :: "r"(to), "l"(&map), AT, "r"(bar), "h"((unsigned short)a.what), "l"(0x14F0000000000000ull) : "memory");
    Args mine = a;
    if (!(a.what >> rank & 1)) mine.expected = 0;
    finish(mine, box, bar, rank);
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}

#define FIELD(N, TEXT, TY, C) case N: asm volatile("tensormap.replace.tile." TEXT ".shared::cta.b1024." TY " [%0], %1;" :: "r"(s), C : "memory"); break;
#define ORDINAL(N, TEXT, TY, C) case N: switch (a.which) { \
    case 0: asm volatile("tensormap.replace.tile." TEXT ".shared::cta.b1024." TY " [%0], 0, %1;" :: "r"(s), C : "memory"); break; \
    case 1: asm volatile("tensormap.replace.tile." TEXT ".shared::cta.b1024." TY " [%0], 1, %1;" :: "r"(s), C : "memory"); break; \
    case 2: asm volatile("tensormap.replace.tile." TEXT ".shared::cta.b1024." TY " [%0], 2, %1;" :: "r"(s), C : "memory"); break; \
    case 3: asm volatile("tensormap.replace.tile." TEXT ".shared::cta.b1024." TY " [%0], 3, %1;" :: "r"(s), C : "memory"); break; \
    } break;
#define CONSTANT(N, TEXT, K) case N * 16 + K: asm volatile("tensormap.replace.tile." TEXT ".shared::cta.b1024.b32 [%0], " #K ";" :: "r"(s) : "memory"); break;

// A box by a map of which one field was replaced.
extern "C" __global__ void replace_3d(const __grid_constant__ Map map, const __grid_constant__ Args a)
{
    __shared__ alignas(128) Map here;
    PLACE
    prepare(a, box, bar);
    if (threadIdx.x < 16) here.words[threadIdx.x] = map.words[threadIdx.x];
    __syncthreads();
    unsigned s = in_shared(&here);
    unsigned word = (unsigned)a.value;
    if (threadIdx.x == 0) {
        switch (a.what) {
            FIELD(0, "global_address", "b64", "l"(a.value))
            FIELD(1, "rank", "b32", "r"(word))
            ORDINAL(2, "box_dim", "b32", "r"(word))
            ORDINAL(3, "global_dim", "b32", "r"(word))
            ORDINAL(4, "global_stride", "b64", "l"(a.value))
            ORDINAL(5, "element_stride", "b32", "r"(word))
            case 6: switch (word + 6 * 16) {
                CONSTANT(6, "elemtype", 0) CONSTANT(6, "elemtype", 1) CONSTANT(6, "elemtype", 2) CONSTANT(6, "elemtype", 3)
                CONSTANT(6, "elemtype", 4) CONSTANT(6, "elemtype", 5) CONSTANT(6, "elemtype", 6) CONSTANT(6, "elemtype", 7)
                CONSTANT(6, "elemtype", 8) CONSTANT(6, "elemtype", 9) CONSTANT(6, "elemtype", 10) CONSTANT(6, "elemtype", 11)
                CONSTANT(6, "elemtype", 12)
            } break;
            case 7: switch (word + 7 * 16) {
                CONSTANT(7, "interleave_layout", 0) CONSTANT(7, "interleave_layout", 1) CONSTANT(7, "interleave_layout", 2)
            } break;
            case 8: switch (word + 8 * 16) {
                CONSTANT(8, "swizzle_mode", 0) CONSTANT(8, "swizzle_mode", 1) CONSTANT(8, "swizzle_mode", 2) CONSTANT(8, "swizzle_mode", 3)
            } break;
            case 9: switch (word + 9 * 16) { CONSTANT(9, "fill_mode", 0) CONSTANT(9, "fill_mode", 1) } break;
        }
    }
    __syncwarp();
    if (threadIdx.x < 32)
        asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
            :: "l"(a.scratch), "r"(s) : "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" :: "l"(a.scratch) : "memory");
        asm volatile("cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%0, {%1, %2, %3}];" :: "l"(a.scratch), "r"(a.at[0]), "r"(a.at[1]), "r"(a.at[2]) : "memory");
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%7];"
            :: "r"(to), "l"(a.scratch), AT, "r"(bar) : "memory");
    }
    finish(a, box, bar, 0);
}
