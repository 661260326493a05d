// Single precision, for the files that are included once for each.
#define REAL float
#define BITS unsigned
#define SIGNED int
#define BITS_COUNT 32
#define FRACTION 23
#define BIAS 127
#define SIGN 0x80000000u
#define FIELD 0x7f800000u
#define INFINITE __builtin_inff()
#define NOT_A_NUMBER __builtin_nanf("")
#define LEADING_ZEROS __builtin_clz
#define FMA __builtin_fmaf
#define SQRT __builtin_sqrtf
#define ROUND __builtin_rintf
#define TRUNCATE __builtin_truncf
#define TINY 0x1p-13f
#define EXP_LIMIT 110.0f
#define POW_LIMIT 0x1p40f
#define QUICK_PERIODS 1e5f
#define CHUNK 8
#define F(name) name##_f
#define K(name) name##_f
// A number as a sum of two, a constant in that form, and a polynomial by its coefficients.
#define TWO F(two)
#define CONSTANT(name) F(pair)(K(name)[0], K(name)[1])
#define POLY(x, name) F(poly)((x), K(name), sizeof K(name) / sizeof K(name)[0])
