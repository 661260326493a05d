//! Types of the IR: contents of registers, interpretation by instructions, and state spaces of addresses.
//!
//! PTX registers are untyped bits: `.b32 %r1` may be an operand of `add.f32`. The IR separates two notions.
//! [`Type`] is the type of a value and decides its machine register. [`Scalar`] is the interpretation of bits
//! by an instruction and decides sign, rounding and width in memory.

use std::fmt;

/// Type of an IR value: a width, and either integer or float.
///
/// Half-precision and packed formats (`f16`, `f16x2`, `bf16x2`, `e4m3x2`…) are integers of their width; the
/// operation gives them their meaning. 8-bit PTX registers are [`Type::I16`], whose upper half is defined by
/// the instruction that wrote them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// One bit: the result of a comparison, a guard.
    Pred,
    /// 16 bits.
    I16,
    /// 32 bits.
    I32,
    /// 64 bits, addresses included.
    I64,
    /// 128 bits: `.b128` moves and atomics only.
    I128,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl Type {
    /// Returns the width in bits; a predicate has 1.
    pub const fn bits(self) -> u32 {
        match self {
            Type::Pred => 1,
            Type::I16 => 16,
            Type::I32 | Type::F32 => 32,
            Type::I64 | Type::F64 => 64,
            Type::I128 => 128,
        }
    }

    /// Returns the bytes of a value in a frame; a predicate has 1.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Returns whether this is a binary32 or binary64 value.
    pub const fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }

    /// Returns the integer type of the same width; a predicate stays one.
    pub const fn to_int(self) -> Type {
        match self {
            Type::F32 => Type::I32,
            Type::F64 => Type::I64,
            other => other,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Pred => "pred",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::I128 => "i128",
            Type::F32 => "f32",
            Type::F64 => "f64",
        })
    }
}

macro_rules! scalars {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $bits:literal, $class:ident;)*) => {
        /// Interpretation of bits by an instruction: a PTX type suffix.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Scalar { $($(#[$doc])* $name,)* }

        impl Scalar {
            /// Every suffix, in the order of the enum.
            pub const ALL: &'static [Scalar] = &[$(Scalar::$name,)*];

            /// Returns the suffix as PTX spells it, without the dot.
            pub const fn name(self) -> &'static str {
                match self { $(Scalar::$name => $text,)* }
            }

            /// Returns the width in bits.
            pub const fn bits(self) -> u32 {
                match self { $(Scalar::$name => $bits,)* }
            }

            /// Returns the kind of number.
            pub const fn class(self) -> Class {
                match self { $(Scalar::$name => Class::$class,)* }
            }
        }
    };
}

/// Kind of number of a [`Scalar`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Untyped bits.
    Bits,
    /// Unsigned integer (or packed unsigned integers).
    Unsigned,
    /// Two's complement integer (or packed ones).
    Signed,
    /// IEEE binary32 or binary64 in a float register.
    Float,
    /// Narrower or packed float, held in an integer register.
    SmallFloat,
    /// A predicate.
    Pred,
}

scalars! {
    /// `.pred`
    Pred = "pred", 1, Pred;
    /// `.b1`: only an element of a matrix, like `S4`, `U4`, `E4m3` and `E5m2`
    B1 = "b1", 1, Bits;
    /// `.b8`
    B8 = "b8", 8, Bits;
    /// `.b16`
    B16 = "b16", 16, Bits;
    /// `.b32`
    B32 = "b32", 32, Bits;
    /// `.b64`
    B64 = "b64", 64, Bits;
    /// `.b128`
    B128 = "b128", 128, Bits;
    /// `.u4`
    U4 = "u4", 4, Unsigned;
    /// `.u8`
    U8 = "u8", 8, Unsigned;
    /// `.u16`
    U16 = "u16", 16, Unsigned;
    /// `.u32`
    U32 = "u32", 32, Unsigned;
    /// `.u64`
    U64 = "u64", 64, Unsigned;
    /// `.u16x2`
    U16x2 = "u16x2", 32, Unsigned;
    /// `.s4`
    S4 = "s4", 4, Signed;
    /// `.s8`
    S8 = "s8", 8, Signed;
    /// `.s16`
    S16 = "s16", 16, Signed;
    /// `.s32`
    S32 = "s32", 32, Signed;
    /// `.s64`
    S64 = "s64", 64, Signed;
    /// `.s16x2`
    S16x2 = "s16x2", 32, Signed;
    /// `.f16`
    F16 = "f16", 16, SmallFloat;
    /// `.f16x2`
    F16x2 = "f16x2", 32, SmallFloat;
    /// `.bf16`
    Bf16 = "bf16", 16, SmallFloat;
    /// `.bf16x2`
    Bf16x2 = "bf16x2", 32, SmallFloat;
    /// `.tf32`: binary32 bits with a 10-bit fraction
    Tf32 = "tf32", 32, SmallFloat;
    /// `.e4m3`
    E4m3 = "e4m3", 8, SmallFloat;
    /// `.e5m2`
    E5m2 = "e5m2", 8, SmallFloat;
    /// `.e4m3x2`
    E4m3x2 = "e4m3x2", 16, SmallFloat;
    /// `.e5m2x2`
    E5m2x2 = "e5m2x2", 16, SmallFloat;
    /// `.f32`
    F32 = "f32", 32, Float;
    /// `.f32x2`: two binary32 in 64 bits
    F32x2 = "f32x2", 64, SmallFloat;
    /// `.f64`
    F64 = "f64", 64, Float;
}

impl Scalar {
    /// Returns the suffix spelled `text` (without the dot), if PTX has it.
    pub fn from_name(text: &str) -> Option<Scalar> {
        Scalar::ALL.iter().copied().find(|s| s.name() == text)
    }

    /// Returns the width in memory in bytes.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Returns the type of the register that holds a value of this kind.
    pub const fn register(self) -> Type {
        match (self.class(), self.bits()) {
            (Class::Pred, _) => Type::Pred,
            (Class::Float, 32) => Type::F32,
            (Class::Float, _) => Type::F64,
            (_, 0..=16) => Type::I16,
            (_, 17..=32) => Type::I32,
            (_, 33..=64) => Type::I64,
            _ => Type::I128,
        }
    }

    /// Returns whether widening copies the sign.
    pub const fn is_signed(self) -> bool {
        matches!(self.class(), Class::Signed)
    }

    /// Returns whether this is only an element of matrices, never of a register or variable.
    pub const fn is_element(self) -> bool {
        matches!(self, Scalar::B1 | Scalar::U4 | Scalar::S4 | Scalar::E4m3 | Scalar::E5m2)
    }

    /// Returns whether this is a floating-point format, packed ones included.
    pub const fn is_float(self) -> bool {
        matches!(self.class(), Class::Float | Class::SmallFloat)
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// State space: the base of an address (PTX ISA, "State Spaces").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Space {
    /// Any of global, shared, local or param: a 64-bit address in the device window.
    Generic,
    /// Global memory; its addresses equal generic ones.
    Global,
    /// Constant memory: addresses as in global memory, read only.
    Const,
    /// Shared memory of the block: an offset from its start.
    Shared,
    /// Shared memory of the blocks of a cluster, for `cvta` and `isspacep` alone: an offset, with the rank of
    /// the owning block plus one above it ([`CLUSTER_SHIFT`]); zero above it stands for the executing block.
    Cluster,
    /// Memory of one thread: an offset from the start of its stack.
    Local,
    /// Kernel parameters: an offset from the start of the parameter block.
    Param,
}

/// Bit position of the owning block in an address in [`Space::Cluster`].
pub const CLUSTER_SHIFT: u32 = 24;

impl Space {
    /// Returns the space as PTX spells it (`generic` for none).
    pub const fn name(self) -> &'static str {
        match self {
            Space::Generic => "generic",
            Space::Global => "global",
            Space::Const => "const",
            Space::Shared => "shared",
            Space::Cluster => "shared::cluster",
            Space::Local => "local",
            Space::Param => "param",
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
