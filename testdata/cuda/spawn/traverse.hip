// Breadth-first search, shortest paths, colouring: a thread a vertex, whose work is the vertices beside it.
// Each thread does it itself (how 0), launches a grid for it (1), or asks who should (2).
// Compiled by hipcc with clang 19: hipcc -ptx -O2 -arch=sm_80
#include <hip/hip_runtime.h>
#include "ask.h"

struct Graph {
    const unsigned *first;
    const unsigned *beside;
};

__device__ unsigned my_vertex(const unsigned *list, unsigned count, bool &there)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    there = at < count;
    return there ? list[at] : 0;
}

// SplitMix64's first word.
__device__ unsigned long long word_of(unsigned long long seed)
{
    unsigned long long word = seed + 0x9E3779B97F4A7C15ull;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
}

// ---- breadth-first search

__device__ void reach(unsigned other, unsigned *level, unsigned next, unsigned *queue, unsigned *tail)
{
    if (atomicCAS(&level[other], ~0u, next) == ~0u)
        queue[atomicAdd(tail, 1)] = other;
}

__global__ void bfs_edges(const unsigned *beside, unsigned count, unsigned *level, unsigned next, unsigned *queue,
                          unsigned *tail)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count)
        reach(beside[at], level, next, queue, tail);
}
__device__ const hipExtChild launch_bfs(bfs_edges);

extern "C" __global__ void bfs(Graph graph, const unsigned *front, unsigned count, unsigned *level, unsigned next,
                               unsigned *queue, unsigned *tail, int how)
{
    bool there;
    unsigned vertex = my_vertex(front, count, there);
    if (!there)
        return;
    const unsigned *beside = graph.beside + graph.first[vertex];
    unsigned edges = graph.first[vertex + 1] - graph.first[vertex];
    work(how, edges,
         [&](dim3 grid, dim3 block) {
             return launch_bfs(grid, block, 0, hipExtStreamFireAndForget, beside, edges, level, next, queue, tail);
         },
         [&](unsigned at) { reach(beside[at], level, next, queue, tail); });
}

// ---- shortest paths

__device__ void relax(unsigned vertex, unsigned other, unsigned from, unsigned *distance, unsigned *queued,
                      unsigned round, unsigned *queue, unsigned *tail)
{
    unsigned low = min(vertex, other), high = max(vertex, other);
    unsigned through = from + 1 + (unsigned)(word_of((unsigned long long)low << 32 | high) >> 60);
    if (through < atomicMin(&distance[other], through) && atomicExch(&queued[other], round) != round)
        queue[atomicAdd(tail, 1)] = other;
}

__global__ void sssp_edges(const unsigned *beside, unsigned count, unsigned vertex, unsigned from, unsigned *distance,
                           unsigned *queued, unsigned round, unsigned *queue, unsigned *tail)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count)
        relax(vertex, beside[at], from, distance, queued, round, queue, tail);
}
__device__ const hipExtChild launch_sssp(sssp_edges);

extern "C" __global__ void sssp(Graph graph, const unsigned *list, unsigned count, unsigned *distance,
                                unsigned *queued, unsigned round, unsigned *queue, unsigned *tail, int how)
{
    bool there;
    unsigned vertex = my_vertex(list, count, there);
    if (!there)
        return;
    const unsigned *beside = graph.beside + graph.first[vertex];
    unsigned edges = graph.first[vertex + 1] - graph.first[vertex];
    unsigned from = atomicAdd(&distance[vertex], 0);
    work(how, edges,
         [&](dim3 grid, dim3 block) {
             return launch_sssp(grid, block, 0, hipExtStreamFireAndForget, beside, edges, vertex, from, distance,
                                queued, round, queue, tail);
         },
         [&](unsigned at) { relax(vertex, beside[at], from, distance, queued, round, queue, tail); });
}

// ---- colouring

__device__ bool comes_after(const unsigned *first, unsigned vertex, unsigned other)
{
    unsigned own = first[vertex + 1] - first[vertex], its = first[other + 1] - first[other];
    return its > own || (its == own && word_of(other) > word_of(vertex));
}

__device__ void compare(const unsigned *first, unsigned vertex, unsigned other, const unsigned *colour, unsigned *blocked)
{
    if (colour[other] == ~0u && comes_after(first, vertex, other))
        blocked[vertex] = 1;
}

__global__ void gc_edges(const unsigned *first, const unsigned *beside, unsigned count, unsigned vertex,
                         const unsigned *colour, unsigned *blocked)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count)
        compare(first, vertex, beside[at], colour, blocked);
}
__device__ const hipExtChild launch_gc(gc_edges);

extern "C" __global__ void gc(Graph graph, const unsigned *left, unsigned count, const unsigned *colour,
                              unsigned *blocked, int how)
{
    bool there;
    unsigned vertex = my_vertex(left, count, there);
    if (!there)
        return;
    const unsigned *beside = graph.beside + graph.first[vertex];
    unsigned edges = graph.first[vertex + 1] - graph.first[vertex];
    work(how, edges,
         [&](dim3 grid, dim3 block) {
             return launch_gc(grid, block, 0, hipExtStreamFireAndForget, graph.first, beside, edges, vertex, colour,
                              blocked);
         },
         [&](unsigned at) { compare(graph.first, vertex, beside[at], colour, blocked); });
}

// Who is blocked by nobody gets the round's colour; the others stay.
extern "C" __global__ void gc_assign(const unsigned *left, unsigned count, unsigned *colour, unsigned *blocked,
                                     unsigned round, unsigned *queue, unsigned *tail)
{
    bool there;
    unsigned vertex = my_vertex(left, count, there);
    if (!there)
        return;
    if (blocked[vertex]) {
        blocked[vertex] = 0;
        queue[atomicAdd(tail, 1)] = vertex;
    } else {
        colour[vertex] = round;
    }
}
