/* Random numbers in kernels: XORWOW, Philox4x32-10 and MRG32k3a, with the numbers of CUDA's generators, and
   Sobol's sequences. */
#ifndef HIPRAND_KERNEL_H
#define HIPRAND_KERNEL_H

/* Include guard of AMD's header, by which translated programs detect the library. */
#ifndef HIPRAND_KERNEL_H_
#define HIPRAND_KERNEL_H_
#endif

#include <hiprand/hiprand_types.h>
#include <hiprand/kernel/xorwow.h>
#include <hiprand/kernel/philox.h>
#include <hiprand/kernel/mrg32k3a.h>
#include <hiprand/kernel/uniform.h>
#include <hiprand/kernel/normal.h>
#include <hiprand/kernel/poisson.h>
#include <hiprand/kernel/sobol.h>

typedef hiprandStateXORWOW_t hiprandState_t;
typedef hiprandStateXORWOW_t hiprandState;

#endif
