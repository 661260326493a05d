//! Vector instructions, by their encodings.

use iced_x86::Code;

/// A vector instruction. Each encoding has one code for each width, one after the other, from 128 bits on;
/// scalar instructions have one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vop {
    /// First code with VEX: 16 registers, up to 256 bits. `INVALID` if there is none.
    vex: Code,
    /// First code with EVEX: 32 registers, up to 512 bits. `INVALID` if there is none.
    evex: Code,
}

/// Width of a vector: 128 bits times two to this power.
pub(super) type Width = u8;

impl Vop {
    /// Returns the code for a width; `None` if the encoding has none.
    pub(super) fn code(self, evex: bool, width: Width) -> Option<Code> {
        let first = if evex { self.evex } else { self.vex };
        if first == Code::INVALID {
            return None;
        }
        Code::try_from(first as usize + usize::from(width)).ok()
    }
}

/// Returns whether an instruction reads one lane of its last operand.
pub(super) fn is_scalar(op: Vop) -> bool {
    matches!(
        op,
        ADDSS
            | ADDSD
            | SUBSS
            | SUBSD
            | MULSS
            | MULSD
            | DIVSS
            | DIVSD
            | SQRTSS
            | SQRTSD
            | ROUNDSS
            | ROUNDSD
            | CVTSS2SD
            | CVTSD2SS
            | INSERTPS
            | BROADCASTD
            | BROADCASTQ
            | MOVSS_LOAD
            | MOVSD_LOAD
    )
}

/// Returns whether an instruction shifts by a number.
pub(super) fn is_shift_by(op: Vop) -> bool {
    matches!(op, PSLLD_BY | PSLLQ_BY | PSRLD_BY | PSRLQ_BY | PSRAD_BY | PSRAQ_BY)
}

macro_rules! vops {
    ($($name:ident: $vex:ident, $evex:ident;)*) => {
        $(pub(super) const $name: Vop = Vop { vex: Code::$vex, evex: Code::$evex };)*
    };
}

vops! {
    ADDPD: VEX_Vaddpd_xmm_xmm_xmmm128, EVEX_Vaddpd_xmm_k1z_xmm_xmmm128b64;
    ADDPS: VEX_Vaddps_xmm_xmm_xmmm128, EVEX_Vaddps_xmm_k1z_xmm_xmmm128b32;
    ADDSD: VEX_Vaddsd_xmm_xmm_xmmm64, EVEX_Vaddsd_xmm_k1z_xmm_xmmm64_er;
    ADDSS: VEX_Vaddss_xmm_xmm_xmmm32, EVEX_Vaddss_xmm_k1z_xmm_xmmm32_er;
    ANDNPS: VEX_Vandnps_xmm_xmm_xmmm128, EVEX_Vandnps_xmm_k1z_xmm_xmmm128b32;
    ANDPS: VEX_Vandps_xmm_xmm_xmmm128, EVEX_Vandps_xmm_k1z_xmm_xmmm128b32;
    BLENDVPS: VEX_Vblendvps_xmm_xmm_xmmm128_xmm, INVALID;
    BROADCASTD: VEX_Vpbroadcastd_xmm_xmmm32, EVEX_Vpbroadcastd_xmm_k1z_xmmm32;
    BROADCASTD_INT: INVALID, EVEX_Vpbroadcastd_xmm_k1z_r32;
    BROADCASTQ: VEX_Vpbroadcastq_xmm_xmmm64, EVEX_Vpbroadcastq_xmm_k1z_xmmm64;
    BROADCASTQ_INT: INVALID, EVEX_Vpbroadcastq_xmm_k1z_r64;
    CMPPD: VEX_Vcmppd_xmm_xmm_xmmm128_imm8, EVEX_Vcmppd_kr_k1_xmm_xmmm128b64_imm8;
    CMPPS: VEX_Vcmpps_xmm_xmm_xmmm128_imm8, EVEX_Vcmpps_kr_k1_xmm_xmmm128b32_imm8;
    CMPSD: VEX_Vcmpsd_xmm_xmm_xmmm64_imm8, EVEX_Vcmpsd_kr_k1_xmm_xmmm64_imm8_sae;
    CMPSS: VEX_Vcmpss_xmm_xmm_xmmm32_imm8, EVEX_Vcmpss_kr_k1_xmm_xmmm32_imm8_sae;
    CVTDQ2PD: VEX_Vcvtdq2pd_xmm_xmmm64, EVEX_Vcvtdq2pd_xmm_k1z_xmmm64b32;
    CVTDQ2PS: VEX_Vcvtdq2ps_xmm_xmmm128, EVEX_Vcvtdq2ps_xmm_k1z_xmmm128b32;
    CVTPD2PS: VEX_Vcvtpd2ps_xmm_xmmm128, EVEX_Vcvtpd2ps_xmm_k1z_xmmm128b64;
    CVTPS2PD: VEX_Vcvtps2pd_xmm_xmmm64, EVEX_Vcvtps2pd_xmm_k1z_xmmm64b32;
    CVTSD2SS: VEX_Vcvtsd2ss_xmm_xmm_xmmm64, EVEX_Vcvtsd2ss_xmm_k1z_xmm_xmmm64_er;
    CVTSI2SD_32: VEX_Vcvtsi2sd_xmm_xmm_rm32, EVEX_Vcvtsi2sd_xmm_xmm_rm32_er;
    CVTSI2SD_64: VEX_Vcvtsi2sd_xmm_xmm_rm64, EVEX_Vcvtsi2sd_xmm_xmm_rm64_er;
    CVTSI2SS_32: VEX_Vcvtsi2ss_xmm_xmm_rm32, EVEX_Vcvtsi2ss_xmm_xmm_rm32_er;
    CVTSI2SS_64: VEX_Vcvtsi2ss_xmm_xmm_rm64, EVEX_Vcvtsi2ss_xmm_xmm_rm64_er;
    CVTSS2SD: VEX_Vcvtss2sd_xmm_xmm_xmmm32, EVEX_Vcvtss2sd_xmm_k1z_xmm_xmmm32_sae;
    CVTTPD2DQ: VEX_Vcvttpd2dq_xmm_xmmm128, EVEX_Vcvttpd2dq_xmm_k1z_xmmm128b64;
    CVTTPD2UDQ: INVALID, EVEX_Vcvttpd2udq_xmm_k1z_xmmm128b64;
    CVTTPS2DQ: VEX_Vcvttps2dq_xmm_xmmm128, EVEX_Vcvttps2dq_xmm_k1z_xmmm128b32;
    CVTTPS2UDQ: INVALID, EVEX_Vcvttps2udq_xmm_k1z_xmmm128b32;
    CVTTSD2SI_32: VEX_Vcvttsd2si_r32_xmmm64, EVEX_Vcvttsd2si_r32_xmmm64_sae;
    CVTTSD2SI_64: VEX_Vcvttsd2si_r64_xmmm64, EVEX_Vcvttsd2si_r64_xmmm64_sae;
    CVTTSS2SI_32: VEX_Vcvttss2si_r32_xmmm32, EVEX_Vcvttss2si_r32_xmmm32_sae;
    CVTTSS2SI_64: VEX_Vcvttss2si_r64_xmmm32, EVEX_Vcvttss2si_r64_xmmm32_sae;
    CVTUDQ2PD: INVALID, EVEX_Vcvtudq2pd_xmm_k1z_xmmm64b32;
    CVTUDQ2PS: INVALID, EVEX_Vcvtudq2ps_xmm_k1z_xmmm128b32;
    DIVPD: VEX_Vdivpd_xmm_xmm_xmmm128, EVEX_Vdivpd_xmm_k1z_xmm_xmmm128b64;
    DIVPS: VEX_Vdivps_xmm_xmm_xmmm128, EVEX_Vdivps_xmm_k1z_xmm_xmmm128b32;
    DIVSD: VEX_Vdivsd_xmm_xmm_xmmm64, EVEX_Vdivsd_xmm_k1z_xmm_xmmm64_er;
    DIVSS: VEX_Vdivss_xmm_xmm_xmmm32, EVEX_Vdivss_xmm_k1z_xmm_xmmm32_er;
    FMADD132PD: VEX_Vfmadd132pd_xmm_xmm_xmmm128, EVEX_Vfmadd132pd_xmm_k1z_xmm_xmmm128b64;
    FMADD132PS: VEX_Vfmadd132ps_xmm_xmm_xmmm128, EVEX_Vfmadd132ps_xmm_k1z_xmm_xmmm128b32;
    FMADD132SD: VEX_Vfmadd132sd_xmm_xmm_xmmm64, EVEX_Vfmadd132sd_xmm_k1z_xmm_xmmm64_er;
    FMADD132SS: VEX_Vfmadd132ss_xmm_xmm_xmmm32, EVEX_Vfmadd132ss_xmm_k1z_xmm_xmmm32_er;
    FMADD213PD: VEX_Vfmadd213pd_xmm_xmm_xmmm128, EVEX_Vfmadd213pd_xmm_k1z_xmm_xmmm128b64;
    FMADD213PS: VEX_Vfmadd213ps_xmm_xmm_xmmm128, EVEX_Vfmadd213ps_xmm_k1z_xmm_xmmm128b32;
    FMADD213SD: VEX_Vfmadd213sd_xmm_xmm_xmmm64, EVEX_Vfmadd213sd_xmm_k1z_xmm_xmmm64_er;
    FMADD213SS: VEX_Vfmadd213ss_xmm_xmm_xmmm32, EVEX_Vfmadd213ss_xmm_k1z_xmm_xmmm32_er;
    FMADD231PD: VEX_Vfmadd231pd_xmm_xmm_xmmm128, EVEX_Vfmadd231pd_xmm_k1z_xmm_xmmm128b64;
    FMADD231PS: VEX_Vfmadd231ps_xmm_xmm_xmmm128, EVEX_Vfmadd231ps_xmm_k1z_xmm_xmmm128b32;
    FMADD231SD: VEX_Vfmadd231sd_xmm_xmm_xmmm64, EVEX_Vfmadd231sd_xmm_k1z_xmm_xmmm64_er;
    FMADD231SS: VEX_Vfmadd231ss_xmm_xmm_xmmm32, EVEX_Vfmadd231ss_xmm_k1z_xmm_xmmm32_er;
    INSERTPS: VEX_Vinsertps_xmm_xmm_xmmm32_imm8, EVEX_Vinsertps_xmm_xmm_xmmm32_imm8;
    MAXPD: VEX_Vmaxpd_xmm_xmm_xmmm128, EVEX_Vmaxpd_xmm_k1z_xmm_xmmm128b64;
    MAXPS: VEX_Vmaxps_xmm_xmm_xmmm128, EVEX_Vmaxps_xmm_k1z_xmm_xmmm128b32;
    MINPS: VEX_Vminps_xmm_xmm_xmmm128, EVEX_Vminps_xmm_k1z_xmm_xmmm128b32;
    MINPD: VEX_Vminpd_xmm_xmm_xmmm128, EVEX_Vminpd_xmm_k1z_xmm_xmmm128b64;
    MOVAPS: VEX_Vmovaps_xmm_xmmm128, EVEX_Vmovaps_xmm_k1z_xmmm128;
    MOVD_FROM: VEX_Vmovd_rm32_xmm, EVEX_Vmovd_rm32_xmm;
    MOVD_TO: VEX_Vmovd_xmm_rm32, EVEX_Vmovd_xmm_rm32;
    MOVQ_FROM: VEX_Vmovq_rm64_xmm, EVEX_Vmovq_rm64_xmm;
    MOVQ_TO: VEX_Vmovq_xmm_rm64, EVEX_Vmovq_xmm_rm64;
    MOVSD_LOAD: VEX_Vmovsd_xmm_m64, EVEX_Vmovsd_xmm_k1z_m64;
    MOVSD_STORE: VEX_Vmovsd_m64_xmm, EVEX_Vmovsd_m64_k1_xmm;
    MOVSS_LOAD: VEX_Vmovss_xmm_m32, EVEX_Vmovss_xmm_k1z_m32;
    MOVSS_STORE: VEX_Vmovss_m32_xmm, EVEX_Vmovss_m32_k1_xmm;
    MOVUPS: VEX_Vmovups_xmm_xmmm128, EVEX_Vmovups_xmm_k1z_xmmm128;
    MOVUPS_STORE: VEX_Vmovups_xmmm128_xmm, EVEX_Vmovups_xmmm128_k1z_xmm;
    MOVNTPS: VEX_Vmovntps_m128_xmm, EVEX_Vmovntps_m128_xmm;
    MULPD: VEX_Vmulpd_xmm_xmm_xmmm128, EVEX_Vmulpd_xmm_k1z_xmm_xmmm128b64;
    MULPS: VEX_Vmulps_xmm_xmm_xmmm128, EVEX_Vmulps_xmm_k1z_xmm_xmmm128b32;
    MULSD: VEX_Vmulsd_xmm_xmm_xmmm64, EVEX_Vmulsd_xmm_k1z_xmm_xmmm64_er;
    MULSS: VEX_Vmulss_xmm_xmm_xmmm32, EVEX_Vmulss_xmm_k1z_xmm_xmmm32_er;
    ORPS: VEX_Vorps_xmm_xmm_xmmm128, EVEX_Vorps_xmm_k1z_xmm_xmmm128b32;
    PABSD: VEX_Vpabsd_xmm_xmmm128, EVEX_Vpabsd_xmm_k1z_xmmm128b32;
    PABSQ: INVALID, EVEX_Vpabsq_xmm_k1z_xmmm128b64;
    PADDD: VEX_Vpaddd_xmm_xmm_xmmm128, EVEX_Vpaddd_xmm_k1z_xmm_xmmm128b32;
    PADDQ: VEX_Vpaddq_xmm_xmm_xmmm128, EVEX_Vpaddq_xmm_k1z_xmm_xmmm128b64;
    PAND: VEX_Vpand_xmm_xmm_xmmm128, EVEX_Vpandd_xmm_k1z_xmm_xmmm128b32;
    PANDN: VEX_Vpandn_xmm_xmm_xmmm128, EVEX_Vpandnd_xmm_k1z_xmm_xmmm128b32;
    PCMPD: INVALID, EVEX_Vpcmpd_kr_k1_xmm_xmmm128b32_imm8;
    PCMPEQD: VEX_Vpcmpeqd_xmm_xmm_xmmm128, INVALID;
    PCMPEQQ: VEX_Vpcmpeqq_xmm_xmm_xmmm128, INVALID;
    PCMPGTD: VEX_Vpcmpgtd_xmm_xmm_xmmm128, INVALID;
    PCMPGTQ: VEX_Vpcmpgtq_xmm_xmm_xmmm128, INVALID;
    PCMPQ: INVALID, EVEX_Vpcmpq_kr_k1_xmm_xmmm128b64_imm8;
    PCMPUD: INVALID, EVEX_Vpcmpud_kr_k1_xmm_xmmm128b32_imm8;
    PCMPUQ: INVALID, EVEX_Vpcmpuq_kr_k1_xmm_xmmm128b64_imm8;
    PDPBUSD: INVALID, EVEX_Vpdpbusd_xmm_k1z_xmm_xmmm128b32;
    PDPWSSD: INVALID, EVEX_Vpdpwssd_xmm_k1z_xmm_xmmm128b32;
    FIXUPIMMPS: INVALID, EVEX_Vfixupimmps_xmm_k1z_xmm_xmmm128b32_imm8;
    PERMILPS_BY: VEX_Vpermilps_xmm_xmmm128_imm8, EVEX_Vpermilps_xmm_k1z_xmmm128b32_imm8;
    PEXTRD: VEX_Vpextrd_rm32_xmm_imm8, EVEX_Vpextrd_rm32_xmm_imm8;
    PEXTRQ: VEX_Vpextrq_rm64_xmm_imm8, EVEX_Vpextrq_rm64_xmm_imm8;
    PBLENDMD: INVALID, EVEX_Vpblendmd_xmm_k1z_xmm_xmmm128b32;
    PBLENDMQ: INVALID, EVEX_Vpblendmq_xmm_k1z_xmm_xmmm128b64;
    PERMT2D: INVALID, EVEX_Vpermt2d_xmm_k1z_xmm_xmmm128b32;
    PINSRD: VEX_Vpinsrd_xmm_xmm_rm32_imm8, EVEX_Vpinsrd_xmm_xmm_rm32_imm8;
    PINSRQ: VEX_Vpinsrq_xmm_xmm_rm64_imm8, EVEX_Vpinsrq_xmm_xmm_rm64_imm8;
    PMADDWD: VEX_Vpmaddwd_xmm_xmm_xmmm128, EVEX_Vpmaddwd_xmm_k1z_xmm_xmmm128;
    PMAXSD: VEX_Vpmaxsd_xmm_xmm_xmmm128, EVEX_Vpmaxsd_xmm_k1z_xmm_xmmm128b32;
    PMAXSQ: INVALID, EVEX_Vpmaxsq_xmm_k1z_xmm_xmmm128b64;
    PMAXUD: VEX_Vpmaxud_xmm_xmm_xmmm128, EVEX_Vpmaxud_xmm_k1z_xmm_xmmm128b32;
    PMAXUQ: INVALID, EVEX_Vpmaxuq_xmm_k1z_xmm_xmmm128b64;
    PMINSD: VEX_Vpminsd_xmm_xmm_xmmm128, EVEX_Vpminsd_xmm_k1z_xmm_xmmm128b32;
    PMINSQ: INVALID, EVEX_Vpminsq_xmm_k1z_xmm_xmmm128b64;
    PMINUD: VEX_Vpminud_xmm_xmm_xmmm128, EVEX_Vpminud_xmm_k1z_xmm_xmmm128b32;
    PMINUQ: INVALID, EVEX_Vpminuq_xmm_k1z_xmm_xmmm128b64;
    PMOVDB_STORE: INVALID, EVEX_Vpmovdb_xmmm32_k1z_xmm;
    PMOVDW_STORE: INVALID, EVEX_Vpmovdw_xmmm64_k1z_xmm;
    PMOVD2M: INVALID, EVEX_Vpmovd2m_kr_xmm;
    PMOVM2D: INVALID, EVEX_Vpmovm2d_xmm_kr;
    PMOVM2Q: INVALID, EVEX_Vpmovm2q_xmm_kr;
    PMOVQ2M: INVALID, EVEX_Vpmovq2m_kr_xmm;
    PMOVSXBD: VEX_Vpmovsxbd_xmm_xmmm32, EVEX_Vpmovsxbd_xmm_k1z_xmmm32;
    PMOVSXWD: VEX_Vpmovsxwd_xmm_xmmm64, EVEX_Vpmovsxwd_xmm_k1z_xmmm64;
    PMOVSXDQ: VEX_Vpmovsxdq_xmm_xmmm64, EVEX_Vpmovsxdq_xmm_k1z_xmmm64;
    PMOVZXBD: VEX_Vpmovzxbd_xmm_xmmm32, EVEX_Vpmovzxbd_xmm_k1z_xmmm32;
    PMOVZXWD: VEX_Vpmovzxwd_xmm_xmmm64, EVEX_Vpmovzxwd_xmm_k1z_xmmm64;
    PMOVZXDQ: VEX_Vpmovzxdq_xmm_xmmm64, EVEX_Vpmovzxdq_xmm_k1z_xmmm64;
    PMULDQ: VEX_Vpmuldq_xmm_xmm_xmmm128, EVEX_Vpmuldq_xmm_k1z_xmm_xmmm128b64;
    PMULLD: VEX_Vpmulld_xmm_xmm_xmmm128, EVEX_Vpmulld_xmm_k1z_xmm_xmmm128b32;
    PMULLQ: INVALID, EVEX_Vpmullq_xmm_k1z_xmm_xmmm128b64;
    PMULTISHIFTQB: INVALID, EVEX_Vpmultishiftqb_xmm_k1z_xmm_xmmm128b64;
    PMULUDQ: VEX_Vpmuludq_xmm_xmm_xmmm128, EVEX_Vpmuludq_xmm_k1z_xmm_xmmm128b64;
    POR: VEX_Vpor_xmm_xmm_xmmm128, EVEX_Vpord_xmm_k1z_xmm_xmmm128b32;
    PROLD_BY: INVALID, EVEX_Vprold_xmm_k1z_xmmm128b32_imm8;
    PROLQ_BY: INVALID, EVEX_Vprolq_xmm_k1z_xmmm128b64_imm8;
    PSHUFB: VEX_Vpshufb_xmm_xmm_xmmm128, EVEX_Vpshufb_xmm_k1z_xmm_xmmm128;
    PSHUFD: VEX_Vpshufd_xmm_xmmm128_imm8, EVEX_Vpshufd_xmm_k1z_xmmm128b32_imm8;
    PSLLD: VEX_Vpslld_xmm_xmm_xmmm128, EVEX_Vpslld_xmm_k1z_xmm_xmmm128;
    PSLLD_BY: VEX_Vpslld_xmm_xmm_imm8, EVEX_Vpslld_xmm_k1z_xmmm128b32_imm8;
    PSLLQ: VEX_Vpsllq_xmm_xmm_xmmm128, EVEX_Vpsllq_xmm_k1z_xmm_xmmm128;
    PGATHERDD: INVALID, EVEX_Vpgatherdd_xmm_k1_vm32x;
    PGATHERDQ: INVALID, EVEX_Vpgatherdq_xmm_k1_vm32x;
    PGATHERQD: INVALID, EVEX_Vpgatherqd_xmm_k1_vm64x;
    PGATHERQQ: INVALID, EVEX_Vpgatherqq_xmm_k1_vm64x;
    PSCATTERDD: INVALID, EVEX_Vpscatterdd_vm32x_k1_xmm;
    PSCATTERDQ: INVALID, EVEX_Vpscatterdq_vm32x_k1_xmm;
    PSCATTERQD: INVALID, EVEX_Vpscatterqd_vm64x_k1_xmm;
    PSCATTERQQ: INVALID, EVEX_Vpscatterqq_vm64x_k1_xmm;
    MOVDQU32: INVALID, EVEX_Vmovdqu32_xmm_k1z_xmmm128;
    MOVDQU64: INVALID, EVEX_Vmovdqu64_xmm_k1z_xmmm128;
    MOVDQU32_STORE: INVALID, EVEX_Vmovdqu32_xmmm128_k1z_xmm;
    MOVDQU64_STORE: INVALID, EVEX_Vmovdqu64_xmmm128_k1z_xmm;
    PSLLVD: VEX_Vpsllvd_xmm_xmm_xmmm128, EVEX_Vpsllvd_xmm_k1z_xmm_xmmm128b32;
    PSLLVQ: VEX_Vpsllvq_xmm_xmm_xmmm128, EVEX_Vpsllvq_xmm_k1z_xmm_xmmm128b64;
    PSRAVD: VEX_Vpsravd_xmm_xmm_xmmm128, EVEX_Vpsravd_xmm_k1z_xmm_xmmm128b32;
    PSRAVQ: INVALID, EVEX_Vpsravq_xmm_k1z_xmm_xmmm128b64;
    PSRLVD: VEX_Vpsrlvd_xmm_xmm_xmmm128, EVEX_Vpsrlvd_xmm_k1z_xmm_xmmm128b32;
    PSRLVQ: VEX_Vpsrlvq_xmm_xmm_xmmm128, EVEX_Vpsrlvq_xmm_k1z_xmm_xmmm128b64;
    PSLLQ_BY: VEX_Vpsllq_xmm_xmm_imm8, EVEX_Vpsllq_xmm_k1z_xmmm128b64_imm8;
    PSRAD: VEX_Vpsrad_xmm_xmm_xmmm128, EVEX_Vpsrad_xmm_k1z_xmm_xmmm128;
    PSRAD_BY: VEX_Vpsrad_xmm_xmm_imm8, EVEX_Vpsrad_xmm_k1z_xmmm128b32_imm8;
    PSRAQ_BY: INVALID, EVEX_Vpsraq_xmm_k1z_xmmm128b64_imm8;
    PSRLD: VEX_Vpsrld_xmm_xmm_xmmm128, EVEX_Vpsrld_xmm_k1z_xmm_xmmm128;
    PSRLD_BY: VEX_Vpsrld_xmm_xmm_imm8, EVEX_Vpsrld_xmm_k1z_xmmm128b32_imm8;
    PSRLQ: VEX_Vpsrlq_xmm_xmm_xmmm128, EVEX_Vpsrlq_xmm_k1z_xmm_xmmm128;
    PSRLQ_BY: VEX_Vpsrlq_xmm_xmm_imm8, EVEX_Vpsrlq_xmm_k1z_xmmm128b64_imm8;
    PSUBD: VEX_Vpsubd_xmm_xmm_xmmm128, EVEX_Vpsubd_xmm_k1z_xmm_xmmm128b32;
    PSUBQ: VEX_Vpsubq_xmm_xmm_xmmm128, EVEX_Vpsubq_xmm_k1z_xmm_xmmm128b64;
    PTERNLOGD: INVALID, EVEX_Vpternlogd_xmm_k1z_xmm_xmmm128b32_imm8;
    PTEST: VEX_Vptest_xmm_xmmm128, INVALID;
    PTESTMD: INVALID, EVEX_Vptestmd_kr_k1_xmm_xmmm128b32;
    PTESTNMD: INVALID, EVEX_Vptestnmd_kr_k1_xmm_xmmm128b32;
    PTESTNMQ: INVALID, EVEX_Vptestnmq_kr_k1_xmm_xmmm128b64;
    PUNPCKHDQ: VEX_Vpunpckhdq_xmm_xmm_xmmm128, EVEX_Vpunpckhdq_xmm_k1z_xmm_xmmm128b32;
    PUNPCKHQDQ: VEX_Vpunpckhqdq_xmm_xmm_xmmm128, EVEX_Vpunpckhqdq_xmm_k1z_xmm_xmmm128b64;
    PUNPCKLDQ: VEX_Vpunpckldq_xmm_xmm_xmmm128, EVEX_Vpunpckldq_xmm_k1z_xmm_xmmm128b32;
    PUNPCKLQDQ: VEX_Vpunpcklqdq_xmm_xmm_xmmm128, EVEX_Vpunpcklqdq_xmm_k1z_xmm_xmmm128b64;
    PXOR: VEX_Vpxor_xmm_xmm_xmmm128, EVEX_Vpxord_xmm_k1z_xmm_xmmm128b32;
    ROUNDPD: VEX_Vroundpd_xmm_xmmm128_imm8, EVEX_Vrndscalepd_xmm_k1z_xmmm128b64_imm8;
    ROUNDPS: VEX_Vroundps_xmm_xmmm128_imm8, EVEX_Vrndscaleps_xmm_k1z_xmmm128b32_imm8;
    ROUNDSD: VEX_Vroundsd_xmm_xmm_xmmm64_imm8, EVEX_Vrndscalesd_xmm_k1z_xmm_xmmm64_imm8_sae;
    ROUNDSS: VEX_Vroundss_xmm_xmm_xmmm32_imm8, EVEX_Vrndscaless_xmm_k1z_xmm_xmmm32_imm8_sae;
    SHUFPD: VEX_Vshufpd_xmm_xmm_xmmm128_imm8, EVEX_Vshufpd_xmm_k1z_xmm_xmmm128b64_imm8;
    RANGEPS: INVALID, EVEX_Vrangeps_xmm_k1z_xmm_xmmm128b32_imm8;
    SHUFPS: VEX_Vshufps_xmm_xmm_xmmm128_imm8, EVEX_Vshufps_xmm_k1z_xmm_xmmm128b32_imm8;
    SQRTPD: VEX_Vsqrtpd_xmm_xmmm128, EVEX_Vsqrtpd_xmm_k1z_xmmm128b64;
    SQRTPS: VEX_Vsqrtps_xmm_xmmm128, EVEX_Vsqrtps_xmm_k1z_xmmm128b32;
    SQRTSD: VEX_Vsqrtsd_xmm_xmm_xmmm64, EVEX_Vsqrtsd_xmm_k1z_xmm_xmmm64_er;
    SQRTSS: VEX_Vsqrtss_xmm_xmm_xmmm32, EVEX_Vsqrtss_xmm_k1z_xmm_xmmm32_er;
    SUBPD: VEX_Vsubpd_xmm_xmm_xmmm128, EVEX_Vsubpd_xmm_k1z_xmm_xmmm128b64;
    SUBPS: VEX_Vsubps_xmm_xmm_xmmm128, EVEX_Vsubps_xmm_k1z_xmm_xmmm128b32;
    SUBSD: VEX_Vsubsd_xmm_xmm_xmmm64, EVEX_Vsubsd_xmm_k1z_xmm_xmmm64_er;
    SUBSS: VEX_Vsubss_xmm_xmm_xmmm32, EVEX_Vsubss_xmm_k1z_xmm_xmmm32_er;
    UCOMISD: VEX_Vucomisd_xmm_xmmm64, EVEX_Vucomisd_xmm_xmmm64_sae;
    UCOMISS: VEX_Vucomiss_xmm_xmmm32, EVEX_Vucomiss_xmm_xmmm32_sae;
    XORPS: VEX_Vxorps_xmm_xmm_xmmm128, EVEX_Vxorps_xmm_k1z_xmm_xmmm128b32;
}
