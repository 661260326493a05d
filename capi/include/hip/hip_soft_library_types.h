/* Properties of libraries by CUDA's names. They are objects of this type, not macros: as in CUDA, a program may
 * define macros of these names afterwards. */
#ifndef HIP_SOFT_LIBRARY_TYPES_H
#define HIP_SOFT_LIBRARY_TYPES_H

#include <hip/hip_runtime_api.h>

__attribute__((unused)) static const hipLibraryPropertyType MAJOR_VERSION = HIP_LIBRARY_MAJOR_VERSION;
__attribute__((unused)) static const hipLibraryPropertyType MINOR_VERSION = HIP_LIBRARY_MINOR_VERSION;
__attribute__((unused)) static const hipLibraryPropertyType PATCH_LEVEL = HIP_LIBRARY_PATCH_LEVEL;

#endif
