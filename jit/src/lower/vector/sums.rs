//! Blocks with more sums than registers.
//!
//! Products of matrices that are unrolled add some times to each of 64 sums a thread, in one block. In the
//! order of the program nearly every multiplication would load its sum and store it. Instead, the
//! multiplications of some sums come first, with everything else that the block does, then those of others.

use super::kind::Kind;
use super::state::Vectors;
use super::turns::MOST;
use ptx::ir::{InstId, Op, Scalar, Type, Value};
use std::collections::BTreeMap;

/// Multiply-adds, each of which adds to what the one before gives.
struct Sum {
    links: usize,
    /// Factors of the first.
    factors: [Value; 2],
    /// Whether anything else in the block reads what one of them gives.
    is_read: bool,
}

impl Vectors<'_> {
    /// Returns a block's instructions in an order that needs few registers for sums. All others keep their
    /// order, so that accesses fail in the order of the program.
    pub(super) fn some_sums_at_a_time(&self, insts: Vec<InstId>) -> Vec<InstId> {
        let count = self.layout(Type::F32).count;
        let adds = |&&id: &&InstId| matches!(self.e.f.inst(id).op, Op::Fma { ty: Scalar::F32, .. });
        if self.bounds.vector_bytes != 64 || count * insts.iter().filter(adds).count() <= 2 * MOST {
            return insts;
        }
        let (sums, of_inst) = self.sums_of(&insts);
        let is_apart = |sum: &Sum| sum.links > 1 && !sum.is_read;
        let mut apart: Vec<usize> = (0..sums.len()).filter(|&n| is_apart(&sums[n])).collect();
        let total = count * apart.len();
        if total <= MOST {
            return insts;
        }
        // Sums of a turn should have factors in common: in a tile those are of one row, or of one column.
        let is_scalar = |n: &usize| self.kind(sums[*n].factors[1]) != Kind::Varying;
        let place = usize::from(apart.iter().all(is_scalar));
        apart.sort_by_key(|&n| sums[n].factors[place]);
        let each = total.div_ceil(total.div_ceil(MOST)).div_ceil(count);
        let mut turn_of = vec![0; sums.len()];
        for (turn, some) in apart.chunks(each).enumerate() {
            some.iter().for_each(|&n| turn_of[n] = turn);
        }
        let turn = |sum: Option<usize>| sum.map_or(0, |n| turn_of[n]);
        let mut ordered: Vec<(usize, InstId)> =
            insts.into_iter().zip(of_inst).map(|(id, sum)| (turn(sum), id)).collect();
        ordered.sort_by_key(|&(turn, _)| turn);
        ordered.into_iter().map(|(_, id)| id).collect()
    }

    /// Finds the sums in some instructions; returns for each of these the sum that it adds to.
    fn sums_of(&self, insts: &[InstId]) -> (Vec<Sum>, Vec<Option<usize>>) {
        let f = self.e.f;
        let mut uses: BTreeMap<Value, usize> = BTreeMap::new();
        for &v in insts.iter().flat_map(|&id| &f.inst(id).args) {
            *uses.entry(v).or_default() += 1;
        }
        let mut sums: Vec<Sum> = Vec::new();
        let mut of_value: BTreeMap<Value, usize> = BTreeMap::new();
        let mut of_inst = Vec::with_capacity(insts.len());
        for inst in insts.iter().map(|&id| f.inst(id)) {
            let added = match (&inst.op, &inst.args[..], &inst.results[..]) {
                (Op::Fma { ty: Scalar::F32, .. }, &[a, b, sum], &[result])
                    if self.kind(result) == Kind::Varying =>
                {
                    let before = of_value.get(&sum).copied().filter(|_| uses[&sum] == 1);
                    let own = before.unwrap_or(sums.len());
                    if before.is_none() {
                        sums.push(Sum { links: 0, factors: [a, b], is_read: false });
                    }
                    sums[own].links += 1;
                    Some((own, result))
                }
                _ => None,
            };
            let own = added.map(|(own, _)| own);
            for sum in inst.args.iter().filter_map(|v| of_value.get(v)).filter(|sum| Some(**sum) != own) {
                sums[*sum].is_read = true;
            }
            of_value.extend(added.map(|(own, result)| (result, own)));
            of_inst.push(own);
        }
        (sums, of_inst)
    }
}
