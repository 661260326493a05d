// Double precision, for the files that are included once for each.
#define REAL double
#define BITS unsigned long long
#define SIGNED long long
#define BITS_COUNT 64
#define FRACTION 52
#define BIAS 1023
#define SIGN 0x8000000000000000ull
#define FIELD 0x7ff0000000000000ull
#define INFINITE __builtin_inf()
#define NOT_A_NUMBER __builtin_nan("")
#define LEADING_ZEROS __builtin_clzll
#define FMA __builtin_fma
#define SQRT __builtin_sqrt
#define ROUND __builtin_rint
#define TRUNCATE __builtin_trunc
#define TINY 0x1p-28
#define EXP_LIMIT 760.0
#define POW_LIMIT 0x1p70
#define QUICK_PERIODS 1e6
#define CHUNK 11
#define F(name) name##_d
#define K(name) name##_d
// A number as a sum of two, a constant in that form, and a polynomial by its coefficients.
#define TWO F(two)
#define CONSTANT(name) F(pair)(K(name)[0], K(name)[1])
#define POLY(x, name) F(poly)((x), K(name), sizeof K(name) / sizeof K(name)[0])
