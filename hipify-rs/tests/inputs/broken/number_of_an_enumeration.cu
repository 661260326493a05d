int flags = CUgreenCtxCreate_flags::CU_GREEN_CTX_DEFAULT_STREAM;
int other = ::CU_GREEN_CTX_DEFAULT_STREAM, more = CUstream_flags :: CU_GREEN_CTX_DEFAULT_STREAM;
unsigned f() { return ::CU_GREEN_CTX_DEFAULT_STREAM; }
