//! Written by `cargo xtask check --write` from cuda-compat/cusolver/api and libraries/solver/api: change those.
//!
//! CUDA's functions: those of HIP's library, those of `own`, and those that are missing.

use crate::{numbers, own};
use forward::Pointer;

#[rustfmt::skip]
forward::forwards! {
    ["libcusolver.so.11"] |code| numbers::STATUS.cuda(code);
    cusolverDnCCgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnCCgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnCCgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnCCgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnCCgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnCCgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnCCgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnCCgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnCEgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnCCgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnCEgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnCCgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnCEgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnCCgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnCEgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnCCgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnCKgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnCCgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnCKgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnCCgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnCKgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnCCgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnCKgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnCCgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnCYgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnCCgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnCYgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnCCgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnCYgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnCCgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnCYgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnCCgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnCgeqrf(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, tau: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnCgeqrf(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, tau => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnCgeqrf_bufferSize(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnCgeqrf_bufferSize(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnCgesvd(handle: Pointer, jobu: i8, jobv: i8, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, rwork: Pointer, devInfo: Pointer) = hipsolverDnCgesvd(handle => Pointer, jobu => i8, jobv => i8, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, rwork => Pointer, devInfo => Pointer);
    cusolverDnCgesvd_bufferSize(handle: Pointer, m: i32, n: i32, lwork: Pointer) = hipsolverDnCgesvd_bufferSize(handle => Pointer, m => i32, n => i32, lwork => Pointer);
    cusolverDnCgesvdaStridedBatched(handle: Pointer, jobz: u32, rank: i32, m: i32, n: i32, A: Pointer, lda: i32, strideA: i64, S: Pointer, strideS: i64, U: Pointer, ldu: i32, strideU: i64, V: Pointer, ldv: i32, strideV: i64, work: Pointer, lwork: i32, devInfo: Pointer, hRnrmF: Pointer, batch_count: i32) = hipsolverDnCgesvdaStridedBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, rank => i32, m => i32, n => i32, A => Pointer, lda => i32, strideA => i64, S => Pointer, strideS => i64, U => Pointer, ldu => i32, strideU => i64, V => Pointer, ldv => i32, strideV => i64, work => Pointer, lwork => i32, devInfo => Pointer, hRnrmF => Pointer, batch_count => i32);
    cusolverDnCgesvdaStridedBatched_bufferSize(handle: Pointer, jobz: u32, rank: i32, m: i32, n: i32, A: Pointer, lda: i32, strideA: i64, S: Pointer, strideS: i64, U: Pointer, ldu: i32, strideU: i64, V: Pointer, ldv: i32, strideV: i64, lwork: Pointer, batch_count: i32) = hipsolverDnCgesvdaStridedBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, rank => i32, m => i32, n => i32, A => Pointer, lda => i32, strideA => i64, S => Pointer, strideS => i64, U => Pointer, ldu => i32, strideU => i64, V => Pointer, ldv => i32, strideV => i64, lwork => Pointer, batch_count => i32);
    cusolverDnCgesvdj(handle: Pointer, jobz: u32, econ: i32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnCgesvdj(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnCgesvdjBatched(handle: Pointer, jobz: u32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer, batch_count: i32) = hipsolverDnCgesvdjBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer, batch_count => i32);
    cusolverDnCgesvdjBatched_bufferSize(handle: Pointer, jobz: u32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, lwork: Pointer, params: Pointer, batch_count: i32) = hipsolverDnCgesvdjBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, lwork => Pointer, params => Pointer, batch_count => i32);
    cusolverDnCgesvdj_bufferSize(handle: Pointer, jobz: u32, econ: i32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, lwork: Pointer, params: Pointer) = hipsolverDnCgesvdj_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, lwork => Pointer, params => Pointer);
    cusolverDnCgetrf(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, work: Pointer, devIpiv: Pointer, devInfo: Pointer) = hipsolverDnCgetrf(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, work => Pointer, devIpiv => Pointer, devInfo => Pointer);
    cusolverDnCgetrf_bufferSize(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnCgetrf_bufferSize(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnCgetrs(handle: Pointer, trans: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, devInfo: Pointer) = hipsolverDnCgetrs(handle => Pointer, numbers::OPERATION.hip(trans) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, devInfo => Pointer);
    cusolverDnCheevd(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnCheevd(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnCheevd_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer) = hipsolverDnCheevd_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer);
    cusolverDnCheevdx(handle: Pointer, jobz: u32, range: u32, uplo: u32, n: i32, A: Pointer, lda: i32, vl: f32, vu: f32, il: i32, iu: i32, nev: Pointer, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnCheevdx(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, vl => f32, vu => f32, il => i32, iu => i32, nev => Pointer, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnCheevdx_bufferSize(handle: Pointer, jobz: u32, range: u32, uplo: u32, n: i32, A: Pointer, lda: i32, vl: f32, vu: f32, il: i32, iu: i32, nev: Pointer, W: Pointer, lwork: Pointer) = hipsolverDnCheevdx_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, vl => f32, vu => f32, il => i32, iu => i32, nev => Pointer, W => Pointer, lwork => Pointer);
    cusolverDnCheevj(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnCheevj(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnCheevjBatched(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer, batch_count: i32) = hipsolverDnCheevjBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer, batch_count => i32);
    cusolverDnCheevjBatched_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer, params: Pointer, batch_count: i32) = hipsolverDnCheevjBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer, params => Pointer, batch_count => i32);
    cusolverDnCheevj_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer, params: Pointer) = hipsolverDnCheevj_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer, params => Pointer);
    cusolverDnChegvd(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnChegvd(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnChegvd_bufferSize(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, lwork: Pointer) = hipsolverDnChegvd_bufferSize(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, lwork => Pointer);
    cusolverDnChegvj(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnChegvj(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnChegvj_bufferSize(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, lwork: Pointer, params: Pointer) = hipsolverDnChegvj_bufferSize(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, lwork => Pointer, params => Pointer);
    cusolverDnCpotrf(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnCpotrf(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnCpotrfBatched(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, devInfo: Pointer, batch_count: i32) = hipsolverDnCpotrfBatched(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, devInfo => Pointer, batch_count => i32);
    cusolverDnCpotrf_bufferSize(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnCpotrf_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnCpotri(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnCpotri(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnCpotri_bufferSize(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnCpotri_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnCpotrs(handle: Pointer, uplo: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, devInfo: Pointer) = hipsolverDnCpotrs(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, devInfo => Pointer);
    cusolverDnCpotrsBatched(handle: Pointer, uplo: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, devInfo: Pointer, batch_count: i32) = hipsolverDnCpotrsBatched(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, devInfo => Pointer, batch_count => i32);
    cusolverDnCreate(handle: Pointer) = hipsolverDnCreate(handle => Pointer);
    cusolverDnCreateGesvdjInfo(info: Pointer) = hipsolverDnCreateGesvdjInfo(info => Pointer);
    cusolverDnCreateParams(params: Pointer) = hipsolverDnCreateParams(params => Pointer);
    cusolverDnCreateSyevjInfo(info: Pointer) = hipsolverDnCreateSyevjInfo(info => Pointer);
    cusolverDnCungqr(handle: Pointer, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnCungqr(handle => Pointer, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnCungqr_bufferSize(handle: Pointer, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, lwork: Pointer) = hipsolverDnCungqr_bufferSize(handle => Pointer, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, lwork => Pointer);
    cusolverDnCunmqr(handle: Pointer, side: u32, trans: u32, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, C: Pointer, ldc: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnCunmqr(handle => Pointer, numbers::SIDE_MODE.hip(side) => u32, numbers::OPERATION.hip(trans) => u32, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, C => Pointer, ldc => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnCunmqr_bufferSize(handle: Pointer, side: u32, trans: u32, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, C: Pointer, ldc: i32, lwork: Pointer) = hipsolverDnCunmqr_bufferSize(handle => Pointer, numbers::SIDE_MODE.hip(side) => u32, numbers::OPERATION.hip(trans) => u32, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, C => Pointer, ldc => i32, lwork => Pointer);
    cusolverDnDBgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDBgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDBgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDBgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDDgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDDgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDDgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDDgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDHgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDHgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDHgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDHgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDSgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDSgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDSgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDSgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDXgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDXgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDXgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnDDgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnDXgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnDDgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnDestroy(handle: Pointer) = hipsolverDnDestroy(handle => Pointer);
    cusolverDnDestroyGesvdjInfo(info: Pointer) = hipsolverDnDestroyGesvdjInfo(info => Pointer);
    cusolverDnDestroyParams(params: Pointer) = hipsolverDnDestroyParams(params => Pointer);
    cusolverDnDestroySyevjInfo(info: Pointer) = hipsolverDnDestroySyevjInfo(info => Pointer);
    cusolverDnDgeqrf(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, tau: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnDgeqrf(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, tau => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnDgeqrf_bufferSize(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnDgeqrf_bufferSize(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnDgesvd(handle: Pointer, jobu: i8, jobv: i8, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, rwork: Pointer, devInfo: Pointer) = hipsolverDnDgesvd(handle => Pointer, jobu => i8, jobv => i8, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, rwork => Pointer, devInfo => Pointer);
    cusolverDnDgesvd_bufferSize(handle: Pointer, m: i32, n: i32, lwork: Pointer) = hipsolverDnDgesvd_bufferSize(handle => Pointer, m => i32, n => i32, lwork => Pointer);
    cusolverDnDgesvdaStridedBatched(handle: Pointer, jobz: u32, rank: i32, m: i32, n: i32, A: Pointer, lda: i32, strideA: i64, S: Pointer, strideS: i64, U: Pointer, ldu: i32, strideU: i64, V: Pointer, ldv: i32, strideV: i64, work: Pointer, lwork: i32, devInfo: Pointer, hRnrmF: Pointer, batch_count: i32) = hipsolverDnDgesvdaStridedBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, rank => i32, m => i32, n => i32, A => Pointer, lda => i32, strideA => i64, S => Pointer, strideS => i64, U => Pointer, ldu => i32, strideU => i64, V => Pointer, ldv => i32, strideV => i64, work => Pointer, lwork => i32, devInfo => Pointer, hRnrmF => Pointer, batch_count => i32);
    cusolverDnDgesvdaStridedBatched_bufferSize(handle: Pointer, jobz: u32, rank: i32, m: i32, n: i32, A: Pointer, lda: i32, strideA: i64, S: Pointer, strideS: i64, U: Pointer, ldu: i32, strideU: i64, V: Pointer, ldv: i32, strideV: i64, lwork: Pointer, batch_count: i32) = hipsolverDnDgesvdaStridedBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, rank => i32, m => i32, n => i32, A => Pointer, lda => i32, strideA => i64, S => Pointer, strideS => i64, U => Pointer, ldu => i32, strideU => i64, V => Pointer, ldv => i32, strideV => i64, lwork => Pointer, batch_count => i32);
    cusolverDnDgesvdj(handle: Pointer, jobz: u32, econ: i32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnDgesvdj(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnDgesvdjBatched(handle: Pointer, jobz: u32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer, batch_count: i32) = hipsolverDnDgesvdjBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer, batch_count => i32);
    cusolverDnDgesvdjBatched_bufferSize(handle: Pointer, jobz: u32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, lwork: Pointer, params: Pointer, batch_count: i32) = hipsolverDnDgesvdjBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, lwork => Pointer, params => Pointer, batch_count => i32);
    cusolverDnDgesvdj_bufferSize(handle: Pointer, jobz: u32, econ: i32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, lwork: Pointer, params: Pointer) = hipsolverDnDgesvdj_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, lwork => Pointer, params => Pointer);
    cusolverDnDgetrf(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, work: Pointer, devIpiv: Pointer, devInfo: Pointer) = hipsolverDnDgetrf(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, work => Pointer, devIpiv => Pointer, devInfo => Pointer);
    cusolverDnDgetrf_bufferSize(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnDgetrf_bufferSize(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnDgetrs(handle: Pointer, trans: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, devInfo: Pointer) = hipsolverDnDgetrs(handle => Pointer, numbers::OPERATION.hip(trans) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, devInfo => Pointer);
    cusolverDnDorgqr(handle: Pointer, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnDorgqr(handle => Pointer, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnDorgqr_bufferSize(handle: Pointer, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, lwork: Pointer) = hipsolverDnDorgqr_bufferSize(handle => Pointer, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, lwork => Pointer);
    cusolverDnDormqr(handle: Pointer, side: u32, trans: u32, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, C: Pointer, ldc: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnDormqr(handle => Pointer, numbers::SIDE_MODE.hip(side) => u32, numbers::OPERATION.hip(trans) => u32, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, C => Pointer, ldc => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnDormqr_bufferSize(handle: Pointer, side: u32, trans: u32, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, C: Pointer, ldc: i32, lwork: Pointer) = hipsolverDnDormqr_bufferSize(handle => Pointer, numbers::SIDE_MODE.hip(side) => u32, numbers::OPERATION.hip(trans) => u32, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, C => Pointer, ldc => i32, lwork => Pointer);
    cusolverDnDpotrf(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnDpotrf(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnDpotrfBatched(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, devInfo: Pointer, batch_count: i32) = hipsolverDnDpotrfBatched(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, devInfo => Pointer, batch_count => i32);
    cusolverDnDpotrf_bufferSize(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnDpotrf_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnDpotri(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnDpotri(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnDpotri_bufferSize(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnDpotri_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnDpotrs(handle: Pointer, uplo: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, devInfo: Pointer) = hipsolverDnDpotrs(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, devInfo => Pointer);
    cusolverDnDpotrsBatched(handle: Pointer, uplo: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, devInfo: Pointer, batch_count: i32) = hipsolverDnDpotrsBatched(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, devInfo => Pointer, batch_count => i32);
    cusolverDnDsyevd(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnDsyevd(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnDsyevd_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer) = hipsolverDnDsyevd_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer);
    cusolverDnDsyevdx(handle: Pointer, jobz: u32, range: u32, uplo: u32, n: i32, A: Pointer, lda: i32, vl: f64, vu: f64, il: i32, iu: i32, nev: Pointer, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnDsyevdx(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, vl => f64, vu => f64, il => i32, iu => i32, nev => Pointer, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnDsyevdx_bufferSize(handle: Pointer, jobz: u32, range: u32, uplo: u32, n: i32, A: Pointer, lda: i32, vl: f64, vu: f64, il: i32, iu: i32, nev: Pointer, W: Pointer, lwork: Pointer) = hipsolverDnDsyevdx_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, vl => f64, vu => f64, il => i32, iu => i32, nev => Pointer, W => Pointer, lwork => Pointer);
    cusolverDnDsyevj(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnDsyevj(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnDsyevjBatched(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer, batch_count: i32) = hipsolverDnDsyevjBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer, batch_count => i32);
    cusolverDnDsyevjBatched_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer, params: Pointer, batch_count: i32) = hipsolverDnDsyevjBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer, params => Pointer, batch_count => i32);
    cusolverDnDsyevj_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer, params: Pointer) = hipsolverDnDsyevj_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer, params => Pointer);
    cusolverDnDsygvd(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnDsygvd(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnDsygvd_bufferSize(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, lwork: Pointer) = hipsolverDnDsygvd_bufferSize(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, lwork => Pointer);
    cusolverDnDsygvj(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnDsygvj(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnDsygvj_bufferSize(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, lwork: Pointer, params: Pointer) = hipsolverDnDsygvj_bufferSize(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, lwork => Pointer, params => Pointer);
    cusolverDnGeqrf(handle: Pointer, params: Pointer, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeTau: u32, tau: Pointer, computeType: u32, buffer: Pointer, bytes: usize, info: Pointer) = hipsolverExtGeqrf(handle => Pointer, params => Pointer, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeTau => u32, tau => Pointer, computeType => u32, buffer => Pointer, bytes => usize, info => Pointer);
    cusolverDnGeqrf_bufferSize(handle: Pointer, params: Pointer, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeTau: u32, tau: Pointer, computeType: u32, bytes: Pointer) = hipsolverExtGeqrf_bufferSize(handle => Pointer, params => Pointer, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeTau => u32, tau => Pointer, computeType => u32, bytes => Pointer);
    cusolverDnGesvd(handle: Pointer, params: Pointer, jobu: i8, jobvt: i8, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeS: u32, S: Pointer, dataTypeU: u32, U: Pointer, ldu: i64, dataTypeVT: u32, VT: Pointer, ldvt: i64, computeType: u32, buffer: Pointer, bytes: usize, info: Pointer) = hipsolverExtGesvd(handle => Pointer, params => Pointer, jobu => i8, jobvt => i8, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeS => u32, S => Pointer, dataTypeU => u32, U => Pointer, ldu => i64, dataTypeVT => u32, VT => Pointer, ldvt => i64, computeType => u32, buffer => Pointer, bytes => usize, info => Pointer);
    cusolverDnGesvd_bufferSize(handle: Pointer, params: Pointer, jobu: i8, jobvt: i8, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeS: u32, S: Pointer, dataTypeU: u32, U: Pointer, ldu: i64, dataTypeVT: u32, VT: Pointer, ldvt: i64, computeType: u32, bytes: Pointer) = hipsolverExtGesvd_bufferSize(handle => Pointer, params => Pointer, jobu => i8, jobvt => i8, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeS => u32, S => Pointer, dataTypeU => u32, U => Pointer, ldu => i64, dataTypeVT => u32, VT => Pointer, ldvt => i64, computeType => u32, bytes => Pointer);
    cusolverDnGetDeterministicMode(handle: Pointer, mode: Pointer) = hipsolverDnGetDeterministicMode(handle => Pointer, mode => Pointer);
    cusolverDnGetStream(handle: Pointer, streamId: Pointer) = hipsolverGetStream(handle => Pointer, streamId => Pointer);
    cusolverDnGetrf(handle: Pointer, params: Pointer, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, ipiv: Pointer, computeType: u32, buffer: Pointer, bytes: usize, info: Pointer) = hipsolverExtGetrf(handle => Pointer, params => Pointer, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, ipiv => Pointer, computeType => u32, buffer => Pointer, bytes => usize, info => Pointer);
    cusolverDnGetrf_bufferSize(handle: Pointer, params: Pointer, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, computeType: u32, bytes: Pointer) = hipsolverExtGetrf_bufferSize(handle => Pointer, params => Pointer, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, computeType => u32, bytes => Pointer);
    cusolverDnGetrs(handle: Pointer, params: Pointer, trans: u32, n: i64, nrhs: i64, dataTypeA: u32, A: Pointer, lda: i64, ipiv: Pointer, dataTypeB: u32, B: Pointer, ldb: i64, info: Pointer) = hipsolverExtGetrs(handle => Pointer, params => Pointer, numbers::OPERATION.hip(trans) => u32, n => i64, nrhs => i64, dataTypeA => u32, A => Pointer, lda => i64, ipiv => Pointer, dataTypeB => u32, B => Pointer, ldb => i64, info => Pointer);
    cusolverDnPotrf(handle: Pointer, params: Pointer, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, computeType: u32, buffer: Pointer, bytes: usize, info: Pointer) = hipsolverExtPotrf(handle => Pointer, params => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, computeType => u32, buffer => Pointer, bytes => usize, info => Pointer);
    cusolverDnPotrf_bufferSize(handle: Pointer, params: Pointer, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, computeType: u32, bytes: Pointer) = hipsolverExtPotrf_bufferSize(handle => Pointer, params => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, computeType => u32, bytes => Pointer);
    cusolverDnPotrs(handle: Pointer, params: Pointer, uplo: u32, n: i64, nrhs: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeB: u32, B: Pointer, ldb: i64, info: Pointer) = hipsolverExtPotrs(handle => Pointer, params => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i64, nrhs => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeB => u32, B => Pointer, ldb => i64, info => Pointer);
    cusolverDnSBgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnSSgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnSBgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnSSgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnSBgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnSSgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnSBgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnSSgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnSHgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnSSgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnSHgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnSSgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnSHgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnSSgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnSHgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnSSgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnSSgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnSSgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnSSgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnSSgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnSSgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnSSgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnSSgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnSSgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnSXgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnSSgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnSXgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnSSgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnSXgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnSSgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnSXgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnSSgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnSetAdvOptions(params: Pointer, func: u32, alg: u32) = hipsolverDnSetAdvOptions(params => Pointer, func => u32, numbers::ALG_MODE.hip(alg) => u32);
    cusolverDnSetDeterministicMode(handle: Pointer, mode: u32) = hipsolverDnSetDeterministicMode(handle => Pointer, numbers::DETERMINISTIC_MODE.hip(mode) => u32);
    cusolverDnSetStream(handle: Pointer, streamId: Pointer) = hipsolverSetStream(handle => Pointer, streamId => Pointer);
    cusolverDnSgeqrf(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, tau: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnSgeqrf(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, tau => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnSgeqrf_bufferSize(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnSgeqrf_bufferSize(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnSgesvd(handle: Pointer, jobu: i8, jobv: i8, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, rwork: Pointer, devInfo: Pointer) = hipsolverDnSgesvd(handle => Pointer, jobu => i8, jobv => i8, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, rwork => Pointer, devInfo => Pointer);
    cusolverDnSgesvd_bufferSize(handle: Pointer, m: i32, n: i32, lwork: Pointer) = hipsolverDnSgesvd_bufferSize(handle => Pointer, m => i32, n => i32, lwork => Pointer);
    cusolverDnSgesvdaStridedBatched(handle: Pointer, jobz: u32, rank: i32, m: i32, n: i32, A: Pointer, lda: i32, strideA: i64, S: Pointer, strideS: i64, U: Pointer, ldu: i32, strideU: i64, V: Pointer, ldv: i32, strideV: i64, work: Pointer, lwork: i32, devInfo: Pointer, hRnrmF: Pointer, batch_count: i32) = hipsolverDnSgesvdaStridedBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, rank => i32, m => i32, n => i32, A => Pointer, lda => i32, strideA => i64, S => Pointer, strideS => i64, U => Pointer, ldu => i32, strideU => i64, V => Pointer, ldv => i32, strideV => i64, work => Pointer, lwork => i32, devInfo => Pointer, hRnrmF => Pointer, batch_count => i32);
    cusolverDnSgesvdaStridedBatched_bufferSize(handle: Pointer, jobz: u32, rank: i32, m: i32, n: i32, A: Pointer, lda: i32, strideA: i64, S: Pointer, strideS: i64, U: Pointer, ldu: i32, strideU: i64, V: Pointer, ldv: i32, strideV: i64, lwork: Pointer, batch_count: i32) = hipsolverDnSgesvdaStridedBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, rank => i32, m => i32, n => i32, A => Pointer, lda => i32, strideA => i64, S => Pointer, strideS => i64, U => Pointer, ldu => i32, strideU => i64, V => Pointer, ldv => i32, strideV => i64, lwork => Pointer, batch_count => i32);
    cusolverDnSgesvdj(handle: Pointer, jobz: u32, econ: i32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnSgesvdj(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnSgesvdjBatched(handle: Pointer, jobz: u32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer, batch_count: i32) = hipsolverDnSgesvdjBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer, batch_count => i32);
    cusolverDnSgesvdjBatched_bufferSize(handle: Pointer, jobz: u32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, lwork: Pointer, params: Pointer, batch_count: i32) = hipsolverDnSgesvdjBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, lwork => Pointer, params => Pointer, batch_count => i32);
    cusolverDnSgesvdj_bufferSize(handle: Pointer, jobz: u32, econ: i32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, lwork: Pointer, params: Pointer) = hipsolverDnSgesvdj_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, lwork => Pointer, params => Pointer);
    cusolverDnSgetrf(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, work: Pointer, devIpiv: Pointer, devInfo: Pointer) = hipsolverDnSgetrf(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, work => Pointer, devIpiv => Pointer, devInfo => Pointer);
    cusolverDnSgetrf_bufferSize(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnSgetrf_bufferSize(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnSgetrs(handle: Pointer, trans: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, devInfo: Pointer) = hipsolverDnSgetrs(handle => Pointer, numbers::OPERATION.hip(trans) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, devInfo => Pointer);
    cusolverDnSorgqr(handle: Pointer, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnSorgqr(handle => Pointer, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnSorgqr_bufferSize(handle: Pointer, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, lwork: Pointer) = hipsolverDnSorgqr_bufferSize(handle => Pointer, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, lwork => Pointer);
    cusolverDnSormqr(handle: Pointer, side: u32, trans: u32, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, C: Pointer, ldc: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnSormqr(handle => Pointer, numbers::SIDE_MODE.hip(side) => u32, numbers::OPERATION.hip(trans) => u32, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, C => Pointer, ldc => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnSormqr_bufferSize(handle: Pointer, side: u32, trans: u32, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, C: Pointer, ldc: i32, lwork: Pointer) = hipsolverDnSormqr_bufferSize(handle => Pointer, numbers::SIDE_MODE.hip(side) => u32, numbers::OPERATION.hip(trans) => u32, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, C => Pointer, ldc => i32, lwork => Pointer);
    cusolverDnSpotrf(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnSpotrf(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnSpotrfBatched(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, devInfo: Pointer, batch_count: i32) = hipsolverDnSpotrfBatched(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, devInfo => Pointer, batch_count => i32);
    cusolverDnSpotrf_bufferSize(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnSpotrf_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnSpotri(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnSpotri(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnSpotri_bufferSize(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnSpotri_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnSpotrs(handle: Pointer, uplo: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, devInfo: Pointer) = hipsolverDnSpotrs(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, devInfo => Pointer);
    cusolverDnSpotrsBatched(handle: Pointer, uplo: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, devInfo: Pointer, batch_count: i32) = hipsolverDnSpotrsBatched(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, devInfo => Pointer, batch_count => i32);
    cusolverDnSsyevd(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnSsyevd(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnSsyevd_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer) = hipsolverDnSsyevd_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer);
    cusolverDnSsyevdx(handle: Pointer, jobz: u32, range: u32, uplo: u32, n: i32, A: Pointer, lda: i32, vl: f32, vu: f32, il: i32, iu: i32, nev: Pointer, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnSsyevdx(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, vl => f32, vu => f32, il => i32, iu => i32, nev => Pointer, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnSsyevdx_bufferSize(handle: Pointer, jobz: u32, range: u32, uplo: u32, n: i32, A: Pointer, lda: i32, vl: f32, vu: f32, il: i32, iu: i32, nev: Pointer, W: Pointer, lwork: Pointer) = hipsolverDnSsyevdx_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, vl => f32, vu => f32, il => i32, iu => i32, nev => Pointer, W => Pointer, lwork => Pointer);
    cusolverDnSsyevj(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnSsyevj(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnSsyevjBatched(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer, batch_count: i32) = hipsolverDnSsyevjBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer, batch_count => i32);
    cusolverDnSsyevjBatched_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer, params: Pointer, batch_count: i32) = hipsolverDnSsyevjBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer, params => Pointer, batch_count => i32);
    cusolverDnSsyevj_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer, params: Pointer) = hipsolverDnSsyevj_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer, params => Pointer);
    cusolverDnSsygvd(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnSsygvd(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnSsygvd_bufferSize(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, lwork: Pointer) = hipsolverDnSsygvd_bufferSize(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, lwork => Pointer);
    cusolverDnSsygvj(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnSsygvj(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnSsygvj_bufferSize(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, lwork: Pointer, params: Pointer) = hipsolverDnSsygvj_bufferSize(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, lwork => Pointer, params => Pointer);
    cusolverDnSyevd(handle: Pointer, params: Pointer, jobz: u32, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeW: u32, W: Pointer, computeType: u32, buffer: Pointer, bytes: usize, info: Pointer) = hipsolverExtSyevd(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeW => u32, W => Pointer, computeType => u32, buffer => Pointer, bytes => usize, info => Pointer);
    cusolverDnSyevd_bufferSize(handle: Pointer, params: Pointer, jobz: u32, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeW: u32, W: Pointer, computeType: u32, bytes: Pointer) = hipsolverExtSyevd_bufferSize(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeW => u32, W => Pointer, computeType => u32, bytes => Pointer);
    cusolverDnXgeev(handle: Pointer, params: Pointer, jobvl: u32, jobvr: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeW: u32, W: Pointer, dataTypeVL: u32, VL: Pointer, ldvl: i64, dataTypeVR: u32, VR: Pointer, ldvr: i64, computeType: u32, bufferOnDevice: Pointer, bytesOnDevice: usize, bufferOnHost: Pointer, bytesOnHost: usize, info: Pointer) = hipsolverExtXgeev(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobvl) => u32, numbers::EIG_MODE.hip(jobvr) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeW => u32, W => Pointer, dataTypeVL => u32, VL => Pointer, ldvl => i64, dataTypeVR => u32, VR => Pointer, ldvr => i64, computeType => u32, bufferOnDevice => Pointer, bytesOnDevice => usize, bufferOnHost => Pointer, bytesOnHost => usize, info => Pointer);
    cusolverDnXgeev_bufferSize(handle: Pointer, params: Pointer, jobvl: u32, jobvr: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeW: u32, W: Pointer, dataTypeVL: u32, VL: Pointer, ldvl: i64, dataTypeVR: u32, VR: Pointer, ldvr: i64, computeType: u32, bytesOnDevice: Pointer, bytesOnHost: Pointer) = hipsolverExtXgeev_bufferSize(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobvl) => u32, numbers::EIG_MODE.hip(jobvr) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeW => u32, W => Pointer, dataTypeVL => u32, VL => Pointer, ldvl => i64, dataTypeVR => u32, VR => Pointer, ldvr => i64, computeType => u32, bytesOnDevice => Pointer, bytesOnHost => Pointer);
    cusolverDnXgeqrf(handle: Pointer, params: Pointer, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeTau: u32, tau: Pointer, computeType: u32, workOnDevice: Pointer, lworkOnDevice: usize, workOnHost: Pointer, lworkOnHost: usize, devInfo: Pointer) = hipsolverDnXgeqrf(handle => Pointer, params => Pointer, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeTau => u32, tau => Pointer, computeType => u32, workOnDevice => Pointer, lworkOnDevice => usize, workOnHost => Pointer, lworkOnHost => usize, devInfo => Pointer);
    cusolverDnXgeqrf_bufferSize(handle: Pointer, params: Pointer, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeTau: u32, tau: Pointer, computeType: u32, lworkOnDevice: Pointer, lworkOnHost: Pointer) = hipsolverDnXgeqrf_bufferSize(handle => Pointer, params => Pointer, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeTau => u32, tau => Pointer, computeType => u32, lworkOnDevice => Pointer, lworkOnHost => Pointer);
    cusolverDnXgesvd(handle: Pointer, params: Pointer, jobu: i8, jobvt: i8, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeS: u32, S: Pointer, dataTypeU: u32, U: Pointer, ldu: i64, dataTypeVT: u32, VT: Pointer, ldvt: i64, computeType: u32, bufferOnDevice: Pointer, bytesOnDevice: usize, bufferOnHost: Pointer, bytesOnHost: usize, info: Pointer) = hipsolverExtXgesvd(handle => Pointer, params => Pointer, jobu => i8, jobvt => i8, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeS => u32, S => Pointer, dataTypeU => u32, U => Pointer, ldu => i64, dataTypeVT => u32, VT => Pointer, ldvt => i64, computeType => u32, bufferOnDevice => Pointer, bytesOnDevice => usize, bufferOnHost => Pointer, bytesOnHost => usize, info => Pointer);
    cusolverDnXgesvd_bufferSize(handle: Pointer, params: Pointer, jobu: i8, jobvt: i8, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeS: u32, S: Pointer, dataTypeU: u32, U: Pointer, ldu: i64, dataTypeVT: u32, VT: Pointer, ldvt: i64, computeType: u32, bytesOnDevice: Pointer, bytesOnHost: Pointer) = hipsolverExtXgesvd_bufferSize(handle => Pointer, params => Pointer, jobu => i8, jobvt => i8, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeS => u32, S => Pointer, dataTypeU => u32, U => Pointer, ldu => i64, dataTypeVT => u32, VT => Pointer, ldvt => i64, computeType => u32, bytesOnDevice => Pointer, bytesOnHost => Pointer);
    cusolverDnXgesvdjGetResidual(handle: Pointer, info: Pointer, residual: Pointer) = hipsolverDnXgesvdjGetResidual(handle => Pointer, info => Pointer, residual => Pointer);
    cusolverDnXgesvdjGetSweeps(handle: Pointer, info: Pointer, executed_sweeps: Pointer) = hipsolverDnXgesvdjGetSweeps(handle => Pointer, info => Pointer, executed_sweeps => Pointer);
    cusolverDnXgesvdjSetMaxSweeps(info: Pointer, max_sweeps: i32) = hipsolverDnXgesvdjSetMaxSweeps(info => Pointer, max_sweeps => i32);
    cusolverDnXgesvdjSetSortEig(info: Pointer, sort_eig: i32) = hipsolverDnXgesvdjSetSortEig(info => Pointer, sort_eig => i32);
    cusolverDnXgesvdjSetTolerance(info: Pointer, tolerance: f64) = hipsolverDnXgesvdjSetTolerance(info => Pointer, tolerance => f64);
    cusolverDnXgesvdp(handle: Pointer, params: Pointer, jobz: u32, econ: i32, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeS: u32, S: Pointer, dataTypeU: u32, U: Pointer, ldu: i64, dataTypeV: u32, V: Pointer, ldv: i64, computeType: u32, bufferOnDevice: Pointer, bytesOnDevice: usize, bufferOnHost: Pointer, bytesOnHost: usize, info: Pointer, errSigma: Pointer) = hipsolverExtXgesvdp(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeS => u32, S => Pointer, dataTypeU => u32, U => Pointer, ldu => i64, dataTypeV => u32, V => Pointer, ldv => i64, computeType => u32, bufferOnDevice => Pointer, bytesOnDevice => usize, bufferOnHost => Pointer, bytesOnHost => usize, info => Pointer, errSigma => Pointer);
    cusolverDnXgesvdp_bufferSize(handle: Pointer, params: Pointer, jobz: u32, econ: i32, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeS: u32, S: Pointer, dataTypeU: u32, U: Pointer, ldu: i64, dataTypeV: u32, V: Pointer, ldv: i64, computeType: u32, bytesOnDevice: Pointer, bytesOnHost: Pointer) = hipsolverExtXgesvdp_bufferSize(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeS => u32, S => Pointer, dataTypeU => u32, U => Pointer, ldu => i64, dataTypeV => u32, V => Pointer, ldv => i64, computeType => u32, bytesOnDevice => Pointer, bytesOnHost => Pointer);
    cusolverDnXgesvdr(handle: Pointer, params: Pointer, jobu: i8, jobv: i8, m: i64, n: i64, k: i64, p: i64, niters: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeS: u32, S: Pointer, dataTypeU: u32, U: Pointer, ldu: i64, dataTypeV: u32, V: Pointer, ldv: i64, computeType: u32, bufferOnDevice: Pointer, bytesOnDevice: usize, bufferOnHost: Pointer, bytesOnHost: usize, info: Pointer) = hipsolverExtXgesvdr(handle => Pointer, params => Pointer, jobu => i8, jobv => i8, m => i64, n => i64, k => i64, p => i64, niters => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeS => u32, S => Pointer, dataTypeU => u32, U => Pointer, ldu => i64, dataTypeV => u32, V => Pointer, ldv => i64, computeType => u32, bufferOnDevice => Pointer, bytesOnDevice => usize, bufferOnHost => Pointer, bytesOnHost => usize, info => Pointer);
    cusolverDnXgesvdr_bufferSize(handle: Pointer, params: Pointer, jobu: i8, jobv: i8, m: i64, n: i64, k: i64, p: i64, niters: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeS: u32, S: Pointer, dataTypeU: u32, U: Pointer, ldu: i64, dataTypeV: u32, V: Pointer, ldv: i64, computeType: u32, bytesOnDevice: Pointer, bytesOnHost: Pointer) = hipsolverExtXgesvdr_bufferSize(handle => Pointer, params => Pointer, jobu => i8, jobv => i8, m => i64, n => i64, k => i64, p => i64, niters => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeS => u32, S => Pointer, dataTypeU => u32, U => Pointer, ldu => i64, dataTypeV => u32, V => Pointer, ldv => i64, computeType => u32, bytesOnDevice => Pointer, bytesOnHost => Pointer);
    cusolverDnXgetrf(handle: Pointer, params: Pointer, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, devIpiv: Pointer, computeType: u32, workOnDevice: Pointer, lworkOnDevice: usize, workOnHost: Pointer, lworkOnHost: usize, devInfo: Pointer) = hipsolverDnXgetrf(handle => Pointer, params => Pointer, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, devIpiv => Pointer, computeType => u32, workOnDevice => Pointer, lworkOnDevice => usize, workOnHost => Pointer, lworkOnHost => usize, devInfo => Pointer);
    cusolverDnXgetrf_bufferSize(handle: Pointer, params: Pointer, m: i64, n: i64, dataTypeA: u32, A: Pointer, lda: i64, computeType: u32, lworkOnDevice: Pointer, lworkOnHost: Pointer) = hipsolverDnXgetrf_bufferSize(handle => Pointer, params => Pointer, m => i64, n => i64, dataTypeA => u32, A => Pointer, lda => i64, computeType => u32, lworkOnDevice => Pointer, lworkOnHost => Pointer);
    cusolverDnXgetrs(handle: Pointer, params: Pointer, trans: u32, n: i64, nrhs: i64, dataTypeA: u32, A: Pointer, lda: i64, devIpiv: Pointer, dataTypeB: u32, B: Pointer, ldb: i64, devInfo: Pointer) = hipsolverDnXgetrs(handle => Pointer, params => Pointer, numbers::OPERATION.hip(trans) => u32, n => i64, nrhs => i64, dataTypeA => u32, A => Pointer, lda => i64, devIpiv => Pointer, dataTypeB => u32, B => Pointer, ldb => i64, devInfo => Pointer);
    cusolverDnXpotrf(handle: Pointer, params: Pointer, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, computeType: u32, workOnDevice: Pointer, lworkOnDevice: usize, workOnHost: Pointer, lworkOnHost: usize, info: Pointer) = hipsolverDnXpotrf(handle => Pointer, params => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, computeType => u32, workOnDevice => Pointer, lworkOnDevice => usize, workOnHost => Pointer, lworkOnHost => usize, info => Pointer);
    cusolverDnXpotrf_bufferSize(handle: Pointer, params: Pointer, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, computeType: u32, lworkOnDevice: Pointer, lworkOnHost: Pointer) = hipsolverDnXpotrf_bufferSize(handle => Pointer, params => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, computeType => u32, lworkOnDevice => Pointer, lworkOnHost => Pointer);
    cusolverDnXpotrs(handle: Pointer, params: Pointer, uplo: u32, n: i64, nrhs: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeB: u32, B: Pointer, ldb: i64, info: Pointer) = hipsolverDnXpotrs(handle => Pointer, params => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i64, nrhs => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeB => u32, B => Pointer, ldb => i64, info => Pointer);
    cusolverDnXsyevBatched(handle: Pointer, params: Pointer, jobz: u32, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeW: u32, W: Pointer, computeType: u32, bufferOnDevice: Pointer, bytesOnDevice: usize, bufferOnHost: Pointer, bytesOnHost: usize, info: Pointer, batchSize: i64) = hipsolverExtXsyevBatched(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeW => u32, W => Pointer, computeType => u32, bufferOnDevice => Pointer, bytesOnDevice => usize, bufferOnHost => Pointer, bytesOnHost => usize, info => Pointer, batchSize => i64);
    cusolverDnXsyevBatched_bufferSize(handle: Pointer, params: Pointer, jobz: u32, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeW: u32, W: Pointer, computeType: u32, bytesOnDevice: Pointer, bytesOnHost: Pointer, batchSize: i64) = hipsolverExtXsyevBatched_bufferSize(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeW => u32, W => Pointer, computeType => u32, bytesOnDevice => Pointer, bytesOnHost => Pointer, batchSize => i64);
    cusolverDnXsyevd(handle: Pointer, params: Pointer, jobz: u32, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeW: u32, W: Pointer, computeType: u32, bufferOnDevice: Pointer, bytesOnDevice: usize, bufferOnHost: Pointer, bytesOnHost: usize, info: Pointer) = hipsolverExtXsyevd(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeW => u32, W => Pointer, computeType => u32, bufferOnDevice => Pointer, bytesOnDevice => usize, bufferOnHost => Pointer, bytesOnHost => usize, info => Pointer);
    cusolverDnXsyevd_bufferSize(handle: Pointer, params: Pointer, jobz: u32, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, dataTypeW: u32, W: Pointer, computeType: u32, bytesOnDevice: Pointer, bytesOnHost: Pointer) = hipsolverExtXsyevd_bufferSize(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, dataTypeW => u32, W => Pointer, computeType => u32, bytesOnDevice => Pointer, bytesOnHost => Pointer);
    cusolverDnXsyevdx(handle: Pointer, params: Pointer, jobz: u32, range: u32, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, vl: Pointer, vu: Pointer, il: i64, iu: i64, meig: Pointer, dataTypeW: u32, W: Pointer, computeType: u32, bufferOnDevice: Pointer, bytesOnDevice: usize, bufferOnHost: Pointer, bytesOnHost: usize, info: Pointer) = hipsolverExtXsyevdx(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, vl => Pointer, vu => Pointer, il => i64, iu => i64, meig => Pointer, dataTypeW => u32, W => Pointer, computeType => u32, bufferOnDevice => Pointer, bytesOnDevice => usize, bufferOnHost => Pointer, bytesOnHost => usize, info => Pointer);
    cusolverDnXsyevdx_bufferSize(handle: Pointer, params: Pointer, jobz: u32, range: u32, uplo: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, vl: Pointer, vu: Pointer, il: i64, iu: i64, meig: Pointer, dataTypeW: u32, W: Pointer, computeType: u32, bytesOnDevice: Pointer, bytesOnHost: Pointer) = hipsolverExtXsyevdx_bufferSize(handle => Pointer, params => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, vl => Pointer, vu => Pointer, il => i64, iu => i64, meig => Pointer, dataTypeW => u32, W => Pointer, computeType => u32, bytesOnDevice => Pointer, bytesOnHost => Pointer);
    cusolverDnXsyevjGetResidual(handle: Pointer, info: Pointer, residual: Pointer) = hipsolverDnXsyevjGetResidual(handle => Pointer, info => Pointer, residual => Pointer);
    cusolverDnXsyevjGetSweeps(handle: Pointer, info: Pointer, executed_sweeps: Pointer) = hipsolverDnXsyevjGetSweeps(handle => Pointer, info => Pointer, executed_sweeps => Pointer);
    cusolverDnXsyevjSetMaxSweeps(info: Pointer, max_sweeps: i32) = hipsolverDnXsyevjSetMaxSweeps(info => Pointer, max_sweeps => i32);
    cusolverDnXsyevjSetSortEig(info: Pointer, sort_eig: i32) = hipsolverDnXsyevjSetSortEig(info => Pointer, sort_eig => i32);
    cusolverDnXsyevjSetTolerance(info: Pointer, tolerance: f64) = hipsolverDnXsyevjSetTolerance(info => Pointer, tolerance => f64);
    cusolverDnXtrtri(handle: Pointer, uplo: u32, diag: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, bufferOnDevice: Pointer, bytesOnDevice: usize, bufferOnHost: Pointer, bytesOnHost: usize, info: Pointer) = hipsolverExtXtrtri(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, numbers::DIAG_TYPE.hip(diag) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, bufferOnDevice => Pointer, bytesOnDevice => usize, bufferOnHost => Pointer, bytesOnHost => usize, info => Pointer);
    cusolverDnXtrtri_bufferSize(handle: Pointer, uplo: u32, diag: u32, n: i64, dataTypeA: u32, A: Pointer, lda: i64, bytesOnDevice: Pointer, bytesOnHost: Pointer) = hipsolverExtXtrtri_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, numbers::DIAG_TYPE.hip(diag) => u32, n => i64, dataTypeA => u32, A => Pointer, lda => i64, bytesOnDevice => Pointer, bytesOnHost => Pointer);
    cusolverDnZCgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZCgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZCgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZCgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZEgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZEgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZEgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZEgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZKgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZKgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZKgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZKgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZYgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZYgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZYgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZYgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZZgels(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgels(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZZgels_bufferSize(handle: Pointer, m: i32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgels_bufferSize(handle => Pointer, m => i32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZZgesv(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: usize, niters: Pointer, devInfo: Pointer) = hipsolverDnZZgesv(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => usize, niters => Pointer, devInfo => Pointer);
    cusolverDnZZgesv_bufferSize(handle: Pointer, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, X: Pointer, ldx: i32, work: Pointer, lwork: Pointer) = hipsolverDnZZgesv_bufferSize(handle => Pointer, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, X => Pointer, ldx => i32, work => Pointer, lwork => Pointer);
    cusolverDnZgeqrf(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, tau: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnZgeqrf(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, tau => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnZgeqrf_bufferSize(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnZgeqrf_bufferSize(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnZgesvd(handle: Pointer, jobu: i8, jobv: i8, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, rwork: Pointer, devInfo: Pointer) = hipsolverDnZgesvd(handle => Pointer, jobu => i8, jobv => i8, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, rwork => Pointer, devInfo => Pointer);
    cusolverDnZgesvd_bufferSize(handle: Pointer, m: i32, n: i32, lwork: Pointer) = hipsolverDnZgesvd_bufferSize(handle => Pointer, m => i32, n => i32, lwork => Pointer);
    cusolverDnZgesvdaStridedBatched(handle: Pointer, jobz: u32, rank: i32, m: i32, n: i32, A: Pointer, lda: i32, strideA: i64, S: Pointer, strideS: i64, U: Pointer, ldu: i32, strideU: i64, V: Pointer, ldv: i32, strideV: i64, work: Pointer, lwork: i32, devInfo: Pointer, hRnrmF: Pointer, batch_count: i32) = hipsolverDnZgesvdaStridedBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, rank => i32, m => i32, n => i32, A => Pointer, lda => i32, strideA => i64, S => Pointer, strideS => i64, U => Pointer, ldu => i32, strideU => i64, V => Pointer, ldv => i32, strideV => i64, work => Pointer, lwork => i32, devInfo => Pointer, hRnrmF => Pointer, batch_count => i32);
    cusolverDnZgesvdaStridedBatched_bufferSize(handle: Pointer, jobz: u32, rank: i32, m: i32, n: i32, A: Pointer, lda: i32, strideA: i64, S: Pointer, strideS: i64, U: Pointer, ldu: i32, strideU: i64, V: Pointer, ldv: i32, strideV: i64, lwork: Pointer, batch_count: i32) = hipsolverDnZgesvdaStridedBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, rank => i32, m => i32, n => i32, A => Pointer, lda => i32, strideA => i64, S => Pointer, strideS => i64, U => Pointer, ldu => i32, strideU => i64, V => Pointer, ldv => i32, strideV => i64, lwork => Pointer, batch_count => i32);
    cusolverDnZgesvdj(handle: Pointer, jobz: u32, econ: i32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnZgesvdj(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnZgesvdjBatched(handle: Pointer, jobz: u32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer, batch_count: i32) = hipsolverDnZgesvdjBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer, batch_count => i32);
    cusolverDnZgesvdjBatched_bufferSize(handle: Pointer, jobz: u32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, lwork: Pointer, params: Pointer, batch_count: i32) = hipsolverDnZgesvdjBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, lwork => Pointer, params => Pointer, batch_count => i32);
    cusolverDnZgesvdj_bufferSize(handle: Pointer, jobz: u32, econ: i32, m: i32, n: i32, A: Pointer, lda: i32, S: Pointer, U: Pointer, ldu: i32, V: Pointer, ldv: i32, lwork: Pointer, params: Pointer) = hipsolverDnZgesvdj_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, econ => i32, m => i32, n => i32, A => Pointer, lda => i32, S => Pointer, U => Pointer, ldu => i32, V => Pointer, ldv => i32, lwork => Pointer, params => Pointer);
    cusolverDnZgetrf(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, work: Pointer, devIpiv: Pointer, devInfo: Pointer) = hipsolverDnZgetrf(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, work => Pointer, devIpiv => Pointer, devInfo => Pointer);
    cusolverDnZgetrf_bufferSize(handle: Pointer, m: i32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnZgetrf_bufferSize(handle => Pointer, m => i32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnZgetrs(handle: Pointer, trans: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, devIpiv: Pointer, B: Pointer, ldb: i32, devInfo: Pointer) = hipsolverDnZgetrs(handle => Pointer, numbers::OPERATION.hip(trans) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, devIpiv => Pointer, B => Pointer, ldb => i32, devInfo => Pointer);
    cusolverDnZheevd(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnZheevd(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnZheevd_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer) = hipsolverDnZheevd_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer);
    cusolverDnZheevdx(handle: Pointer, jobz: u32, range: u32, uplo: u32, n: i32, A: Pointer, lda: i32, vl: f64, vu: f64, il: i32, iu: i32, nev: Pointer, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnZheevdx(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, vl => f64, vu => f64, il => i32, iu => i32, nev => Pointer, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnZheevdx_bufferSize(handle: Pointer, jobz: u32, range: u32, uplo: u32, n: i32, A: Pointer, lda: i32, vl: f64, vu: f64, il: i32, iu: i32, nev: Pointer, W: Pointer, lwork: Pointer) = hipsolverDnZheevdx_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::EIG_RANGE.hip(range) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, vl => f64, vu => f64, il => i32, iu => i32, nev => Pointer, W => Pointer, lwork => Pointer);
    cusolverDnZheevj(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnZheevj(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnZheevjBatched(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer, batch_count: i32) = hipsolverDnZheevjBatched(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer, batch_count => i32);
    cusolverDnZheevjBatched_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer, params: Pointer, batch_count: i32) = hipsolverDnZheevjBatched_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer, params => Pointer, batch_count => i32);
    cusolverDnZheevj_bufferSize(handle: Pointer, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, W: Pointer, lwork: Pointer, params: Pointer) = hipsolverDnZheevj_bufferSize(handle => Pointer, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, W => Pointer, lwork => Pointer, params => Pointer);
    cusolverDnZhegvd(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnZhegvd(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnZhegvd_bufferSize(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, lwork: Pointer) = hipsolverDnZhegvd_bufferSize(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, lwork => Pointer);
    cusolverDnZhegvj(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, work: Pointer, lwork: i32, devInfo: Pointer, params: Pointer) = hipsolverDnZhegvj(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, work => Pointer, lwork => i32, devInfo => Pointer, params => Pointer);
    cusolverDnZhegvj_bufferSize(handle: Pointer, itype: u32, jobz: u32, uplo: u32, n: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, W: Pointer, lwork: Pointer, params: Pointer) = hipsolverDnZhegvj_bufferSize(handle => Pointer, numbers::EIG_TYPE.hip(itype) => u32, numbers::EIG_MODE.hip(jobz) => u32, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, W => Pointer, lwork => Pointer, params => Pointer);
    cusolverDnZpotrf(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnZpotrf(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnZpotrfBatched(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, devInfo: Pointer, batch_count: i32) = hipsolverDnZpotrfBatched(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, devInfo => Pointer, batch_count => i32);
    cusolverDnZpotrf_bufferSize(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnZpotrf_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnZpotri(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnZpotri(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnZpotri_bufferSize(handle: Pointer, uplo: u32, n: i32, A: Pointer, lda: i32, lwork: Pointer) = hipsolverDnZpotri_bufferSize(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, A => Pointer, lda => i32, lwork => Pointer);
    cusolverDnZpotrs(handle: Pointer, uplo: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, devInfo: Pointer) = hipsolverDnZpotrs(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, devInfo => Pointer);
    cusolverDnZpotrsBatched(handle: Pointer, uplo: u32, n: i32, nrhs: i32, A: Pointer, lda: i32, B: Pointer, ldb: i32, devInfo: Pointer, batch_count: i32) = hipsolverDnZpotrsBatched(handle => Pointer, numbers::FILL_MODE.hip(uplo) => u32, n => i32, nrhs => i32, A => Pointer, lda => i32, B => Pointer, ldb => i32, devInfo => Pointer, batch_count => i32);
    cusolverDnZungqr(handle: Pointer, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnZungqr(handle => Pointer, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnZungqr_bufferSize(handle: Pointer, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, lwork: Pointer) = hipsolverDnZungqr_bufferSize(handle => Pointer, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, lwork => Pointer);
    cusolverDnZunmqr(handle: Pointer, side: u32, trans: u32, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, C: Pointer, ldc: i32, work: Pointer, lwork: i32, devInfo: Pointer) = hipsolverDnZunmqr(handle => Pointer, numbers::SIDE_MODE.hip(side) => u32, numbers::OPERATION.hip(trans) => u32, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, C => Pointer, ldc => i32, work => Pointer, lwork => i32, devInfo => Pointer);
    cusolverDnZunmqr_bufferSize(handle: Pointer, side: u32, trans: u32, m: i32, n: i32, k: i32, A: Pointer, lda: i32, tau: Pointer, C: Pointer, ldc: i32, lwork: Pointer) = hipsolverDnZunmqr_bufferSize(handle => Pointer, numbers::SIDE_MODE.hip(side) => u32, numbers::OPERATION.hip(trans) => u32, m => i32, n => i32, k => i32, A => Pointer, lda => i32, tau => Pointer, C => Pointer, ldc => i32, lwork => Pointer);
    cusolverRfAccessBundledFactorsDevice(handle: Pointer, nnzM: Pointer, Mp: Pointer, Mi: Pointer, Mx: Pointer) = hipsolverRfAccessBundledFactorsDevice(handle => Pointer, nnzM => Pointer, Mp => Pointer, Mi => Pointer, Mx => Pointer);
    cusolverRfAnalyze(handle: Pointer) = hipsolverRfAnalyze(handle => Pointer);
    cusolverRfBatchAnalyze(handle: Pointer) = hipsolverRfBatchAnalyze(handle => Pointer);
    cusolverRfBatchRefactor(handle: Pointer) = hipsolverRfBatchRefactor(handle => Pointer);
    cusolverRfBatchResetValues(batchSize: i32, n: i32, nnzA: i32, csrRowPtrA: Pointer, csrColIndA: Pointer, csrValA_array: Pointer, P: Pointer, Q: Pointer, handle: Pointer) = hipsolverRfBatchResetValues(batchSize => i32, n => i32, nnzA => i32, csrRowPtrA => Pointer, csrColIndA => Pointer, csrValA_array => Pointer, P => Pointer, Q => Pointer, handle => Pointer);
    cusolverRfBatchSetupHost(batchSize: i32, n: i32, nnzA: i32, h_csrRowPtrA: Pointer, h_csrColIndA: Pointer, h_csrValA_array: Pointer, nnzL: i32, h_csrRowPtrL: Pointer, h_csrColIndL: Pointer, h_csrValL: Pointer, nnzU: i32, h_csrRowPtrU: Pointer, h_csrColIndU: Pointer, h_csrValU: Pointer, h_P: Pointer, h_Q: Pointer, handle: Pointer) = hipsolverRfBatchSetupHost(batchSize => i32, n => i32, nnzA => i32, h_csrRowPtrA => Pointer, h_csrColIndA => Pointer, h_csrValA_array => Pointer, nnzL => i32, h_csrRowPtrL => Pointer, h_csrColIndL => Pointer, h_csrValL => Pointer, nnzU => i32, h_csrRowPtrU => Pointer, h_csrColIndU => Pointer, h_csrValU => Pointer, h_P => Pointer, h_Q => Pointer, handle => Pointer);
    cusolverRfBatchSolve(handle: Pointer, P: Pointer, Q: Pointer, nrhs: i32, Temp: Pointer, ldt: i32, XF_array: Pointer, ldxf: i32) = hipsolverRfBatchSolve(handle => Pointer, P => Pointer, Q => Pointer, nrhs => i32, Temp => Pointer, ldt => i32, XF_array => Pointer, ldxf => i32);
    cusolverRfBatchZeroPivot(handle: Pointer, position: Pointer) = hipsolverRfBatchZeroPivot(handle => Pointer, position => Pointer);
    cusolverRfCreate(handle: Pointer) = hipsolverRfCreate(handle => Pointer);
    cusolverRfDestroy(handle: Pointer) = hipsolverRfDestroy(handle => Pointer);
    cusolverRfExtractBundledFactorsHost(handle: Pointer, h_nnzM: Pointer, h_Mp: Pointer, h_Mi: Pointer, h_Mx: Pointer) = hipsolverRfExtractBundledFactorsHost(handle => Pointer, h_nnzM => Pointer, h_Mp => Pointer, h_Mi => Pointer, h_Mx => Pointer);
    cusolverRfExtractSplitFactorsHost(handle: Pointer, h_nnzL: Pointer, h_Lp: Pointer, h_Li: Pointer, h_Lx: Pointer, h_nnzU: Pointer, h_Up: Pointer, h_Ui: Pointer, h_Ux: Pointer) = hipsolverRfExtractSplitFactorsHost(handle => Pointer, h_nnzL => Pointer, h_Lp => Pointer, h_Li => Pointer, h_Lx => Pointer, h_nnzU => Pointer, h_Up => Pointer, h_Ui => Pointer, h_Ux => Pointer);
    cusolverRfGetAlgs(handle: Pointer, fact_alg: Pointer, solve_alg: Pointer) = hipsolverRfGet_Algs(handle => Pointer, fact_alg => Pointer, solve_alg => Pointer);
    cusolverRfGetMatrixFormat(handle: Pointer, format: Pointer, diag: Pointer) = hipsolverRfGetMatrixFormat(handle => Pointer, format => Pointer, diag => Pointer);
    cusolverRfGetNumericBoostReport(handle: Pointer, report: Pointer) = hipsolverRfGetNumericBoostReport(handle => Pointer, report => Pointer);
    cusolverRfGetNumericProperties(handle: Pointer, zero: Pointer, boost: Pointer) = hipsolverRfGetNumericProperties(handle => Pointer, zero => Pointer, boost => Pointer);
    cusolverRfGetResetValuesFastMode(handle: Pointer, fastMode: Pointer) = hipsolverRfGetResetValuesFastMode(handle => Pointer, fastMode => Pointer);
    cusolverRfRefactor(handle: Pointer) = hipsolverRfRefactor(handle => Pointer);
    cusolverRfResetValues(n: i32, nnzA: i32, csrRowPtrA: Pointer, csrColIndA: Pointer, csrValA: Pointer, P: Pointer, Q: Pointer, handle: Pointer) = hipsolverRfResetValues(n => i32, nnzA => i32, csrRowPtrA => Pointer, csrColIndA => Pointer, csrValA => Pointer, P => Pointer, Q => Pointer, handle => Pointer);
    cusolverRfSetAlgs(handle: Pointer, fact_alg: u32, solve_alg: u32) = hipsolverRfSetAlgs(handle => Pointer, fact_alg => u32, solve_alg => u32);
    cusolverRfSetMatrixFormat(handle: Pointer, format: u32, diag: u32) = hipsolverRfSetMatrixFormat(handle => Pointer, format => u32, diag => u32);
    cusolverRfSetNumericProperties(handle: Pointer, effective_zero: f64, boost_val: f64) = hipsolverRfSetNumericProperties(handle => Pointer, effective_zero => f64, boost_val => f64);
    cusolverRfSetResetValuesFastMode(handle: Pointer, fastMode: u32) = hipsolverRfSetResetValuesFastMode(handle => Pointer, fastMode => u32);
    cusolverRfSetupDevice(n: i32, nnzA: i32, csrRowPtrA: Pointer, csrColIndA: Pointer, csrValA: Pointer, nnzL: i32, csrRowPtrL: Pointer, csrColIndL: Pointer, csrValL: Pointer, nnzU: i32, csrRowPtrU: Pointer, csrColIndU: Pointer, csrValU: Pointer, P: Pointer, Q: Pointer, handle: Pointer) = hipsolverRfSetupDevice(n => i32, nnzA => i32, csrRowPtrA => Pointer, csrColIndA => Pointer, csrValA => Pointer, nnzL => i32, csrRowPtrL => Pointer, csrColIndL => Pointer, csrValL => Pointer, nnzU => i32, csrRowPtrU => Pointer, csrColIndU => Pointer, csrValU => Pointer, P => Pointer, Q => Pointer, handle => Pointer);
    cusolverRfSetupHost(n: i32, nnzA: i32, h_csrRowPtrA: Pointer, h_csrColIndA: Pointer, h_csrValA: Pointer, nnzL: i32, h_csrRowPtrL: Pointer, h_csrColIndL: Pointer, h_csrValL: Pointer, nnzU: i32, h_csrRowPtrU: Pointer, h_csrColIndU: Pointer, h_csrValU: Pointer, h_P: Pointer, h_Q: Pointer, handle: Pointer) = hipsolverRfSetupHost(n => i32, nnzA => i32, h_csrRowPtrA => Pointer, h_csrColIndA => Pointer, h_csrValA => Pointer, nnzL => i32, h_csrRowPtrL => Pointer, h_csrColIndL => Pointer, h_csrValL => Pointer, nnzU => i32, h_csrRowPtrU => Pointer, h_csrColIndU => Pointer, h_csrValU => Pointer, h_P => Pointer, h_Q => Pointer, handle => Pointer);
    cusolverRfSolve(handle: Pointer, P: Pointer, Q: Pointer, nrhs: i32, Temp: Pointer, ldt: i32, XF: Pointer, ldxf: i32) = hipsolverRfSolve(handle => Pointer, P => Pointer, Q => Pointer, nrhs => i32, Temp => Pointer, ldt => i32, XF => Pointer, ldxf => i32);
    cusolverSpCreate(handle: Pointer) = hipsolverExtSpCreate(handle => Pointer);
    cusolverSpDestroy(handle: Pointer) = hipsolverExtSpDestroy(handle => Pointer);
    cusolverSpGetStream(handle: Pointer, streamId: Pointer) = hipsolverExtSpGetStream(handle => Pointer, streamId => Pointer);
    cusolverSpSetStream(handle: Pointer, streamId: Pointer) = hipsolverExtSpSetStream(handle => Pointer, streamId => Pointer);
}

#[rustfmt::skip]
forward::exports! {
    ["libcusolver.so.11"]
    cusolverGetProperty = own::property;
    cusolverGetVersion = own::version;
    cusolverSpCcsrlsvchol = own::Ccsrlsvchol;
    cusolverSpCcsrlsvcholHost = own::CcsrlsvcholHost;
    cusolverSpCcsrlsvluHost = own::CcsrlsvluHost;
    cusolverSpCcsrlsvqr = own::Ccsrlsvqr;
    cusolverSpCcsrlsvqrHost = own::CcsrlsvqrHost;
    cusolverSpDcsrlsvchol = own::Dcsrlsvchol;
    cusolverSpDcsrlsvcholHost = own::DcsrlsvcholHost;
    cusolverSpDcsrlsvluHost = own::DcsrlsvluHost;
    cusolverSpDcsrlsvqr = own::Dcsrlsvqr;
    cusolverSpDcsrlsvqrHost = own::DcsrlsvqrHost;
    cusolverSpScsrlsvchol = own::Scsrlsvchol;
    cusolverSpScsrlsvcholHost = own::ScsrlsvcholHost;
    cusolverSpScsrlsvluHost = own::ScsrlsvluHost;
    cusolverSpScsrlsvqr = own::Scsrlsvqr;
    cusolverSpScsrlsvqrHost = own::ScsrlsvqrHost;
    cusolverSpZcsrlsvchol = own::Zcsrlsvchol;
    cusolverSpZcsrlsvcholHost = own::ZcsrlsvcholHost;
    cusolverSpZcsrlsvluHost = own::ZcsrlsvluHost;
    cusolverSpZcsrlsvqr = own::Zcsrlsvqr;
    cusolverSpZcsrlsvqrHost = own::ZcsrlsvqrHost;
}

/// `CUSOLVER_STATUS_NOT_SUPPORTED`
const MISSING: u32 = 9;

#[rustfmt::skip]
forward::refusals! {
    ["libcusolver.so.11"] "cusolver" MISSING;
    cusolverDnCgebrd,
    cusolverDnCgebrd_bufferSize,
    cusolverDnChegvdx,
    cusolverDnChegvdx_bufferSize,
    cusolverDnChetrd,
    cusolverDnChetrd_bufferSize,
    cusolverDnClaswp,
    cusolverDnClauum,
    cusolverDnClauum_bufferSize,
    cusolverDnCsytrf,
    cusolverDnCsytrf_bufferSize,
    cusolverDnCsytri,
    cusolverDnCsytri_bufferSize,
    cusolverDnCungbr,
    cusolverDnCungbr_bufferSize,
    cusolverDnCungtr,
    cusolverDnCungtr_bufferSize,
    cusolverDnCunmtr,
    cusolverDnCunmtr_bufferSize,
    cusolverDnDgebrd,
    cusolverDnDgebrd_bufferSize,
    cusolverDnDlaswp,
    cusolverDnDlauum,
    cusolverDnDlauum_bufferSize,
    cusolverDnDorgbr,
    cusolverDnDorgbr_bufferSize,
    cusolverDnDorgtr,
    cusolverDnDorgtr_bufferSize,
    cusolverDnDormtr,
    cusolverDnDormtr_bufferSize,
    cusolverDnDsygvdx,
    cusolverDnDsygvdx_bufferSize,
    cusolverDnDsytrd,
    cusolverDnDsytrd_bufferSize,
    cusolverDnDsytrf,
    cusolverDnDsytrf_bufferSize,
    cusolverDnDsytri,
    cusolverDnDsytri_bufferSize,
    cusolverDnGetEmulationSpecialValuesSupport,
    cusolverDnGetEmulationStrategy,
    cusolverDnGetFixedPointEmulationMantissaBitOffset,
    cusolverDnGetFixedPointEmulationMantissaControl,
    cusolverDnGetFixedPointEmulationMaxMantissaBitCount,
    cusolverDnGetMathMode,
    cusolverDnIRSInfosCreate,
    cusolverDnIRSInfosDestroy,
    cusolverDnIRSInfosGetMaxIters,
    cusolverDnIRSInfosGetNiters,
    cusolverDnIRSInfosGetOuterNiters,
    cusolverDnIRSInfosGetResidualHistory,
    cusolverDnIRSInfosRequestResidual,
    cusolverDnIRSParamsCreate,
    cusolverDnIRSParamsDestroy,
    cusolverDnIRSParamsDisableFallback,
    cusolverDnIRSParamsEnableFallback,
    cusolverDnIRSParamsGetMaxIters,
    cusolverDnIRSParamsSetMaxIters,
    cusolverDnIRSParamsSetMaxItersInner,
    cusolverDnIRSParamsSetRefinementSolver,
    cusolverDnIRSParamsSetSolverLowestPrecision,
    cusolverDnIRSParamsSetSolverMainPrecision,
    cusolverDnIRSParamsSetSolverPrecisions,
    cusolverDnIRSParamsSetTol,
    cusolverDnIRSParamsSetTolInner,
    cusolverDnIRSXgels,
    cusolverDnIRSXgels_bufferSize,
    cusolverDnIRSXgesv,
    cusolverDnIRSXgesv_bufferSize,
    cusolverDnSetEmulationSpecialValuesSupport,
    cusolverDnSetEmulationStrategy,
    cusolverDnSetFixedPointEmulationMantissaBitOffset,
    cusolverDnSetFixedPointEmulationMantissaControl,
    cusolverDnSetFixedPointEmulationMaxMantissaBitCount,
    cusolverDnSetMathMode,
    cusolverDnSgebrd,
    cusolverDnSgebrd_bufferSize,
    cusolverDnSlaswp,
    cusolverDnSlauum,
    cusolverDnSlauum_bufferSize,
    cusolverDnSorgbr,
    cusolverDnSorgbr_bufferSize,
    cusolverDnSorgtr,
    cusolverDnSorgtr_bufferSize,
    cusolverDnSormtr,
    cusolverDnSormtr_bufferSize,
    cusolverDnSsygvdx,
    cusolverDnSsygvdx_bufferSize,
    cusolverDnSsytrd,
    cusolverDnSsytrd_bufferSize,
    cusolverDnSsytrf,
    cusolverDnSsytrf_bufferSize,
    cusolverDnSsytri,
    cusolverDnSsytri_bufferSize,
    cusolverDnSyevdx,
    cusolverDnSyevdx_bufferSize,
    cusolverDnXlarft,
    cusolverDnXlarft_bufferSize,
    cusolverDnXpolar,
    cusolverDnXpolar_bufferSize,
    cusolverDnXstedc,
    cusolverDnXstedc_bufferSize,
    cusolverDnXsygvd,
    cusolverDnXsygvd_bufferSize,
    cusolverDnXsygvdx,
    cusolverDnXsygvdx_bufferSize,
    cusolverDnXsytrs,
    cusolverDnXsytrs_bufferSize,
    cusolverDnZgebrd,
    cusolverDnZgebrd_bufferSize,
    cusolverDnZhegvdx,
    cusolverDnZhegvdx_bufferSize,
    cusolverDnZhetrd,
    cusolverDnZhetrd_bufferSize,
    cusolverDnZlaswp,
    cusolverDnZlauum,
    cusolverDnZlauum_bufferSize,
    cusolverDnZsytrf,
    cusolverDnZsytrf_bufferSize,
    cusolverDnZsytri,
    cusolverDnZsytri_bufferSize,
    cusolverDnZungbr,
    cusolverDnZungbr_bufferSize,
    cusolverDnZungtr,
    cusolverDnZungtr_bufferSize,
    cusolverDnZunmtr,
    cusolverDnZunmtr_bufferSize,
    cusolverSpCcsrcholBufferInfo,
    cusolverSpCcsrcholBufferInfoHost,
    cusolverSpCcsrcholDiag,
    cusolverSpCcsrcholFactor,
    cusolverSpCcsrcholFactorHost,
    cusolverSpCcsrcholSolve,
    cusolverSpCcsrcholSolveHost,
    cusolverSpCcsrcholZeroPivot,
    cusolverSpCcsrcholZeroPivotHost,
    cusolverSpCcsreigsHost,
    cusolverSpCcsreigvsi,
    cusolverSpCcsreigvsiHost,
    cusolverSpCcsrlsqvqrHost,
    cusolverSpCcsrluBufferInfoHost,
    cusolverSpCcsrluExtractHost,
    cusolverSpCcsrluFactorHost,
    cusolverSpCcsrluSolveHost,
    cusolverSpCcsrluZeroPivotHost,
    cusolverSpCcsrqrBufferInfo,
    cusolverSpCcsrqrBufferInfoBatched,
    cusolverSpCcsrqrBufferInfoHost,
    cusolverSpCcsrqrFactor,
    cusolverSpCcsrqrFactorHost,
    cusolverSpCcsrqrSetup,
    cusolverSpCcsrqrSetupHost,
    cusolverSpCcsrqrSolve,
    cusolverSpCcsrqrSolveHost,
    cusolverSpCcsrqrZeroPivot,
    cusolverSpCcsrqrZeroPivotHost,
    cusolverSpCcsrqrsvBatched,
    cusolverSpCcsrzfdHost,
    cusolverSpCreateCsrcholInfo,
    cusolverSpCreateCsrcholInfoHost,
    cusolverSpCreateCsrluInfoHost,
    cusolverSpCreateCsrqrInfo,
    cusolverSpCreateCsrqrInfoHost,
    cusolverSpDcsrcholBufferInfo,
    cusolverSpDcsrcholBufferInfoHost,
    cusolverSpDcsrcholDiag,
    cusolverSpDcsrcholFactor,
    cusolverSpDcsrcholFactorHost,
    cusolverSpDcsrcholSolve,
    cusolverSpDcsrcholSolveHost,
    cusolverSpDcsrcholZeroPivot,
    cusolverSpDcsrcholZeroPivotHost,
    cusolverSpDcsreigsHost,
    cusolverSpDcsreigvsi,
    cusolverSpDcsreigvsiHost,
    cusolverSpDcsrlsqvqrHost,
    cusolverSpDcsrluBufferInfoHost,
    cusolverSpDcsrluExtractHost,
    cusolverSpDcsrluFactorHost,
    cusolverSpDcsrluSolveHost,
    cusolverSpDcsrluZeroPivotHost,
    cusolverSpDcsrqrBufferInfo,
    cusolverSpDcsrqrBufferInfoBatched,
    cusolverSpDcsrqrBufferInfoHost,
    cusolverSpDcsrqrFactor,
    cusolverSpDcsrqrFactorHost,
    cusolverSpDcsrqrSetup,
    cusolverSpDcsrqrSetupHost,
    cusolverSpDcsrqrSolve,
    cusolverSpDcsrqrSolveHost,
    cusolverSpDcsrqrZeroPivot,
    cusolverSpDcsrqrZeroPivotHost,
    cusolverSpDcsrqrsvBatched,
    cusolverSpDcsrzfdHost,
    cusolverSpDestroyCsrcholInfo,
    cusolverSpDestroyCsrcholInfoHost,
    cusolverSpDestroyCsrluInfoHost,
    cusolverSpDestroyCsrqrInfo,
    cusolverSpDestroyCsrqrInfoHost,
    cusolverSpScsrcholBufferInfo,
    cusolverSpScsrcholBufferInfoHost,
    cusolverSpScsrcholDiag,
    cusolverSpScsrcholFactor,
    cusolverSpScsrcholFactorHost,
    cusolverSpScsrcholSolve,
    cusolverSpScsrcholSolveHost,
    cusolverSpScsrcholZeroPivot,
    cusolverSpScsrcholZeroPivotHost,
    cusolverSpScsreigsHost,
    cusolverSpScsreigvsi,
    cusolverSpScsreigvsiHost,
    cusolverSpScsrlsqvqrHost,
    cusolverSpScsrluBufferInfoHost,
    cusolverSpScsrluExtractHost,
    cusolverSpScsrluFactorHost,
    cusolverSpScsrluSolveHost,
    cusolverSpScsrluZeroPivotHost,
    cusolverSpScsrqrBufferInfo,
    cusolverSpScsrqrBufferInfoBatched,
    cusolverSpScsrqrBufferInfoHost,
    cusolverSpScsrqrFactor,
    cusolverSpScsrqrFactorHost,
    cusolverSpScsrqrSetup,
    cusolverSpScsrqrSetupHost,
    cusolverSpScsrqrSolve,
    cusolverSpScsrqrSolveHost,
    cusolverSpScsrqrZeroPivot,
    cusolverSpScsrqrZeroPivotHost,
    cusolverSpScsrqrsvBatched,
    cusolverSpScsrzfdHost,
    cusolverSpXcsrcholAnalysis,
    cusolverSpXcsrcholAnalysisHost,
    cusolverSpXcsrissymHost,
    cusolverSpXcsrluAnalysisHost,
    cusolverSpXcsrluNnzHost,
    cusolverSpXcsrmetisndHost,
    cusolverSpXcsrpermHost,
    cusolverSpXcsrperm_bufferSizeHost,
    cusolverSpXcsrqrAnalysis,
    cusolverSpXcsrqrAnalysisBatched,
    cusolverSpXcsrqrAnalysisHost,
    cusolverSpXcsrsymamdHost,
    cusolverSpXcsrsymmdqHost,
    cusolverSpXcsrsymrcmHost,
    cusolverSpZcsrcholBufferInfo,
    cusolverSpZcsrcholBufferInfoHost,
    cusolverSpZcsrcholDiag,
    cusolverSpZcsrcholFactor,
    cusolverSpZcsrcholFactorHost,
    cusolverSpZcsrcholSolve,
    cusolverSpZcsrcholSolveHost,
    cusolverSpZcsrcholZeroPivot,
    cusolverSpZcsrcholZeroPivotHost,
    cusolverSpZcsreigsHost,
    cusolverSpZcsreigvsi,
    cusolverSpZcsreigvsiHost,
    cusolverSpZcsrlsqvqrHost,
    cusolverSpZcsrluBufferInfoHost,
    cusolverSpZcsrluExtractHost,
    cusolverSpZcsrluFactorHost,
    cusolverSpZcsrluSolveHost,
    cusolverSpZcsrluZeroPivotHost,
    cusolverSpZcsrqrBufferInfo,
    cusolverSpZcsrqrBufferInfoBatched,
    cusolverSpZcsrqrBufferInfoHost,
    cusolverSpZcsrqrFactor,
    cusolverSpZcsrqrFactorHost,
    cusolverSpZcsrqrSetup,
    cusolverSpZcsrqrSetupHost,
    cusolverSpZcsrqrSolve,
    cusolverSpZcsrqrSolveHost,
    cusolverSpZcsrqrZeroPivot,
    cusolverSpZcsrqrZeroPivotHost,
    cusolverSpZcsrqrsvBatched,
    cusolverSpZcsrzfdHost,
}
