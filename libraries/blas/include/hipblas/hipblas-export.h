/* Old place of what hipblas.h has. */
#ifndef HIPBLAS_EXPORT_H
#define HIPBLAS_EXPORT_H
#include <hipblas/hipblas_types.h>
#endif
