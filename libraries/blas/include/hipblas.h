/* Old place of hipblas/hipblas.h. */
#ifndef HIPBLAS_FORWARD_H
#define HIPBLAS_FORWARD_H
#include <hipblas/hipblas.h>
#endif
