//! Conversions between binary32 and the halves in words. For AVX-512.

use crate::machine::assembler::{Assembler, Number, vector};
use crate::machine::codes::Width;
use iced_x86::{Code, Instruction};

impl Assembler {
    /// Converts the halves in words of a vector to binary32.
    pub(super) fn widen_halves(&mut self, a: Number, d: Number, width: Width) {
        let (pack, convert) = match width {
            0 => (Code::EVEX_Vpmovdw_xmmm64_k1z_xmm, Code::EVEX_Vcvtph2ps_xmm_k1z_xmmm64),
            1 => (Code::EVEX_Vpmovdw_xmmm128_k1z_ymm, Code::EVEX_Vcvtph2ps_ymm_k1z_xmmm128),
            _ => (Code::EVEX_Vpmovdw_ymmm256_k1z_zmm, Code::EVEX_Vcvtph2ps_zmm_k1z_ymmm256_sae),
        };
        let packed = vector(d, width.saturating_sub(1));
        self.encode(Instruction::with2(pack, packed, vector(a, width)), None);
        self.encode(Instruction::with2(convert, vector(d, width), packed), None);
    }

    /// Converts binary32 to the nearest halves, in words.
    pub(super) fn narrow_to_halves(&mut self, a: Number, d: Number, width: Width) {
        /// To nearest, whatever the mode of arithmetic.
        const NEAREST: u32 = 0;
        let (convert, unpack) = match width {
            0 => (Code::EVEX_Vcvtps2ph_xmmm64_k1z_xmm_imm8, Code::EVEX_Vpmovzxwd_xmm_k1z_xmmm64),
            1 => (Code::EVEX_Vcvtps2ph_xmmm128_k1z_ymm_imm8, Code::EVEX_Vpmovzxwd_ymm_k1z_xmmm128),
            _ => (Code::EVEX_Vcvtps2ph_ymmm256_k1z_zmm_imm8_sae, Code::EVEX_Vpmovzxwd_zmm_k1z_ymmm256),
        };
        let packed = vector(d, width.saturating_sub(1));
        self.encode(Instruction::with3(convert, packed, vector(a, width), NEAREST), None);
        self.encode(Instruction::with2(unpack, vector(d, width), packed), None);
    }
}
