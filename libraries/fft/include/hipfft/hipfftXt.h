/* Other place of hipfft/hipfft.h. */
#ifndef HIPFFT_HIPFFTXT_H_FORWARD
#define HIPFFT_HIPFFTXT_H_FORWARD
#include <hipfft/hipfft.h>
#endif
