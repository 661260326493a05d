//! Bit fields, bytes and saturated integers: strips and single threads give the interpreter's bits, for
//! fields that are known when code is made and others.

use crate::halves::{check, next};

/// Returns rows of operands: edges with each other, and numbers without a pattern, of which the last two are
/// small half of the time.
fn rows() -> Vec<[u32; 3]> {
    let edges = [
        0,
        1,
        2,
        7,
        8,
        31,
        32,
        33,
        0x7f,
        0x80,
        0xff,
        0x100,
        0x8000,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_fffe,
        u32::MAX,
    ];
    let mut rows = Vec::new();
    for a in edges {
        for b in edges {
            rows.extend(edges.map(|c| [a, b, c]));
        }
    }
    let mut seed = 3;
    for n in 0..8000 {
        let [a, b, c] = std::array::from_fn(|_| next(&mut seed));
        rows.push(if n % 2 == 0 { [a, b, c] } else { [a, b % 40, c % 40] });
    }
    rows
}

#[test]
fn fields_and_bytes() {
    let rows = rows();
    for sign in ["u32", "s32"] {
        for (low, bits) in
            [(0, 0), (0, 8), (5, 3), (8, 8), (24, 8), (24, 16), (0, 32), (31, 1), (32, 4), (40, 0), (3, 255)]
        {
            check(&format!("bfe.{sign} %r4, %r1, {low}, {bits};"), &rows);
            if sign == "u32" {
                check(&format!("bfi.b32 %r4, %r1, %r2, {low}, {bits};"), &rows);
            }
        }
        check(&format!("bfe.{sign} %r4, %r1, %r2, %r3;"), &rows);
        check(&format!("bfind.{sign} %r4, %r1;"), &rows);
        check(&format!("bfind.shiftamt.{sign} %r4, %r1;"), &rows);
        check(&format!("mul24.lo.{sign} %r4, %r1, %r2;"), &rows);
        check(&format!("mul24.hi.{sign} %r4, %r1, %r2;"), &rows);
        check(&format!("sad.{sign} %r4, %r1, %r2, %r3;"), &rows);
        for mode in ["wrap", "clamp"] {
            for bits in ["0", "1", "8", "31", "32", "33", "%r2"] {
                check(&format!("szext.{mode}.{sign} %r4, %r1, {bits};"), &rows);
            }
        }
    }
    check("bfi.b32 %r4, %r1, %r2, %r3, 5;", &rows);
    check("bfi.b32 %r4, %r1, %r2, 9, %r3;", &rows);
    for selector in [
        "0x5410", "0x7632", "0x3210", "0x7654", "0x0123", "0x4404", "0x9910", "0xba98", "0xfedc", "0x8181",
        "0x6420", "0x1032", "%r3",
    ] {
        check(&format!("prmt.b32 %r4, %r1, %r2, {selector};"), &rows);
    }
    check("prmt.b32.f4e %r4, %r1, %r2, %r3;", &rows);
}

#[test]
fn products_of_bytes_and_saturated_sums() {
    let rows = rows();
    for a in ["u32", "s32"] {
        for b in ["u32", "s32"] {
            check(&format!("dp4a.{a}.{b} %r4, %r1, %r2, %r3;"), &rows);
            check(&format!("dp2a.lo.{a}.{b} %r4, %r1, %r2, %r3;"), &rows);
            check(&format!("dp2a.hi.{a}.{b} %r4, %r1, %r2, %r3;"), &rows);
        }
    }
    check("add.sat.s32 %r4, %r1, %r2;", &rows);
    check("sub.sat.s32 %r4, %r1, %r2;", &rows);
    for from in ["u32", "s32"] {
        for to in ["u8", "s8", "u16", "s16", "u32", "s32"] {
            if to != from {
                check(&format!("cvt.sat.{to}.{from} %r4, %r1;"), &rows);
            }
        }
        for to in ["u16", "s16"] {
            check(&format!("cvt.sat.{to}.{from} %rs4, %r1;"), &rows);
        }
    }
}

#[test]
fn signs_and_classes_of_binary32() {
    let mut rows = rows();
    for top in 0..512 {
        rows.extend(
            [0, 1, 0x40_0000, 0x7f_ffff].map(|fraction| [top << 23 | fraction, fraction << 8 | top, 0]),
        );
    }
    check("copysign.f32 %f4, %f1, %f2;", &rows);
    for test in ["finite", "infinite", "number", "notanumber", "normal", "subnormal"] {
        check(&format!("testp.{test}.f32 %p4, %f1;"), &rows);
    }
}
