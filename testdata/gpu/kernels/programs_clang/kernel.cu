// for sm_35, PTX 4.2, from clang 19 without its headers: recursion, virtual calls, structures by value, shuffles without masks.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
typedef unsigned u32; typedef unsigned long long u64;
#define K extern "C" __global__ void
#define ARGS const u32* in, u32* out, int n
#define tidx __nvvm_read_ptx_sreg_tid_x()
#define TID int i = __nvvm_read_ptx_sreg_ctaid_x()*__nvvm_read_ptx_sreg_ntid_x()+tidx
K d_sort(ARGS){
  __shared__ u32 s[64];
  TID;
  int t=tidx;
  s[t]=in[i];
  __syncthreads();
  for(int k=2;k<=64;k*=2) for(int j=k/2;j;j/=2){
    int p=t^j;
    if(p>t){
      bool up=(t&k)==0;
      u32 a=s[t], b=s[p];
      if((a>b)==up){
        s[t]=b;
        s[p]=a;
      }
    }
    __syncthreads();
  }
  out[i]=s[t];
}

__device__ __attribute__((noinline)) int hanoi(int n, int a, int b, u32*log){
  if(!n) return 0;
  int c=hanoi(n-1, a, 3-a-b, log);
  *log=*log*7+a*3+b;
  return c+1+hanoi(n-1, 3-a-b, b, log);
}
K d_rec(ARGS){
  TID;
  u32 l=0;
  int m=hanoi(in[i]%9, 0, 2, &l);
  out[i]=m;
  out[256+i]=l;
}

struct A{
  int v;
  __device__ virtual int f(int x){
    return x+v;
  }
};
struct B:A{
  __device__ int f(int x) override {
    return x*v-A::f(x);
  }
};
K d_virt(ARGS){
  TID;
  A a;
  B b;
  a.v=i;
  b.v=in[i]&15;
  A*p=(in[i]&16)?&a:&b;
  out[i]=p->f(in[i+1]&1023);
}

__device__ int gt[6]={1, -2, 3, -4, 5, -6};
__constant__ short ct[4]={100, -200, 300, -400};
K d_switch(ARGS){
  TID;
  int s=0;
  for(int j=0;j<16;j++){
    switch((in[i]>>(2*j))&7){
      case 0: s+=gt[j%6];
      break;
      case 1: s*=3;
      break;
      case 2: s^=ct[j&3];
      case 3: s-=j;
      break;
      case 4: s=s>0?-s:s;
      break;
      case 5: if(s&1) continue;
      s+=7;
      break;
      case 6: s=s<<1|(s<0);
      break;
      default: s/=3;
    }
  }
  out[i]=s;
}

K d_i64(ARGS){
  TID;
  u64 a=((u64)in[i]<<32)|in[i+1];
  long long b=(int)in[i+2];
  u64 m=in[i+3]|1;
  out[i]=(u32)(a/m)^(u32)(a%m);
  out[256+i]=(u32)((long long)a/(b|1))+(u32)((long long)a%(b|1));
  out[512+i]=__builtin_popcountll(a)+__builtin_clzll(a|1)*64+__builtin_ctzll(a|(1ull<<63));
  out[768+i]=(u32)__builtin_bitreverse64(a)^__builtin_bswap32(in[i]);
  unsigned __int128 w=(unsigned __int128)a*m;
  out[1024+i]=(u32)(w>>64)^(u32)(w>>96);
  out[1280+i]=__builtin_rotateleft32(in[i], in[i+1]&31);
  unsigned short h=in[i];
  signed char c=in[i+1];
  out[1536+i]=(h>>(c&15))+(c>>2)*h;
  bool o;
  int r;
  o=__builtin_sadd_overflow((int)in[i], (int)in[i+1], &r);
  out[1792+i]=r+o;
}

K d_flt(ARGS){
  TID;
  float a=__builtin_bit_cast(float, in[i]), b=(int)in[i+1]*1e-4f;
  double d=(double)b*1.0000001;
  out[i]=__builtin_bit_cast(u32, a*b+1.f);
  out[256+i]=__builtin_bit_cast(u32, a/b);
  out[512+i]=__builtin_bit_cast(u32, __builtin_sqrtf(b*b));
  out[768+i]=(u32)(int)b;
  out[1024+i]=__builtin_bit_cast(u32, __builtin_fminf(a, b));
  out[1280+i]=__builtin_bit_cast(u32, (float)d);
  out[1536+i]=(a<b)+(a==a)*2+(a!=b)*4+!(a>=b)*8;
  ((double*)out)[1024+i]=d*d/3.0;
  out[4096+i]=(u32)(long long)(d*1e5);
  out[4352+i]=__builtin_bit_cast(u32, __builtin_floorf(b)+__builtin_truncf(a));
  _Float16 h=b;
  h=h*(_Float16)1.5+h;
  out[4608+i]=__builtin_bit_cast(unsigned short, h);
  __bf16 q=(__bf16)b;
  out[4864+i]=__builtin_bit_cast(unsigned short, q);
}

K d_atom(ARGS){
  TID;
  __nvvm_atom_add_gen_i((int*)out+(i&7), in[i]);
  __nvvm_atom_max_gen_ui(out+8+(i&7), in[i]);
  __nvvm_atom_min_gen_i((int*)out+16+(i&7), -(int)(in[i]>>1));
  __nvvm_atom_inc_gen_ui(out+24, 11);
  __nvvm_atom_xor_gen_ll((long long*)out+16+(i&3), in[i]*77ll);
  __nvvm_atom_add_gen_f((float*)out+48, 1.0f);
  __shared__ int s[4];
  if(tidx<4) s[tidx]=0;
  __syncthreads();
  __nvvm_atom_add_gen_i((int*)&s[i&3], i) ;
  __syncthreads();
  if(tidx<4) out[64+__nvvm_read_ptx_sreg_ctaid_x()*4+tidx]=s[tidx];
}

struct S{
  char c;
  short s;
  int i;
  double d;
  char t[5];
};
__device__ __attribute__((noinline)) S mk(int k){
  S s;
  s.c=k;
  s.s=k*3;
  s.i=k*7;
  s.d=k*.5;
  for(int j=0;j<5;j++) s.t[j]=k+j;
  return s;
}
__device__ __attribute__((noinline)) int use(S s, const S*p){
  return s.c+s.s*p->i+(int)s.d+p->t[s.i%5u];
}
K d_local(ARGS){
  TID;
  S a[5];
  for(int j=0;j<5;j++) a[j]=mk((in[i]>>j)&255);
  int r=0;
  for(int j=0;j<9;j++){
    r=r*3+use(a[(in[i]>>j)%5u], &a[(r&0xff)%5u]);
    a[(r>>3&31)%5u]=a[j%5];
  }
  out[i]=r;
}

K d_shfl(ARGS){
  TID;
  int x=in[i]&0xffff;
#if SHFL_SYNC
for(int o=16;o;o/=2) x+=__nvvm_shfl_sync_bfly_i32(-1, x, o, 31);
out[i]=x^__nvvm_vote_ballot_sync(-1, in[i]&1);
out[256+i]=__nvvm_shfl_sync_idx_i32(-1, x+tidx, (tidx*3)&31, 0x1f);
#else
for(int o=16;o;o/=2) x+=__nvvm_shfl_bfly_i32(x, o, 31);
out[i]=x;
out[256+i]=__nvvm_shfl_up_i32(x+tidx, 2, 0)+__nvvm_shfl_down_i32(x*3, 1, 31);
#endif
}

typedef int(*FN)(int);
__device__ __attribute__((noinline)) int p1(int x){
  return x*3;
}
__device__ __attribute__((noinline)) int p2(int x){
  return x^55;
}
__device__ FN ft[]={p1, p2};
K d_fn(ARGS){
  TID;
  int x=in[i];
  for(int j=0;j<4;j++) x=ft[(x>>j)&1](x);
  out[i]=x;
}

K d_cas(ARGS){
  TID;
  u32*p=out+(i&3);
  u32 o=*(volatile u32*)p, e;
  do{
    e=o;
    u32 w=e+((in[i]&7)+1);
    o=__sync_val_compare_and_swap(p, e, w);
  }while(o!=e);
  __sync_fetch_and_add(out+8, 2);
  __atomic_fetch_or(out+9, 1u<<(i&31), __ATOMIC_RELAXED);
}
