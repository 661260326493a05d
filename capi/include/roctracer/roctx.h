/* The older place of rocTX. */
#include <rocprofiler-sdk-roctx/roctx.h>
