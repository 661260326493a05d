// Integrals by adaptive quadrature: a kernel looks at a piece and, where it is not smooth enough, launches itself for the halves.
#pragma once

#include <cuda_runtime.h>

struct Piece {
    double from, to;
    int depth;
};

// Launches from host and device alike.
#define LAUNCH(kernel, grid, block, stream, ...) kernel<<<(grid), (block), 0, (stream)>>>(__VA_ARGS__)

// In units of 2^-40, as sums of integers do not depend on their order.
constexpr double kUnit = 1099511627776.0;

// Counts launches; in a unit of its own.
__global__ void count_launch(unsigned *launches);

template <class Function>
__device__ double simpson(Function f, double a, double b)
{
    return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
}

template <class Function, int kDeepest = 24>
__global__ void integrate(Function f, Piece piece, unsigned long long *sum, unsigned *launches, double tolerance = 1e-9);

// The halves of a piece, or what it sums to.
template <class Function, int kDeepest>
__device__ void divide(Function f, Piece piece, unsigned long long *sum, unsigned *launches, double tolerance)
{
    const double middle = (piece.from + piece.to) / 2;
    const double whole = simpson(f, piece.from, piece.to);
    const double halves = simpson(f, piece.from, middle) + simpson(f, middle, piece.to);
    if (fabs(whole - halves) <= tolerance || piece.depth >= kDeepest) {
        atomicAdd(sum, static_cast<unsigned long long>(static_cast<long long>(halves * kUnit)));
        return;
    }
    LAUNCH(count_launch, 1, 1, cudaStreamFireAndForget, launches);
    integrate<Function, kDeepest><<<1, 2>>>(f, {piece.from, piece.to, piece.depth + 1}, sum, launches, tolerance / 2);
}

// Each of two threads takes a half.
template <class Function, int kDeepest>
__global__ void integrate(Function f, Piece piece, unsigned long long *sum, unsigned *launches, double tolerance)
{
    const double middle = (piece.from + piece.to) / 2;
    const Piece half = threadIdx.x == 0 ? Piece{piece.from, middle, piece.depth} : Piece{middle, piece.to, piece.depth};
    divide<Function, kDeepest>(f, half, sum, launches, tolerance);
}
