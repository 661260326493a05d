// Complex arithmetic in single and double precision on numbers that each thread draws for itself: a generator of 63 bits
// that skips ahead to the thread's place, then products, quotients, conjugates and magnitudes.
#pragma once
#include "twin.h"
#include <math.h>

template <typename T> struct Complex {
    T re, im;
};

template <typename T> BOTH Complex<T> operator+(Complex<T> a, Complex<T> b) { return {a.re + b.re, a.im + b.im}; }
template <typename T> BOTH Complex<T> operator-(Complex<T> a, Complex<T> b) { return {a.re - b.re, a.im - b.im}; }
template <typename T> BOTH Complex<T> operator*(Complex<T> a, Complex<T> b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <typename T> BOTH T larger(T a, T b) { return a > b ? a : b; }
template <typename T> BOTH T positive(T a) { return a < 0 ? -a : a; }
BOTH float root(float x) { return sqrtf(x); }
BOTH double root(double x) { return sqrt(x); }

// Scaled, so that squares neither overflow nor vanish.
template <typename T> BOTH Complex<T> operator/(Complex<T> a, Complex<T> b) {
    const T scale = T(1) / (positive(b.re) + positive(b.im));
    const T ar = a.re * scale, ai = a.im * scale, br = b.re * scale, bi = b.im * scale;
    const T over = T(1) / (br * br + bi * bi);
    return {(ar * br + ai * bi) * over, (ai * br - ar * bi) * over};
}
template <typename T> BOTH T magnitude(Complex<T> a) {
    const T x = larger(positive(a.re), positive(a.im)), y = positive(a.re) + positive(a.im) - x;
    if (x == 0) return y;
    const T part = y / x;
    return x * root(T(1) + part * part);
}
template <typename T> BOTH Complex<T> conjugate(Complex<T> a) { return {a.re, -a.im}; }

const uint64_t MASK = 0x7fffffffffffffffu;

// The generator's state `n` steps after `seed`.
BOTH uint64_t skipped(uint64_t seed, uint64_t n) {
    uint64_t a = 2806196910506780709u, c = 1, by = 1, plus = 0;
    while (n > 0) {
        if (n & 1) {
            by *= a;
            plus = plus * a + c;
        }
        c *= a + 1;
        a *= a;
        n >>= 1;
    }
    return (by * seed + plus) & MASK;
}

template <typename T> BOTH T drawn(uint64_t *seed) {
    *seed = (2806196910506780709u * *seed + 1) & MASK;
    return T(*seed) / T(MASK);
}

// 16 identities between four numbers; how many of them hold, and a sum of what was computed.
template <typename T> BOTH T identities(int i) {
    const T near = sizeof(T) == 4 ? T(1e-3) : T(1e-9);
    uint64_t seed = skipped(1, uint64_t(i) * 8);
    Complex<T> z[4];
    for (int n = 0; n < 4; n++) {
        z[n].re = drawn<T>(&seed);
        z[n].im = drawn<T>(&seed);
    }
    T sum = 0;
    for (int n = 0; n < 4; n++) {
        const Complex<T> a = z[n], b = z[(n + 1) % 4];
        const T m = magnitude(a);
        sum += magnitude(a * b) - m * magnitude(b) < near;
        sum += magnitude(a / b * b - a) < near;
        sum += magnitude(a * conjugate(a)) - m * m < near;
        sum += magnitude((a + b) / a) * m;
    }
    return sum;
}
