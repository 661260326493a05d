//! Three-input logic from its truth table.

use super::emitter::Emitter;
use cranelift_codegen::ir::{InstBuilder, Value as Cl};

/// Truth table of a function of two bits: bit `2a + b` of four.
type Table = u8;

impl Emitter<'_> {
    /// Emits `lop3`: the result is bit `4a + 2b + c` of the table. Values are integers or vectors of them.
    pub(super) fn lop3(&mut self, table: u8, a: Cl, b: Cl, c: Cl) -> Cl {
        let half = |c: u8| (0..4).fold(0, |half: Table, k| half | (table >> (2 * k + c) & 1) << k);
        let (without, with) = (half(0), half(1));
        let ins = |this: &mut Self, t| this.lop2(t, a, b);
        match (without, with) {
            (f, g) if f == g => ins(self, f),
            (0, 15) => c,
            (15, 0) => self.b.ins().bnot(c),
            (f, 15) => {
                let f = ins(self, f);
                self.b.ins().bor(f, c)
            }
            (f, 0) => {
                let f = ins(self, f);
                self.b.ins().band_not(f, c)
            }
            (15, g) => {
                let not = self.b.ins().bnot(c);
                let g = ins(self, g);
                self.b.ins().bor(g, not)
            }
            (0, g) => {
                let g = ins(self, g);
                self.b.ins().band(g, c)
            }
            (f, g) if f ^ g == 15 => {
                let f = ins(self, f);
                self.b.ins().bxor(f, c)
            }
            (f, g) => {
                let differs = ins(self, f ^ g);
                let there = self.b.ins().band(differs, c);
                let f = ins(self, f);
                self.b.ins().bxor(f, there)
            }
        }
    }

    fn lop2(&mut self, table: Table, a: Cl, b: Cl) -> Cl {
        let negated = |this: &mut Self, t| {
            let value = this.lop2(t, a, b);
            this.b.ins().bnot(value)
        };
        match table {
            0 => self.b.ins().bxor(a, a),
            2 => self.b.ins().band_not(b, a),
            4 => self.b.ins().band_not(a, b),
            6 => self.b.ins().bxor(a, b),
            8 => self.b.ins().band(a, b),
            10 => b,
            12 => a,
            14 => self.b.ins().bor(a, b),
            odd => negated(self, 15 ^ (odd & 15)),
        }
    }
}

#[cfg(test)]
mod tests {
    /// Combines the two halves of a table as `lop3` does, in plain bits.
    fn by_halves(table: u8, a: u8, b: u8, c: u8) -> u8 {
        let half = |c: u8| (0..4).fold(0u8, |half, k| half | (table >> (2 * k + c) & 1) << k);
        half(c) >> (2 * a + b) & 1
    }

    #[test]
    fn halves_of_every_table_are_the_table() {
        for table in 0..=255u8 {
            for n in 0..8u8 {
                assert_eq!(by_halves(table, n >> 2, n >> 1 & 1, n & 1), table >> n & 1, "{table:#x} at {n}");
            }
        }
    }
}
