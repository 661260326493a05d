/* Old place of what hipblas.h has. */
#ifndef HIPBLAS_VERSION_H
#define HIPBLAS_VERSION_H
#include <hipblas/hipblas_types.h>
#endif
