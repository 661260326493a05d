/*CASE
{"about":"single precision math library with -use_fast_math over ordinary and large arguments","tags":["f32","libm","approx"],"nvcc":["-use_fast_math"],"variants":["O0"],
 "buffers":{"x":"f32 256 uniform(481,-10,10)","big":"f32 256 uniform(482,-1000000,1000000)","p":"f32 256 uniform(483,0.001,30)","u":"f32 256 uniform(484,-1,1)","o":"f32 256*44 zeros out"},
 "launches":["m 2 128 : x big p u o"]}
CASE*/
extern "C" __global__ void m(const float* x, const float* big, const float* p, const float* u, float* o) {
  int g = blockIdx.x * 128 + threadIdx.x, k = 0;
  float a = x[g], b = big[g], c = p[g], d = u[g];
#define W(e) o[256 * k++ + g] = (e)
  W(sinf(a)); W(cosf(a)); W(sinf(b)); W(cosf(b)); W(tanf(d * 1.5f)); W(asinf(d)); W(acosf(d)); W(atanf(a)); W(atan2f(a, d)); W(expf(a * 3)); W(exp2f(a)); W(exp10f(a));
  W(expm1f(d)); W(logf(c)); W(log2f(c)); W(log10f(c)); W(log1pf(c)); W(powf(c, d * 4)); W(powf(-c, (float)(g % 7 - 3))); W(sqrtf(c)); W(cbrtf(a)); W(rcbrtf(c)); W(hypotf(a, c)); W(sinhf(d)); W(coshf(a * .5f)); W(tanhf(a * .3f));
  W(asinhf(a)); W(acoshf(c + 1)); W(atanhf(d)); W(erff(d * 2)); W(erfcf(d * 2)); W(lgammaf(c + .5f)); W(tgammaf(c * .2f + .5f)); W(fmodf(b, c)); W(remainderf(b, c)); W(sinpif(a)); W(cospif(a)); W(j0f(c)); W(normcdff(d)); W(erfinvf(d * .9f));
  float s, q;
  sincosf(a, &s, &q);
  W(s - q);
  int e;
  W(frexpf(c, &e)); W((float)e);
  W(norm3df(a, c, d));
}
