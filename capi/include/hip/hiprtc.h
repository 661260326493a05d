/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIPRTC_H
#define HIPRTC_H

#include <hip/hip_runtime_api.h>

#define HIPRTC_JIT_CACHE_MODE hipJitOptionCacheMode
#define HIPRTC_JIT_ERROR_LOG_BUFFER hipJitOptionErrorLogBuffer
#define HIPRTC_JIT_ERROR_LOG_BUFFER_SIZE_BYTES hipJitOptionErrorLogBufferSizeBytes
#define HIPRTC_JIT_FALLBACK_STRATEGY hipJitOptionFallbackStrategy
#define HIPRTC_JIT_FAST_COMPILE hipJitOptionFastCompile
#define HIPRTC_JIT_GENERATE_DEBUG_INFO hipJitOptionGenerateDebugInfo
#define HIPRTC_JIT_GENERATE_LINE_INFO hipJitOptionGenerateLineInfo
#define HIPRTC_JIT_INFO_LOG_BUFFER hipJitOptionInfoLogBuffer
#define HIPRTC_JIT_INFO_LOG_BUFFER_SIZE_BYTES hipJitOptionInfoLogBufferSizeBytes
#define HIPRTC_JIT_INPUT_CUBIN hipJitInputCubin
#define HIPRTC_JIT_INPUT_FATBINARY hipJitInputFatBinary
#define HIPRTC_JIT_INPUT_LIBRARY hipJitInputLibrary
#define HIPRTC_JIT_INPUT_LLVM_ARCHIVES_OF_BUNDLED_BITCODE hipJitInputLLVMArchivesOfBundledBitcode
#define HIPRTC_JIT_INPUT_LLVM_BITCODE hipJitInputLLVMBitcode
#define HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE hipJitInputLLVMBundledBitcode
#define HIPRTC_JIT_INPUT_NVVM hipJitInputNvvm
#define HIPRTC_JIT_INPUT_OBJECT hipJitInputObject
#define HIPRTC_JIT_INPUT_PTX hipJitInputPtx
#define HIPRTC_JIT_LOG_VERBOSE hipJitOptionLogVerbose
#define HIPRTC_JIT_MAX_REGISTERS hipJitOptionMaxRegisters
#define HIPRTC_JIT_NEW_SM3X_OPT hipJitOptionSm3xOpt
#define HIPRTC_JIT_NUM_INPUT_TYPES hipJitNumInputTypes
#define HIPRTC_JIT_NUM_LEGACY_INPUT_TYPES hipJitNumLegacyInputTypes
#define HIPRTC_JIT_NUM_OPTIONS hipJitOptionNumOptions
#define HIPRTC_JIT_OPTIMIZATION_LEVEL hipJitOptionOptimizationLevel
#define HIPRTC_JIT_TARGET hipJitOptionTarget
#define HIPRTC_JIT_TARGET_FROM_HIPCONTEXT hipJitOptionTargetFromContext
#define HIPRTC_JIT_THREADS_PER_BLOCK hipJitOptionThreadsPerBlock
#define HIPRTC_JIT_WALL_TIME hipJitOptionWallTime
#define hiprtcJITInputType hipJitInputType
#define hiprtcJIT_option hipJitOption

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum hiprtcResult {
    HIPRTC_SUCCESS = 0,
    HIPRTC_ERROR_OUT_OF_MEMORY = 1,
    HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    HIPRTC_ERROR_INVALID_INPUT = 3,
    HIPRTC_ERROR_INVALID_PROGRAM = 4,
    HIPRTC_ERROR_INVALID_OPTION = 5,
    HIPRTC_ERROR_COMPILATION = 6,
    HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    HIPRTC_ERROR_INTERNAL_ERROR = 11,
    HIPRTC_ERROR_LINKING = 100,
} hiprtcResult;

typedef struct ihiprtcLinkState * hiprtcLinkState;
typedef struct _hiprtcProgram * hiprtcProgram;

/* HIPRTC */
hiprtcResult hiprtcAddNameExpression(hiprtcProgram prog, const char * name_expression);
hiprtcResult hiprtcCompileProgram(hiprtcProgram prog, int numOptions, const char *const * options);
hiprtcResult hiprtcCreateProgram(hiprtcProgram * prog, const char * src, const char * name, int numHeaders, const char *const * headers, const char *const * includeNames);
hiprtcResult hiprtcDestroyProgram(hiprtcProgram * prog);
hiprtcResult hiprtcGetBitcode(hiprtcProgram prog, char * bitcode);
hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram prog, size_t * bitcode_size);
hiprtcResult hiprtcGetCode(hiprtcProgram prog, char * code);
hiprtcResult hiprtcGetCodeSize(hiprtcProgram prog, size_t * codeSizeRet);
const char * hiprtcGetErrorString(hiprtcResult result);
hiprtcResult hiprtcGetLoweredName(hiprtcProgram prog, const char * name_expression, const char ** lowered_name);
hiprtcResult hiprtcGetProgramLog(hiprtcProgram prog, char * log);
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram prog, size_t * logSizeRet);
hiprtcResult hiprtcLinkAddData(hiprtcLinkState hip_link_state, hipJitInputType input_type, void * image, size_t image_size, const char * name, unsigned int num_options, hipJitOption * options_ptr, void ** option_values);
hiprtcResult hiprtcLinkAddFile(hiprtcLinkState hip_link_state, hipJitInputType input_type, const char * file_path, unsigned int num_options, hipJitOption * options_ptr, void ** option_values);
hiprtcResult hiprtcLinkComplete(hiprtcLinkState hip_link_state, void ** bin_out, size_t * size_out);
hiprtcResult hiprtcLinkCreate(unsigned int num_options, hipJitOption * option_ptr, void ** option_vals_pptr, hiprtcLinkState * hip_link_state_ptr);
hiprtcResult hiprtcLinkDestroy(hiprtcLinkState hip_link_state);
hiprtcResult hiprtcVersion(int * major, int * minor);

#if defined(__cplusplus)
}
#endif
#endif
