#include <curand.h>
#include <curand_kernel.h>
#include <curand_normal.h>
#include <curand_uniform.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>
