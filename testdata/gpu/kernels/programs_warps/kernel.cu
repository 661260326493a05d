// warps in part: ragged blocks, tiles, partial masks, aggregated atomics, calls by pointer, virtual calls.
// every kernel: (const unsigned* in [65536], unsigned* out [65536], int n, Blob)
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <mma.h>
#include <cuda_pipeline.h>
#include <stdio.h>
namespace cg = cooperative_groups;
using namespace nvcuda;
typedef unsigned u32; typedef unsigned long long u64;
#define K extern "C" __global__ void
#define ARGS const u32* in, u32* out, int n
#define TID int i = (blockIdx.z*gridDim.y*gridDim.x + blockIdx.y*gridDim.x + blockIdx.x) * blockDim.x*blockDim.y*blockDim.z + threadIdx.z*blockDim.y*blockDim.x + threadIdx.y*blockDim.x + threadIdx.x
K k_ragged(ARGS){
  TID;
  int lane;
  asm("mov.u32 %0, %%laneid;":"=r"(lane));
  u32 m=__activemask();
  u32 b=__ballot_sync(m, in[i]&1);
  u32 x=in[i];
  for(int o=16;o;o>>=1) x+=__shfl_xor_sync(m, x, o);
  out[i]=b^m;
  out[4096+i]= (m==0xffffffffu)?x:0;
  out[8192+i]=lane;
}

K k_wagg(ARGS){
  TID;
  if(in[i]%3==0){
    auto g=cg::coalesced_threads();
    u32 base=0;
    if(g.thread_rank()==0) base=atomicAdd(out, g.size());
    base=g.shfl(base, 0);
    if(base+g.thread_rank()<60000u) atomicAdd(&out[1+(in[i]&63)], g.size());
  }
}

K k_tile(ARGS){
  TID;
  auto b=cg::this_thread_block();
  auto t=cg::tiled_partition<8>(b);
  u32 v=in[i];
  u32 s=cg::reduce(t, v, cg::plus<u32>());
  u32 mx=cg::reduce(t, v, cg::greater<u32>());
  u32 inc=cg::inclusive_scan(t, v&255);
  u32 ex=cg::exclusive_scan(t, v&15);
  auto t4=cg::tiled_partition<4>(t);
  out[i]=s^mx;
  out[2048+i]=inc*16+ex;
  out[4096+i]=t4.shfl_down(v, 1)+t4.meta_group_rank()+t.any(v>0xf0000000u)+t.ballot(v&1);
  auto lp=cg::labeled_partition(t, v%3);
  out[6144+i]=lp.size()*100+lp.thread_rank();
  auto bp=cg::binary_partition(t, v&1);
  out[8192+i]=cg::reduce(bp, v, cg::bit_xor<u32>());
}

K k_cpasync(ARGS){
  __shared__ __align__(16) u32 st[3][512];
  int t=threadIdx.x;
  u32 acc=0;
  const u32* src=in+blockIdx.x*4096;
  for(int k=0;k<2;k++){
    __pipeline_memcpy_async(&st[k][t*4], src+k*512+t*4, 16);
    __pipeline_commit();
  }
  for(int k=0;k<8;k++){
    if(k+2<8) __pipeline_memcpy_async(&st[(k+2)%3][t*4], src+(k+2)*512+t*4, 16, t%5==0?8:0);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    for(int j=0;j<4;j++) acc=acc*33+st[k%3][(t*7+j*128)&511];
    __syncthreads();
  }
  out[blockIdx.x*128+t]=acc;
}

K k_partial(ARGS){
  TID;
  u32 v=in[i];
  int l=threadIdx.x&31;
  u32 r=0;
  if(l<20){
    u32 m=0xfffffu;
    u32 x=v;
    for(int o=16;o;o>>=1){
      u32 y=__shfl_down_sync(m, x, o);
      if(l+o<20) x+=y;
    }
    r=x;
    if(l<10){
      r+=__shfl_sync(0x3ffu, v, (l*3)%10)+__popc(__ballot_sync(0x3ffu, v&4));
    } else {
      r^=__shfl_xor_sync(0xffc00u, v, 1)+__any_sync(0xffc00u, v>0xe0000000u);
    }
    __syncwarp(m);
  } else r=__reduce_add_sync(0xfff00000u, v&0xffff)+__reduce_max_sync(0xfff00000u, v)+__reduce_xor_sync(0xfff00000u, v);
  out[i]=r;
}

struct Sh{
  u32 id;
  __device__ Sh(u32 i):id(i){
  }
  virtual __device__ float area(float) const=0;
  virtual __device__ u32 tag() const {
    return id;
  }
};
struct Ci:Sh{
  float r;
  __device__ Ci(u32 i, float r):Sh(i), r(r){
  }
  __device__ float area(float s) const override {
    return r*r*s;
  }
};
struct Re:Sh{
  float a, b;
  __device__ Re(u32 i, float a, float b):Sh(i), a(a), b(b){
  }
  __device__ float area(float s) const override{
    return a*b*s;
  }
  __device__ u32 tag() const override {
    return id*3+1;
  }
};
struct Sq:Re{
  __device__ Sq(u32 i, float a):Re(i, a, a){
  }
  __device__ float area(float s) const override {
    return Re::area(s)+1;
  }
};
K k_virt(ARGS){
  TID;
  Ci c(i, 1.5f);
  Re r(i, 2, 3);
  Sq q(i, 4);
  const Sh* t[3]={&c, &r, &q};
  float s=0;
  u32 g=0;
  for(int k=0;k<4;k++){
    const Sh*p=t[(in[i+k*7])%3];
    s+=p->area(k+.5f);
    g=g*7+p->tag();
  }
  out[i]=__float_as_uint(s);
  out[1024+i]=g;
}

typedef u32(*F)(u32, const u32*);
__device__ __noinline__ u32 f0(u32 a, const u32*p){
  return a+p[a&255];
}
__device__ __noinline__ u32 f1(u32 a, const u32*p){
  u32 s=0;
  for(u32 k=0;k<(a&7);k++) s+=p[k]*a;
  return s;
}
__device__ __noinline__ u32 f2(u32 a, const u32*p){
  return a&1? f1(a>>1, p):f0(a>>1, p);
}
__constant__ u32 sel[8]={0, 1, 2, 2, 1, 0, 2, 1};
__device__ F tab[3]={f0, f1, f2};
K k_fnptr(ARGS){
  TID;
  u32 x=in[i];
  for(int k=0;k<5;k++){
    F f=tab[sel[x&7]];
    if(x&16) x=f(x, in);
    else x=x*5+f(x>>3, in+1);
  }
  out[i]=x;
}

K k_atom64(ARGS){
  TID;
  u64*o=(u64*)out;
  u64 v=((u64)in[i]<<20)|in[i+5];
  int b=i&7;
  atomicAdd(o+b, v);
  atomicMax(o+8+b, v);
  atomicMin((long long*)o+16+b, (long long)v-(1ll<<51));
  atomicXor(o+24+b, v);
  atomicOr(o+32+b, v&0x0f0f0f0f0f0f0f0full);
  atomicAnd(o+40+b, v|0xff);
  __shared__ u64 s[4];
  if(threadIdx.x<4) s[threadIdx.x]=0;
  __syncthreads();
  atomicAdd(&s[i&3], v);
  u64 old=s[(i+1)&3], as;
  do{
    as=old;
    old=atomicCAS(&s[(i+1)&3], as, as+3);
  }while(old!=as);
  __syncthreads();
  if(threadIdx.x<4) o[64+blockIdx.x*4+threadIdx.x]=s[threadIdx.x];
  atomicAdd((double*)(o+128)+b, (double)(v&0xffff));
  atomicInc(out+512+b, 17);
  atomicDec(out+520+b, 9);
}
