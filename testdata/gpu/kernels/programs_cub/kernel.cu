// CUB: block sort, scan and reduction, warp scan, segmented reduction and merge sort.
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdio.h>
#include <cub/cub.cuh>
typedef unsigned u32; typedef unsigned long long u64;
#define K extern "C" __global__ void
#define ARGS const u32* in, u32* out, int n
#define TID int i = blockIdx.x*blockDim.x + threadIdx.x
K k_cub(ARGS){
  typedef cub::BlockRadixSort<u32, 128, 4, u32> S;
  typedef cub::BlockScan<u32, 128, cub::BLOCK_SCAN_WARP_SCANS> C;
  typedef cub::BlockReduce<float, 128, cub::BLOCK_REDUCE_RAKING> R;
  __shared__ union{
    S::TempStorage s;
    C::TempStorage c;
    R::TempStorage r;
  }
  t;
  u32 k[4], v[4];
  for(int j=0;j<4;j++){
    k[j]=in[blockIdx.x*512+threadIdx.x*4+j];
    v[j]=threadIdx.x*4+j;
  }
  S(t.s).SortDescending(k, v, 3, 29);
  for(int j=0;j<4;j++){
    out[blockIdx.x*512+threadIdx.x*4+j]=k[j];
    out[2048+blockIdx.x*512+threadIdx.x*4+j]=v[j];
  }
  __syncthreads();
  u32 x[4], agg;
  for(int j=0;j<4;j++) x[j]=k[j]&0xff;
  C(t.c).InclusiveSum(x, x, agg);
  for(int j=0;j<4;j++) out[4096+blockIdx.x*512+threadIdx.x*4+j]=x[j]+agg;
  __syncthreads();
  float f=R(t.r).Sum((float)(v[0]&63));
  if(threadIdx.x==0) out[8000+blockIdx.x]=__float_as_uint(f);
}

K k_cubw(ARGS){
  TID;
  typedef cub::WarpScan<int> W;
  typedef cub::WarpReduce<u32, 16> Q;
  typedef cub::WarpMergeSort<u32, 2, 32> M;
  __shared__ W::TempStorage w[3];
  __shared__ Q::TempStorage q[6];
  __shared__ M::TempStorage m[3];
  int wi=threadIdx.x/32;
  int a;
  W(w[wi]).ExclusiveScan((int)(in[i]&0xfff), a, -5, [](int x, int y){return max(x, y);});
  out[i]=a;
  u32 r=Q(q[threadIdx.x/16]).Reduce(in[i], [](u32 x, u32 y){return x<y?x:y;}, 11);
  if(threadIdx.x%16==0) out[256+i]=r;
  r=Q(q[threadIdx.x/16]).HeadSegmentedSum(in[i]&255, (in[i+5]&7)==0);
  out[512+i]=(threadIdx.x%16==0||(in[i+5]&7)==0)?r:0;
  u32 k[2]={in[2*i], in[2*i+1]};
  M(m[wi]).Sort(k, [](u32 x, u32 y){return x<y;});
  out[1024+2*i]=k[0];
  out[1025+2*i]=k[1];
}
