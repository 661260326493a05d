// bytes and vectors, divergent loops, switches, jump tables, inline assembly, 128 bits, a queue in shared memory.
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdio.h>
#include <cub/cub.cuh>
typedef unsigned u32; typedef unsigned long long u64;
#define K extern "C" __global__ void
#define ARGS const u32* in, u32* out, int n
#define TID int i = blockIdx.x*blockDim.x + threadIdx.x
K k_bytes(ARGS){
  TID;
  const uchar4*c=(const uchar4*)in;
  const ushort4*s=(const ushort4*)in;
  const char2*d=(const char2*)in;
  const short2*e=(const short2*)in;
  uchar4 a=c[i];
  ushort4 b=s[i+3];
  char2 x=d[i*2+1];
  short2 y=e[i+9];
  out[i]=a.x+a.y*2+a.z*3+a.w*5;
  out[512+i]=b.x^b.y^b.z^b.w;
  out[1024+i]=x.x*x.y;
  out[1536+i]=y.x*y.y;
  uchar4 w=make_uchar4(a.w, x.x, b.x, y.y);
  ((uchar4*)(out+2048))[i]=w;
  ((ushort2*)(out+3072))[i]=make_ushort2(b.z, a.x);
  ((char3*)(out+4096))[i]=make_char3(a.x, a.y, x.y);
  ((longlong2*)(out+5120))[i]=make_longlong2((long long)x.x*y.x, b.w);
  ((double2*)(out+8192))[i]=make_double2(a.x*.5, b.y*.25);
}

K k_diverge(ARGS){
  TID;
  u32 x=in[i], a=0;
  for(int j=0;j<24;j++){
    if((x>>j)&1){
      if((x>>((j+5)&31))&1) continue;
      for(u32 k=0;k<(x>>(j&15)&15);k++){
        a+=k*j;
        if((a&0x3f)==7) break;
        if((a&0x1ff)==0x55) goto out2;
      }
    } else if((a&0xfff)==0x777) break;
    a=a*3+j;
    if(j==20&&(x&0x100)) return;
  }
  a^=0x5555;
  out2: out[i]=a;
}

K k_switch(ARGS){
  TID;
  u32 x=in[i], s=x;
  for(int j=0;j<20;j++){
    switch((s>>3)%13){
      case 0:s+=1;
      break;
      case 1:s*=3;
      break;
      case 2:s^=x;
      case 3:s-=j;
      break;
      case 4:s=__brev(s);
      break;
      case 5:s=s>>1|s<<31;
      break;
      case 6:s+=in[s&1023];
      break;
      case 7:if(s&1){
        s/=3;
        break;
      }
      s+=9;
      case 8:s=~s;
      break;
      case 9:j++;
      s+=11;
      break;
      case 10:s=__popc(s)+s*2;
      break;
      case 11:s^=s<<7;
      continue;
      default:s=s*1664525+1013904223;
    }
    s+=j;
  }
  out[i]=s;
}

K k_brx(ARGS){
  TID;
  u32 x=in[i], r=0;
  for(int j=0;j<6;j++){
    u32 t=(x>>(j*4))&7;
    asm volatile("{\n .reg .u32 q;\n ts: .branchtargets L0, L1, L2, L3, L1, L0, L3, L2;\n brx.idx %1, ts;\n L0: add.u32 %0, %0, 17;\n bra E;\n L1: mul.lo.u32 %0, %0, 5;\n bra E;\n L2: xor.b32 %0, %0, 0x1234;\n L3: add.u32 %0, %0, %1;\n E:\n}":"+r"(r):"r"(t));
    r+=j;
  }
  out[i]=r;
}

K k_asm(ARGS){
  TID;
  u32 a=in[i], b=in[i+1], c=in[i+2], r;
  u32 lo, hi;
  asm("add.cc.u32 %0,%2,%3; addc.u32 %1,%4,%2;":"=r"(lo), "=r"(hi):"r"(a), "r"(b), "r"(c));
  out[i]=lo^hi*3;
  asm("mad.lo.cc.u32 %0,%2,%3,%4; madc.hi.u32 %1,%2,%3,%4;":"=r"(lo), "=r"(hi):"r"(a), "r"(b), "r"(c));
  out[512+i]=lo^hi;
  asm("lop3.b32 %0,%1,%2,%3,0xd8;":"=r"(r):"r"(a), "r"(b), "r"(c));
  out[1024+i]=r;
  asm("prmt.b32.f4e %0,%1,%2,%3;":"=r"(r):"r"(a), "r"(b), "r"(c));
  out[1536+i]=r;
  asm("prmt.b32 %0,%1,%2,%3;":"=r"(r):"r"(a), "r"(b), "r"(c));
  out[2048+i]=r;
  asm("bfe.s32 %0,%1,%2,%3;":"=r"(r):"r"(a), "r"(b&63), "r"(c&63));
  out[2560+i]=r;
  asm("bfi.b32 %0,%1,%2,%3,%4;":"=r"(r):"r"(a), "r"(b), "r"(c&63), "r"(a>>26));
  out[3072+i]=r;
  asm("vabsdiff4.u32.s32.u32.add %0,%1,%2,%3;":"=r"(r):"r"(a), "r"(b), "r"(c));
  out[3584+i]=r;
  asm("shf.r.clamp.b32 %0,%1,%2,%3;":"=r"(r):"r"(a), "r"(b), "r"(c&63));
  out[4096+i]=r;
  asm("sad.s32 %0,%1,%2,%3;":"=r"(r):"r"(a), "r"(b), "r"(c));
  out[4608+i]=r;
  asm("dp4a.u32.s32 %0,%1,%2,%3;":"=r"(r):"r"(a), "r"(b), "r"(c));
  out[5120+i]=r;
  asm("bmsk.clamp.b32 %0,%1,%2;":"=r"(r):"r"(a&31), "r"(b&63));
  out[5632+i]=r;
  asm("szext.wrap.s32 %0,%1,%2;":"=r"(r):"r"(a), "r"(b));
  out[6144+i]=r;
  asm("bfind.shiftamt.s32 %0,%1;":"=r"(r):"r"(a));
  out[6656+i]=r;
  asm("fns.b32 %0,%1,%2,%3;":"=r"(r):"r"(a), "r"(b&31), "r"((int)(c%9)-4));
  out[7168+i]=r;
  asm("{.reg .pred p,q; setp.lt.or.u32 p|q,%1,%2,%3; selp.u32 %0,1,2,p; @q add.u32 %0,%0,8; }":"=r"(r):"r"(a), "r"(b), "r"(c&1));
}

K k_warpq(ARGS){
  TID;
  __shared__ u32 q[256];
  __shared__ u32 head, tail;
  if(threadIdx.x==0){
    head=0;
    tail=0;
  }
  __syncthreads();
  if((in[i]&3)==0) q[atomicAdd(&tail, 1)]=in[i]&0xff;
  __syncthreads();
  int rounds=0;
  while(true){
    __syncthreads();
    u32 h=head, t=tail;
    if(h>=t||rounds>=6) break;
    __syncthreads();
    u32 k=h+threadIdx.x;
    if(k<t&&t<200){
      u32 v=q[k];
      atomicAdd(out+v, 1);
      if(v&1){
        u32 p=atomicAdd(&tail, 1);
        if(p<256) q[p]=v>>1;
      }
    }
    __syncthreads();
    if(threadIdx.x==0) head=t;
    rounds++;
    __syncthreads();
  }
  if(threadIdx.x==0) out[1000+blockIdx.x]=rounds*1000+(tail<256?0:1);
}

K k_i128(ARGS){
  TID;
  unsigned __int128 a=((unsigned __int128)in[i]<<96)|((unsigned __int128)in[i+1]<<64)|((u64)in[i+2]<<32)|in[i+3];
  unsigned __int128 b=((u64)in[i+4]<<(in[i]&31))|in[i+5];
  unsigned __int128 q=a/b, r=a%b;
  out[i]=(u32)q^(u32)(q>>32)^(u32)(q>>64)^(u32)(q>>96);
  out[256+i]=(u32)r^(u32)(r>>32)^(u32)(r>>64);
  __int128 s=(__int128)a>>(in[i+6]&127);
  out[512+i]=(u32)s^(u32)(s>>64);
  out[768+i]=(s<(__int128)b)+((a*b>>64)&0xff);
  double d=(double)s;
  out[1024+i]=__float_as_uint((float)d);
}

K k_early(ARGS){
  TID;
  __shared__ u32 s[128];
  s[threadIdx.x]=in[i];
  if(threadIdx.x>=77) return;
  __syncthreads();
  u32 a=s[(threadIdx.x*5)%77];
  if((in[i]&15)==3) return;
  __syncthreads();
  s[threadIdx.x]=a;
  __syncthreads();
  out[i]=s[(threadIdx.x+1)%77]^__syncthreads_count(a&1)*3^__syncthreads_or(a==0);
}
