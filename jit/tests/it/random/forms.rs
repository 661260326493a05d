//! Building blocks of random programs: forms of pure instructions, and the widths of memory accesses.
//!
//! A form is an opcode in which `{a,b}` offers a choice, and its operands: `=x` is written, `x` read, by the
//! letters of [`Pool`]; `I` is any constant, `P` a predicate that may be negated, `s` a shift amount, `{x x}`
//! one of two parts.

/// Registers of one type; a program has [`Pool::count`] of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pool {
    Half,
    Word,
    Long,
    Float,
    Double,
    Predicate,
}

impl Pool {
    pub(crate) const ALL: [Pool; 6] =
        [Pool::Half, Pool::Word, Pool::Long, Pool::Float, Pool::Double, Pool::Predicate];

    pub(crate) fn from_letter(letter: char) -> Pool {
        match letter {
            'h' => Pool::Half,
            'r' => Pool::Word,
            'l' => Pool::Long,
            'f' => Pool::Float,
            'd' => Pool::Double,
            'p' => Pool::Predicate,
            other => panic!("no register is called {other}"),
        }
    }

    /// Returns the registers' name, without the number.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Pool::Half => "%h",
            Pool::Word => "%r",
            Pool::Long => "%l",
            Pool::Float => "%f",
            Pool::Double => "%d",
            Pool::Predicate => "%p",
        }
    }

    pub(crate) fn ptx_type(self) -> &'static str {
        match self {
            Pool::Half => "b16",
            Pool::Word => "b32",
            Pool::Long => "b64",
            Pool::Float => "f32",
            Pool::Double => "f64",
            Pool::Predicate => "pred",
        }
    }

    pub(crate) fn count(self) -> usize {
        match self {
            Pool::Word => 7,
            Pool::Half | Pool::Long | Pool::Float | Pool::Predicate => 4,
            Pool::Double => 3,
        }
    }
}

/// Opcode and operands; several instructions of one form are separated by `;`.
pub(crate) const FORMS: &[(&str, &str)] = &[
    ("mov.b32", "=r r"),
    ("mov.b32", "=r I"),
    ("{add,sub,min,max,mul.lo,mul.hi}.{s32,u32}", "=r r r"),
    ("{add,sub,min,max,mul.lo,mul.hi}.{s64,u64}", "=l l l"),
    ("{add,sub,min,max,mul.lo,mul.hi}.{s16,u16}", "=h h h"),
    ("{div,rem}.{s32,u32}", "=r r r"),
    ("{div,rem}.{s64,u64}", "=l l l"),
    ("{div,rem}.{s16,u16}", "=h h h"),
    ("{add,sub}.sat.s32", "=r r r"),
    ("{add,min,max}.{u16x2,s16x2}", "=r r r"),
    ("mul.wide.{s32,u32}", "=l r r"),
    ("mul.wide.{s16,u16}", "=r h h"),
    ("{mad.lo,mad.hi}.{s32,u32}", "=r r r r"),
    ("{mad.lo,mad.hi}.{s64,u64}", "=l l l l"),
    ("mad.lo.{s16,u16}", "=h h h h"),
    ("mad.wide.{s32,u32}", "=l r r l"),
    ("mad.wide.{s16,u16}", "=r h h r"),
    ("mad.hi.sat.s32", "=r r r r"),
    ("{mul24.lo,mul24.hi}.{s32,u32}", "=r r r"),
    ("{mad24.lo,mad24.hi}.{s32,u32}", "=r r r r"),
    ("sad.{s32,u32}", "=r r r r"),
    ("sad.{s64,u64}", "=l l l l"),
    ("{abs,neg}.s16", "=h h"),
    ("{abs,neg}.s32", "=r r"),
    ("{abs,neg}.s64", "=l l"),
    ("{and,or,xor}.b32", "=r r r"),
    ("{and,or,xor}.b64", "=l l l"),
    ("{and,or,xor}.b16", "=h h h"),
    ("{and,or,xor}.pred", "=p p p"),
    ("not.pred", "=p p"),
    ("{not,cnot,brev}.b32", "=r r"),
    ("{not,cnot,brev}.b64", "=l l"),
    ("{not,cnot}.b16", "=h h"),
    ("{shl.b32,shr.u32,shr.s32}", "=r r s"),
    ("{shl.b64,shr.u64,shr.s64}", "=l l s"),
    ("{shl.b16,shr.u16,shr.s16}", "=h h s"),
    ("shf.{l,r}.{clamp,wrap}.b32", "=r r r s"),
    ("{popc,clz}.b32", "=r r"),
    ("{popc,clz}.b64", "=r l"),
    ("bfind{,.shiftamt}.{u32,s32}", "=r r"),
    ("bfind{,.shiftamt}.{u64,s64}", "=r l"),
    ("bfe.{u32,s32}", "=r r s s"),
    ("bfe.{u64,s64}", "=l l s s"),
    ("bfi.b32", "=r r r s s"),
    ("bfi.b64", "=l l l s s"),
    ("bmsk.{clamp,wrap}.b32", "=r s s"),
    ("szext.{clamp,wrap}.{u32,s32}", "=r r s"),
    ("fns.b32", "=r r s r"),
    ("prmt.b32", "=r r r r"),
    ("prmt.b32.{f4e,b4e,rc8,ecl,ecr,rc16}", "=r r r r"),
    ("lop3.b32", "=r r r r 8"),
    ("dp4a.{u32,s32}.{u32,s32}", "=r r r r"),
    ("{dp2a.lo,dp2a.hi}.{u32,s32}.{u32,s32}", "=r r r r"),
    ("selp.b32", "=r r r p"),
    ("selp.b64", "=l l l p"),
    ("selp.b16", "=h h h p"),
    ("selp.f32", "=f f f p"),
    ("selp.f64", "=d d d p"),
    ("slct.{u32,s32,b32}.s32", "=r r r r"),
    ("slct.b64.f32", "=l l l f"),
    ("setp.{eq,ne,lt,le,gt,ge}.s32", "=p r r"),
    ("setp.{eq,ne,lo,ls,hi,hs}.u32", "=p r r"),
    ("setp.{eq,ne,lt,le,gt,ge}.{s64,u64}", "=p l l"),
    ("setp.{eq,ne,lt,le,gt,ge}.{s16,u16}", "=p h h"),
    ("setp.{lt,ge,ne}.{and,or,xor}.s32", "=p r r P"),
    ("setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.f32", "=p f f"),
    ("setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.f64", "=p d d"),
    ("set.{eq,lt,gtu}.{u32,s32}.f32", "=r f f"),
    ("set.{ne,leu}.f32.f32", "=f f f"),
    ("set.{ne,le}.{u32,s32}.s32", "=r r r"),
    ("{add,sub,mul}{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32", "=f f f"),
    ("{add,sub,mul}{,.rn,.rz,.rm,.rp}.f64", "=d d d"),
    ("fma.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32", "=f f f f"),
    ("fma.{rn,rz,rm,rp}.f64", "=d d d d"),
    ("{min,max}{,.ftz}{,.NaN}.f32", "=f f f"),
    ("{min,max}.f64", "=d d d"),
    ("{abs,neg}{,.ftz}.f32", "=f f"),
    ("{abs,neg}.f64", "=d d"),
    ("copysign.f32", "=f f f"),
    ("copysign.f64", "=d d d"),
    ("div.{approx,full,rn,rz,rm,rp}{,.ftz}.f32", "=f f f"),
    ("div.{rn,rz,rm,rp}.f64", "=d d d"),
    ("{rcp,sqrt}.{approx,rn,rz,rm,rp}{,.ftz}.f32", "=f f"),
    ("{rcp,sqrt}.{rn,rz,rm,rp}.f64", "=d d"),
    ("rsqrt.approx{,.ftz}.f32", "=f f"),
    ("{sin,cos,ex2,lg2}.approx{,.ftz}.f32", "=f f"),
    ("testp.{finite,infinite,number,notanumber,normal,subnormal}.f32", "=p f"),
    ("testp.{finite,infinite,number,notanumber,normal,subnormal}.f64", "=p d"),
    ("cvt.{s8,u8,s16,u16}.{s8,u8,s16,u16,s32,u32}", "=r r"),
    ("cvt.{s64,u64}.{s8,u8,s16,u16,s32,u32}", "=l r"),
    ("cvt{,.sat}.{s8,u8,s16,u16,s32,u32}.{s64,u64}", "=r l"),
    ("cvt.sat.{s8,u8,s16,u16}.{s32,u32}", "=r r"),
    ("cvt.sat.{s32.u32,u32.s32}", "=r r"),
    ("cvt{,.sat}.{s16,u16}.{s32,u32}", "=h r"),
    ("cvt.{s32,u32}.{s16,u16}", "=r h"),
    ("cvt.{rn,rz,rm,rp}.f32.{s32,u32}", "=f r"),
    ("cvt.{rn,rz,rm,rp}.f32.{s64,u64}", "=f l"),
    ("cvt.rn.f64.{s32,u32}", "=d r"),
    ("cvt.{rn,rz,rm,rp}.f64.{s64,u64}", "=d l"),
    ("cvt.{rni,rzi,rmi,rpi}{,.ftz}.{s8,u8,s16,u16,s32,u32}.f32", "=r f"),
    ("cvt.{rni,rzi,rmi,rpi}{,.ftz}.{s64,u64}.f32", "=l f"),
    ("cvt.{rni,rzi,rmi,rpi}.{s32,u32}.f64", "=r d"),
    ("cvt.{rni,rzi,rmi,rpi}.{s64,u64}.f64", "=l d"),
    ("cvt.{rni,rzi,rmi,rpi}{,.ftz}{,.sat}.f32.f32", "=f f"),
    ("cvt.{rni,rzi,rmi,rpi}.f64.f64", "=d d"),
    ("cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32.f64", "=f d"),
    ("cvt{,.ftz}.f64.f32", "=d f"),
    ("cvt.{rn,rz}{,.ftz}.f16.f32", "=h f"),
    ("cvt.f32.f16", "=f h"),
    ("cvt.rn.bf16.f32", "=h f"),
    ("{add,sub,mul}{,.ftz}{,.sat}.f16", "=h h h"),
    ("{add,sub,mul}{,.ftz}{,.sat}.f16x2", "=r r r"),
    ("fma.rn{,.ftz}.f16x2", "=r r r r"),
    ("{min,max}{,.NaN}.f16x2", "=r r r"),
    ("{add,sub,mul}.bf16", "=h h h"),
    ("{add,sub,mul}.bf16x2", "=r r r"),
    ("fma.rn{,.relu}.{f16x2,bf16x2}", "=r r r r"),
    ("fma.rn{,.relu}.{f16,bf16}", "=h h h h"),
    ("{min,max}{,.NaN}{,.xorsign.abs}.bf16x2", "=r r r"),
    ("{min,max}{,.NaN}.{f16,bf16}", "=h h h"),
    ("{abs,neg}.{f16,bf16}", "=h h"),
    ("{abs,neg}.{f16x2,bf16x2}", "=r r"),
    ("setp.{eq,lt,geu,nan}.{f16,bf16}", "=p h h"),
    ("cvt.{rn,rz}{,.relu}.{f16x2,bf16x2}.f32", "=r f f"),
    ("cvt.f32.bf16", "=f h"),
    ("cvt.{rn,rz,rm,rp}.f16.{s16,u16}", "=h h"),
    ("cvt.{rni,rzi,rmi,rpi}.{s8,u8,s16,u16}.f16", "=h h"),
    ("cvt{,.sat}.{s8,u8}.{s16,u16}", "=h h"),
    ("cvt.{s64,u64}.{s16,u16}", "=l h"),
    ("cvt{,.sat}.{s16,u16}.{s64,u64}", "=h l"),
    ("cvt.rn.f64.{s16,u16}", "=d h"),
    ("mov.b32", "=r {h h}"),
    ("mov.b64", "=l {r r}"),
    ("mov.b64", "=l {h h h h}"),
    ("mov.b32", "=f r"),
    ("mov.b32", "=r f"),
    ("mov.b64", "=d l"),
    ("mov.b64", "=l d"),
    ("add.cc.u32;addc.u32", "=r r r"),
    ("sub.cc.u32;subc.u32", "=r r r"),
    ("mad.lo.cc.u32;madc.hi.u32", "=r r r r"),
    ("{vadd4,vsub4,vavrg4,vabsdiff4,vmin4,vmax4}.{u32,s32}.{u32,s32}.{u32,s32}", "=r r r r"),
];

/// Memory accesses: the suffix of `ld` or `st` without the space, bytes, registers.
pub(crate) const ACCESSES: &[(&str, u32, &str)] = &[
    ("u8", 1, "r"),
    ("s8", 1, "r"),
    ("b16", 2, "h"),
    ("s16", 2, "r"),
    ("b32", 4, "r"),
    ("f32", 4, "f"),
    ("b64", 8, "l"),
    ("f64", 8, "d"),
    ("s32", 4, "r"),
    ("v2.u8", 2, "hh"),
    ("v2.b16", 4, "hh"),
    ("v2.b32", 8, "rr"),
    ("v2.f32", 8, "ff"),
    ("v2.b64", 16, "ll"),
    ("v2.f64", 16, "dd"),
    ("v4.b32", 16, "rrrr"),
    ("v4.f32", 16, "ffff"),
    ("v4.u8", 4, "hhhh"),
];

/// Commuting atomic operations, each with cells of its own, and their operand.
pub(crate) const ATOMICS: &[(&str, char)] = &[
    ("add.u32", 'r'),
    ("min.s32", 'r'),
    ("max.u32", 'r'),
    ("and.b32", 'r'),
    ("or.b32", 'r'),
    ("xor.b32", 'r'),
    ("add.u64", 'l'),
    ("max.s64", 'l'),
    ("min.u64", 'l'),
    ("xor.b64", 'l'),
    ("and.b64", 'l'),
    ("add.s32", 'r'),
];

/// Atomic operations on shared memory, and their operand; each has its own cells.
pub(crate) const SHARED_ATOMICS: &[(&str, char)] = &[
    ("min.s32", 'r'),
    ("max.u32", 'r'),
    ("and.b32", 'r'),
    ("or.b32", 'r'),
    ("xor.b32", 'r'),
    ("add.u64", 'l'),
    ("max.s64", 'l'),
];
