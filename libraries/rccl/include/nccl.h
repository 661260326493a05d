/* NCCL's name of rccl/rccl.h. */
#ifndef HIP_NCCL_H
#define HIP_NCCL_H
#include <rccl/rccl.h>
#endif
