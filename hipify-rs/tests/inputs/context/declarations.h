#pragma once
typedef struct CUctx_st *CUcontext;
typedef int CUdevice;
CUresult CUDAAPI cuCtxCreate(CUcontext *pctx, unsigned int flags, CUdevice dev);
CUresult cuCtxCreate_v2(CUcontext *, unsigned int, CUdevice);
