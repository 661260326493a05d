// a hash table, union of sets, string matching, moves of 64 bits, barriers of producers, clusters of points, merging, decompression.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/std/utility>
namespace cg=cooperative_groups;
typedef unsigned u32; typedef unsigned long long u64;
#define K extern "C" __global__ void
#define ARGS const u32* in, u32* out, int n
#define TID int i = blockIdx.x*blockDim.x + threadIdx.x
__device__ u32 uf(volatile u32*p, u32 x){
  while(p[x]!=x){
    p[x]=p[p[x]];
    x=p[x];
  }
  return x;
}
K k_unionfind(ARGS){
  __shared__ u32 p[256];
  __shared__ int again;
  int t=threadIdx.x;
  p[t]=t;
  u32 a=t, b=in[t]&255;
  if((in[t]>>8)&3) b=t;
  __syncthreads();
  do{
    __syncthreads();
    if(t==0) again=0;
    __syncthreads();
    u32 x=uf(p, a), y=uf(p, b);
    if(x!=y){
      if(x<y){
        u32 z=x;
        x=y;
        y=z;
      }
      u32 o=atomicCAS(&p[x], x, y);
      if(o!=x) again=1;
      else again=again;
    }
    __syncthreads();
  }while(again);
  u32 r;
  while((r=p[p[t]])!=p[t]){
    __syncwarp(__activemask());
    p[t]=r;
  }
  __syncthreads();
  out[t]=uf(p, t);
}

K k_nfa(ARGS){
  TID;
  const unsigned char*s=(const unsigned char*)in+i*17;
  u64 st=1;
  int hits=0;
  for(int j=0;j<100;j++){
    unsigned char c=s[j];
    u64 nx=1;
    if(c<64) nx|=(st<<1)&0xaaaaaaaaaaaaaaaaull;
    else if(c<128) nx|=(st<<2)&0xccccccccccccccccull;
    else if(c&1) nx|=st<<3;
    else nx|=(st>>1)|(st<<5);
    st=nx;
    if(st&(1ull<<40)) {
      hits++;
      st&=~(1ull<<40);
    }
    if(__popcll(st)>50) break;
  }
  out[i]=hits;
  out[1024+i]=(u32)(st^st>>32);
}

K k_shfl64(ARGS){
  TID;
  int l=threadIdx.x&31;
  u64 v=((u64)in[i]<<32)|in[i+1];
  u64 a=__shfl_sync(~0u, v, (l*7+3)&31);
  u64 b=__shfl_down_sync(~0u, v, 3, 8);
  double d=__shfl_xor_sync(~0u, (double)v, 5, 16);
  float2 f;
  f.x=__shfl_up_sync(~0u, (float)in[i], 2, 4);
  out[i]=(u32)(a^a>>32);
  out[512+i]=(u32)(b>>7);
  ((double*)out)[1024+i]=d;
  out[4096+i]=__float_as_uint(f.x);
  u32 m=__match_any_sync(~0u, v&3);
  out[4608+i]=m;
  int src=__ffs(m)-1;
  out[5120+i]=__shfl_sync(m, in[i], src);
  short h=(short)in[i];
  out[5632+i]=__shfl_sync(~0u, h, l^1);
  int pr;
  out[6144+i]=__match_all_sync(~0u, v>>60, &pr)+pr;
}

K k_barrier(ARGS){
  TID;
  __shared__ cuda::barrier<cuda::thread_scope_block> b[2];
  __shared__ u32 s[2][64];
  if(threadIdx.x<2) init(&b[threadIdx.x], 128);
  __syncthreads();
  bool prod=threadIdx.x<64;
  u32 acc=0;
  for(int k=0;k<6;k++){
    if(prod){
      s[k&1][threadIdx.x]=in[blockIdx.x*512+k*64+threadIdx.x];
      b[k&1].arrive_and_wait();
    } else {
      b[k&1].arrive_and_wait();
      acc=acc*5+s[k&1][(threadIdx.x*3+k)&63];
    }
    __syncthreads();
  }
  out[i]=acc;
}

K k_kmeans(ARGS){
  TID;
  __shared__ float cx[8], cy[8];
  __shared__ float sx[8], sy[8];
  __shared__ int cn[8];
  if(threadIdx.x<8){
    cx[threadIdx.x]=threadIdx.x*8;
    cy[threadIdx.x]=threadIdx.x*5;
  }
  float x=in[i]&63, y=(in[i]>>8)&63;
  int best=0;
  for(int r=0;r<3;r++){
    if(threadIdx.x<8){
      sx[threadIdx.x]=sy[threadIdx.x]=0;
      cn[threadIdx.x]=0;
    }
    __syncthreads();
    float bd=1e30f;
    for(int k=0;k<8;k++){
      float d=(x-cx[k])*(x-cx[k])+(y-cy[k])*(y-cy[k]);
      if(d<bd){
        bd=d;
        best=k;
      }
    }
    atomicAdd(&sx[best], x);
    atomicAdd(&sy[best], y);
    atomicAdd(&cn[best], 1);
    __syncthreads();
    if(threadIdx.x<8&&cn[threadIdx.x]){
      cx[threadIdx.x]=floorf(sx[threadIdx.x]/cn[threadIdx.x]);
      cy[threadIdx.x]=floorf(sy[threadIdx.x]/cn[threadIdx.x]);
    }
    __syncthreads();
  }
  out[i]=best;
  if(threadIdx.x<8) out[1024+blockIdx.x*8+threadIdx.x]=__float_as_uint(cx[threadIdx.x]);
}

K k_mergepath(ARGS){
  __shared__ u32 s[1024], d[1024];
  int t=threadIdx.x;
  for(int j=0;j<8;j++) s[t*8+j]=in[t*8+j]>>7;
  for(int a=1;a<8;a++){
    u32 v=s[t*8+a];
    int b=a-1;
    while(b>=0&&s[t*8+b]>v){
      s[t*8+b+1]=s[t*8+b];
      b--;
    }
    s[t*8+b+1]=v;
  }
  __syncthreads();
  u32*x=s, *y=d;
  for(int w=8;w<1024;w*=2){
    int g=t*8/(2*w)*(2*w), dg=t*8-g;
    u32*A=x+g, *B=x+g+w;
    int lo=max(0, dg-w), hi=min(dg, w);
    while(lo<hi){
      int m=(lo+hi)/2;
      if(A[m]<=B[dg-1-m]) lo=m+1;
      else hi=m;
    }
    int a=lo, b=dg-lo;
    for(int j=0;j<8;j++){
      bool ta= b>=w || (a<w && A[a]<=B[b]);
      y[t*8+j]=ta?A[a++]:B[b++];
    }
    __syncthreads();
    u32*z=x;
    x=y;
    y=z;
  }
  for(int j=t;j<1024;j+=128) out[j]=x[j];
}

K k_lz(ARGS){
  TID;
  unsigned char*o=(unsigned char*)(out+i*64);
  const unsigned char*s=(const unsigned char*)(in+i*5);
  int w=0, r=0;
  while(w<200&&r<120){
    unsigned char t=s[r++];
    if(t<100||w==0){
      o[w++]=t;
    } else {
      int len=(t&15)+2, d=(s[r++]%min(w, 63))+1;
      for(int k=0;k<len&&w<250;k++, w++) o[w]=o[w-d];
    }
  }
  o[252]=w;
  o[253]=r;
}

K k_segscan(ARGS){
  TID;
  __shared__ float v[128];
  __shared__ int f[128];
  int t=threadIdx.x;
  v[t]=(float)(in[i]&255);
  f[t]=(in[i]>>8&7)==0;
  __syncthreads();
  for(int d=1;d<128;d*=2){
    float nv=v[t];
    int nf=f[t];
    if(t>=d&&!f[t]){
      nv+=v[t-d];
      nf|=f[t-d];
    }
    __syncthreads();
    v[t]=nv;
    f[t]=nf;
    __syncthreads();
  }
  out[i]=__float_as_uint(v[t]);
  out[512+i]=f[t];
}

K k_loopshfl(ARGS){
  TID;
  u32 x=in[i];
  int l=threadIdx.x&31;
  u32 active=~0u;
  int it=0;
  while(active){
    u32 done=__ballot_sync(active, (x&7)==3||it>(l&15)+5);
    if(done&(1u<<l)) break;
    active&=~done;
    x=x*5+__shfl_sync(active, x, __ffs(active)-1)+it;
    it++;
  }
  out[i]=x;
  out[512+i]=it;
  __syncwarp();
  out[1024+i]=__shfl_xor_sync(~0u, x, 1);
}
