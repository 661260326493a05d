#include <cuComplex.h>

cuDoubleComplex root(cuDoubleComplex z, cuFloatComplex w)
{
    cuComplex c = make_cuComplex(1.0f, 0.0f);
    w = cuCmulf(cuCaddf(w, c), cuConjf(w));
    z = cuCmul(z, make_cuDoubleComplex(cuCreal(z), cuCimag(z)));
    return cuCdiv(z, cuComplexFloatToDouble(w));
}
