//! Loads and stores of bytes and half words, which follow each other from lane to lane: one, or several with
//! at most a word together. The processor widens what it loads and narrows what it stores.

use super::chunk::{Chunks, MOST};
use super::memory::Access;
use super::state::Vectors;
use crate::lower::memory::KERNEL;
use crate::machine::Extra;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Scalar, Type, Value};

impl Vectors<'_> {
    /// Returns whether an access is of such bytes or half words.
    pub(super) fn is_narrow(&self, access: &Access) -> bool {
        self.is_small(access)
            && matches!(access.bytes(), 1 | 2 | 4)
            && access.stride == Some(access.bytes())
            && self.bounds.vector_bytes == 64
            && self.width.is_multiple_of(8)
            && self.short_lanes().is_none()
    }

    /// Returns whether an access is of bytes or half words in words of vectors.
    pub(super) fn is_small(&self, access: &Access) -> bool {
        let small = |&v: &Value| matches!(self.e.f.ty(v), Type::I16 | Type::I32);
        matches!(access.ty.bytes(), 1 | 2) && access.values.iter().all(small)
    }

    /// Loads bytes or half words at tested addresses, one a lane, from the aligned words that contain them.
    pub(super) fn load_small(&mut self, access: &Access, addresses: &Chunks) {
        let in_word = 4 / access.ty.bytes() as usize;
        let mut words = *addresses;
        for (n, &v) in access.values.iter().enumerate() {
            if n % in_word == 0 {
                words = match access.bytes() {
                    1 | 2 => self.words_around(addresses),
                    _ => {
                        let at = self.advanced(addresses, 4 * (n / in_word) as i64);
                        self.gather_lanes(Type::I32, &at)
                    }
                };
            }
            let own = self.field_of_words(&words, access.ty, (n % in_word) as u32, self.e.f.ty(v));
            self.set_chunks(v, &own);
        }
    }

    /// Loads the words that contain what lies at the lanes' addresses, and shifts this to their low bits.
    fn words_around(&mut self, addresses: &Chunks) -> Chunks {
        let [whole, byte] = [(types::I64, -4), (types::I32, 3)].map(|(ty, n)| self.e.b.ins().iconst(ty, n));
        let [whole, byte] = [(Type::I64, whole), (Type::I32, byte)].map(|(ty, n)| self.splat(ty, n)[0]);
        let mut around = *addresses;
        for lanes in &mut around[..self.layout(Type::I64).count] {
            *lanes = self.e.b.ins().band(*lanes, whole);
        }
        let mut words = self.gather_lanes(Type::I32, &around);
        let (low, ints) = (self.parts_of(addresses, 0), self.ints());
        for n in 0..self.words() {
            let below = self.e.b.ins().band(low[n], byte);
            let below = self.e.b.ins().ishl_imm_u(below, 3);
            words[n] = self.e.extra(Extra::ShiftRight, &[words[n], below], ints);
        }
        words
    }

    /// Loads or stores the active lanes, the first at a tested place. Inactive ones may be read.
    pub(super) fn touch_narrow(&mut self, access: &Access, (at, first): (Cl, i32)) {
        let at = self.plus(at, i64::from(first));
        if access.load {
            let words = self.load_lanes_of(access, at);
            for (n, &v) in access.values.iter().enumerate() {
                let own = self.field_of_words(&words, access.ty, n as u32, self.e.f.ty(v));
                self.set_chunks(v, &own);
            }
            return;
        }
        let words = self.joined_fields(access);
        let layout = self.layout(Type::I32);
        let mask = self.may_idle().then_some(self.active.mask);
        for (n, &word) in words[..layout.count].iter().enumerate() {
            let place = self.e.b.ins().iadd_imm_s(at, n as i64 * i64::from(layout.lanes) * access.bytes());
            let lanes = mask.map(|mask| self.mask_part(mask, n as u32 * layout.lanes));
            match (access.bytes(), lanes) {
                (1, None) => self.e.extra_effect(Extra::StoreBytes, &[place, word]),
                (2, None) => self.e.extra_effect(Extra::StoreHalves, &[place, word]),
                (_, None) => {
                    self.e.b.ins().store(KERNEL, word, place, 0);
                }
                (1, Some(lanes)) => self.e.extra_effect(Extra::StoreBytes, &[place, word, lanes]),
                (2, Some(lanes)) => self.e.extra_effect(Extra::StoreHalves, &[place, word, lanes]),
                (_, Some(lanes)) => self.e.extra_effect(Extra::StoreLanes, &[place, word, lanes]),
            }
        }
    }

    /// Loads what each lane accesses as a word, zero-extended, or sign-extended if it is one value with a
    /// sign.
    fn load_lanes_of(&mut self, access: &Access, at: Cl) -> Chunks {
        let layout = self.layout(Type::I32);
        let signed = access.ty.is_signed();
        let op = match (access.bytes(), signed) {
            (1, false) => Some(Extra::LoadBytes),
            (1, true) => Some(Extra::LoadSignedBytes),
            (2, true) if access.values.len() == 1 => Some(Extra::LoadSignedHalves),
            (2, _) => Some(Extra::LoadHalves),
            _ => None,
        };
        let mut words = [at; MOST];
        for (n, word) in words[..layout.count].iter_mut().enumerate() {
            let place = self.e.b.ins().iadd_imm_s(at, n as i64 * i64::from(layout.lanes) * access.bytes());
            *word = match op {
                Some(op) => self.e.extra(op, &[place], layout.vector),
                None => self.e.b.ins().load(layout.vector, KERNEL, place, 0),
            };
        }
        words
    }

    /// Returns the lanes of value `n` in words that hold several, as a register holds them.
    fn field_of_words(&mut self, words: &Chunks, ty: Scalar, n: u32, register: Type) -> Chunks {
        let bits = i64::from(8 * ty.bytes());
        let below = i64::from(n) * bits;
        // A register of 16 bits has zeros above them.
        let zeros = register == Type::I16 || !ty.is_signed();
        let kept = if ty.is_signed() { (1 << 16) - 1 } else { (1i64 << bits) - 1 };
        let mut out = *words;
        for word in &mut out[..self.layout(Type::I32).count] {
            if ty.is_signed() {
                *word = self.e.b.ins().ishl_imm_u(*word, 32 - bits - below);
                *word = self.e.b.ins().sshr_imm_u(*word, 32 - bits);
            } else if below > 0 {
                *word = self.e.b.ins().ushr_imm_u(*word, below);
            }
            if zeros {
                let mask = self.e.b.ins().iconst(types::I32, kept);
                let mask = self.splat(Type::I32, mask)[0];
                *word = self.e.b.ins().band(*word, mask);
            }
        }
        out
    }

    /// Returns words that hold the values of each lane.
    fn joined_fields(&mut self, access: &Access) -> Chunks {
        let bits = i64::from(8 * access.ty.bytes());
        let mut words = self.chunks(access.values[0]);
        if access.values.len() == 1 {
            return words;
        }
        let count = self.layout(Type::I32).count;
        let mask = self.e.b.ins().iconst(types::I32, (1 << bits) - 1);
        let mask = self.splat(Type::I32, mask)[0];
        for (n, &v) in access.values.iter().enumerate() {
            let own = self.chunks(v);
            for (word, &lanes) in words[..count].iter_mut().zip(&own) {
                let field = self.e.b.ins().band(lanes, mask);
                *word = match n as i64 * bits {
                    0 => field,
                    below => {
                        let field = self.e.b.ins().ishl_imm_u(field, below);
                        self.e.b.ins().bor(*word, field)
                    }
                };
            }
        }
        words
    }
}
