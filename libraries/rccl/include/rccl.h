/* Older place of rccl/rccl.h. */
#ifndef RCCL_H_OLD_PLACE
#define RCCL_H_OLD_PLACE
#include <rccl/rccl.h>
#endif
