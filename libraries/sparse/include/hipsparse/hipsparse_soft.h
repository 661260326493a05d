/* Written by `cargo xtask check --write` from the tables in libraries/sparse/api: change those. */
#ifndef HIPSPARSE_HIPSPARSE_SOFT_H
#define HIPSPARSE_HIPSPARSE_SOFT_H

#include <hipsparse/hipsparse.h>


#if defined(__cplusplus)
extern "C" {
#endif

hipsparseStatus_t hipsparseExtBsrSetStridedBatch(hipsparseSpMatDescr_t spMatDescr, int batchCount, int64_t offsetsBatchStride, int64_t columnsBatchStride, int64_t valuesBatchStride);
hipsparseStatus_t hipsparseExtCcsr2gebsr_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, const hipsparseMatDescr_t csr_descr, const hipComplex *csrVal, const int *csrRowPtr, const int *csrColInd, int rowBlockDim, int colBlockDim, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseExtCgebsr2gebsc_bufferSize(hipsparseHandle_t handle, int mb, int nb, int nnzb, const hipComplex *bsrVal, const int *bsrRowPtr, const int *bsrColInd, int rowBlockDim, int colBlockDim, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseExtCreateBsr(hipsparseSpMatDescr_t *spMatDescr, int64_t brows, int64_t bcols, int64_t bnnz, int64_t rowBlockSize, int64_t colBlockSize, void *bsrRowOffsets, void *bsrColInd, void *bsrValues, hipsparseIndexType_t bsrRowOffsetsType, hipsparseIndexType_t bsrColIndType, hipsparseIndexBase_t idxBase, hipDataType valueType, hipsparseOrder_t order);
hipsparseStatus_t hipsparseExtCreateConstBsr(hipsparseConstSpMatDescr_t *spMatDescr, int64_t brows, int64_t bcols, int64_t bnnz, int64_t rowBlockSize, int64_t colBlockSize, const void *bsrRowOffsets, const void *bsrColInd, const void *bsrValues, hipsparseIndexType_t bsrRowOffsetsType, hipsparseIndexType_t bsrColIndType, hipsparseIndexBase_t idxBase, hipDataType valueType, hipsparseOrder_t order);
hipsparseStatus_t hipsparseExtCreateConstSlicedEll(hipsparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, int64_t sellValuesSize, int64_t sliceSize, const void *sellSliceOffsets, const void *sellColInd, const void *sellValues, hipsparseIndexType_t sellSliceOffsetsType, hipsparseIndexType_t sellColIndType, hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t hipsparseExtCreateSlicedEll(hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, int64_t sellValuesSize, int64_t sliceSize, void *sellSliceOffsets, void *sellColInd, void *sellValues, hipsparseIndexType_t sellSliceOffsetsType, hipsparseIndexType_t sellColIndType, hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t hipsparseExtDcsr2gebsr_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, const hipsparseMatDescr_t csr_descr, const double *csrVal, const int *csrRowPtr, const int *csrColInd, int rowBlockDim, int colBlockDim, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseExtDgebsr2gebsc_bufferSize(hipsparseHandle_t handle, int mb, int nb, int nnzb, const double *bsrVal, const int *bsrRowPtr, const int *bsrColInd, int rowBlockDim, int colBlockDim, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseExtScsr2gebsr_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, const hipsparseMatDescr_t csr_descr, const float *csrVal, const int *csrRowPtr, const int *csrColInd, int rowBlockDim, int colBlockDim, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseExtSgebsr2gebsc_bufferSize(hipsparseHandle_t handle, int mb, int nb, int nnzb, const float *bsrVal, const int *bsrRowPtr, const int *bsrColInd, int rowBlockDim, int colBlockDim, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseExtSpGEMM_estimateMemory(hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha, hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta, hipsparseSpMatDescr_t matC, hipDataType computeType, hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t spgemmDescr, float chunkFraction, size_t *bufferSize3, void *externalBuffer3, size_t *bufferSize2);
hipsparseStatus_t hipsparseExtSpGEMM_getNumProducts(hipsparseSpGEMMDescr_t spgemmDescr, int64_t *numProds);
hipsparseStatus_t hipsparseExtSpSM_updateMatrix(hipsparseHandle_t handle, hipsparseSpSMDescr_t spsmDescr, void *newValues, hipsparseSpSMUpdate_t updatePart);
hipsparseStatus_t hipsparseExtSpSV_updateMatrix(hipsparseHandle_t handle, hipsparseSpSVDescr_t spsvDescr, void *newValues, hipsparseSpSVUpdate_t updatePart);
hipsparseStatus_t hipsparseExtZcsr2gebsr_bufferSize(hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, const hipsparseMatDescr_t csr_descr, const hipDoubleComplex *csrVal, const int *csrRowPtr, const int *csrColInd, int rowBlockDim, int colBlockDim, int *pBufferSizeInBytes);
hipsparseStatus_t hipsparseExtZgebsr2gebsc_bufferSize(hipsparseHandle_t handle, int mb, int nb, int nnzb, const hipDoubleComplex *bsrVal, const int *bsrRowPtr, const int *bsrColInd, int rowBlockDim, int colBlockDim, int *pBufferSizeInBytes);

#if defined(__cplusplus)
}
#endif
#endif
