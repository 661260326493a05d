/* Written by `cargo xtask check --write` from the tables in libraries/fft/api: change those. */
#ifndef HIPFFT_HIPFFT_H
#define HIPFFT_HIPFFT_H

#include <hipfft/hipfft_types.h>

#if defined(__cplusplus)
extern "C" {
#endif

hipfftResult hipfftCreate(hipfftHandle *plan);
hipfftResult hipfftDestroy(hipfftHandle plan);
hipfftResult hipfftEstimate1d(int nx, hipfftType kind, int batch, size_t *workSize);
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType kind, size_t *workSize);
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType kind, size_t *workSize);
hipfftResult hipfftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, hipfftType kind, int batch, size_t *workSize);
hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex *idata, hipfftComplex *odata, int direction);
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex *idata, hipfftReal *odata);
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal *idata, hipfftDoubleComplex *odata);
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal *idata, hipfftComplex *odata);
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex *idata, hipfftDoubleReal *odata);
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex *idata, hipfftDoubleComplex *odata, int direction);
hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double scalefactor);
hipfftResult hipfftGetProperty(hipfftLibraryPropertyType which, int *value);
hipfftResult hipfftGetSize(hipfftHandle plan, size_t *workSize);
hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType kind, int batch, size_t *workSize);
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType kind, size_t *workSize);
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType kind, size_t *workSize);
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, hipfftType kind, int batch, size_t *workSize);
hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long int *n, long long int *inembed, long long int istride, long long int idist, long long int *onembed, long long int ostride, long long int odist, hipfftType kind, long long int batch, size_t *workSize);
hipfftResult hipfftGetVersion(int *version);
hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType kind, int batch, size_t *workSize);
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType kind, size_t *workSize);
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType kind, size_t *workSize);
hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, hipfftType kind, int batch, size_t *workSize);
hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long int *n, long long int *inembed, long long int istride, long long int idist, long long int *onembed, long long int ostride, long long int odist, hipfftType kind, long long int batch, size_t *workSize);
hipfftResult hipfftPlan1d(hipfftHandle *plan, int nx, hipfftType kind, int batch);
hipfftResult hipfftPlan2d(hipfftHandle *plan, int nx, int ny, hipfftType kind);
hipfftResult hipfftPlan3d(hipfftHandle *plan, int nx, int ny, int nz, hipfftType kind);
hipfftResult hipfftPlanMany(hipfftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, hipfftType kind, int batch);
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int autoAllocate);
hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream);
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void *workArea);
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType cbtype);
hipfftResult hipfftXtExec(hipfftHandle plan, void *input, void *output, int direction);
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long int *n, long long int *inembed, long long int istride, long long int idist, hipDataType inputType, long long int *onembed, long long int ostride, long long int odist, hipDataType outputType, long long int batch, size_t *workSize, hipDataType executionType);
hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long int *n, long long int *inembed, long long int istride, long long int idist, hipDataType inputType, long long int *onembed, long long int ostride, long long int odist, hipDataType outputType, long long int batch, size_t *workSize, hipDataType executionType);
hipfftResult hipfftXtSetCallback(hipfftHandle plan, void **callbacks, hipfftXtCallbackType cbtype, void **callbackData);
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType cbtype, size_t sharedSize);

#if defined(__cplusplus)
}
#endif
#endif
