//! Matrix operations of warps: operands come from the frame and shared memory, sums from [`crate::tile`], or
//! from the reference for the cases that it does not cover.

use super::{Block, lanes};
use crate::launch::Launch;
use crate::tile::fragments::{self, element, kept_bits, rows_from};
use crate::tile::halves::Words;
use crate::tile::{Matrix, padded};
use ptx::exec::{FaultKind, WARP};
use ptx::interp::mma::descriptor::{Descriptor, PIECE};
use ptx::interp::mma::{Register, answer, group_answer, pieces};
use ptx::interp::watch::{self, Access, AccessKind, Event, NO_INST};
use ptx::ir::group::{GroupMma, ROWS, WARPS};
use ptx::ir::{InstId, Mma, Op, Order, Scalar, Space, Value};

/// Scratch memory of matrix operations, kept from one to the next.
#[derive(Default)]
pub(super) struct Scratch {
    registers: Vec<Words>,
    matrices: fragments::Scratch,
    /// Fragments of B, eight columns each.
    b_fragments: Vec<[Words; 2]>,
    /// Descriptor and operation for which B was read, until the warp runs again.
    b_of: Option<(u64, InstId)>,
}

impl Scratch {
    /// Invalidates B after kernel code has run, which may have changed shared memory.
    pub(super) fn forget(&mut self) {
        self.b_of = None;
    }
}

/// Returns the operation on a warp's fragments of which a warpgroup's operation consists, if that is computed
/// from fragments: its lines lie in shared memory as fragments have them, a piece in four lanes.
fn of_fragments(group: &GroupMma) -> Option<Mma> {
    let own = Mma { n: 8, ..group.mma };
    let two_pieces = u32::from(own.k) * own.a.bits() == 2 * 8 * PIECE;
    let lines = !group.a_transposed && !group.b_transposed && two_pieces;
    (lines && fragments::adds_products(&own)).then_some(own)
}

/// A matrix in shared memory.
struct Stored<'a> {
    shared: &'a [u8],
    descriptor: Descriptor,
    transposed: bool,
    element: Scalar,
    negate: bool,
}

/// Returns the signs of the floats in a word.
const fn signs(s: Scalar) -> u32 {
    if s.bits() == 32 { 0x8000_0000 } else { 0x8000_8000 }
}

impl Stored<'_> {
    /// Reads eight lines from `first` on, of each the piece `across`, as a fragment's register. Returns
    /// `None` if they are out of bounds.
    fn fragment(&self, [first, across]: [usize; 2], to: &mut Words) -> Option<()> {
        for (line, to) in to.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let address = self.descriptor.piece(false, (first + line) as u32, across as u32);
            let bytes: &[u8; PIECE as usize] = self.shared.get(address as usize..)?.first_chunk()?;
            for (to, bytes) in to.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *to = u32::from_le_bytes(*bytes) ^ if self.negate { signs(self.element) } else { 0 };
            }
        }
        Some(())
    }

    /// Reads the elements of lines `first..first + lines` (rows of A, columns of B), `depth` of each; `place`
    /// maps line and depth to a position. Fails with the first address that is out of bounds.
    fn read(
        &self,
        [first, lines, depth]: [usize; 3],
        place: impl Fn(usize, usize) -> usize,
        to: &mut Matrix,
    ) -> Result<(), u32> {
        let bits = self.element.bits();
        let each = (PIECE * 8 / bits) as usize;
        let (outer, inner) = if self.transposed { (depth, lines) } else { (lines, depth) };
        let (line_at, across_at) = if self.transposed { (0, first / each) } else { (first, 0) };
        for line in 0..outer {
            for piece in 0..inner / each {
                let (at, across) = ((line_at + line) as u32, (across_at + piece) as u32);
                let address = self.descriptor.piece(self.transposed, at, across);
                let bytes = self.shared.get(address as usize..).and_then(<[u8]>::first_chunk);
                let word = u128::from_le_bytes(*bytes.ok_or(address)?);
                for n in 0..each {
                    let at = piece * each + n;
                    let place = if self.transposed { place(at, line) } else { place(line, at) };
                    to.set(place, element(word, n, bits), self.negate);
                }
            }
        }
        Ok(())
    }
}

impl Block {
    /// Carries out a matrix operation; missing lanes count as zero.
    pub(super) fn matrix(&mut self, launch: &Launch, first: usize, inst: InstId, group: u32) {
        let mut scratch = std::mem::take(&mut self.matrices);
        let refused = self.refused_pieces(launch, first, inst, group);
        let done = group == u32::MAX
            && refused.is_empty()
            && match launch.function().inst(inst).op {
                Op::Mma(ref mma) => self.multiply(launch, first / WARP as usize, (mma, inst), &mut scratch),
                Op::GroupMma(ref multiply) => {
                    self.multiply_group(launch, first, (multiply, inst), &mut scratch)
                }
                _ => false,
            };
        self.matrices = scratch;
        if !done {
            self.by_reference(launch, first, inst, (group, &refused));
        }
        self.ready[first / WARP as usize] |= group;
    }

    /// Carries out an `mma`; returns `false` if its operands are not words.
    fn multiply(
        &mut self,
        launch: &Launch,
        warp: usize,
        (mma, id): (&Mma, InstId),
        with: &mut Scratch,
    ) -> bool {
        let args = &launch.function().inst(id).args;
        with.b_of = None;
        self.gather(launch, warp, args.iter(), &mut with.registers)
            && fragments::multiply(mma, &with.registers, &mut with.matrices)
            && self.set_results(launch, warp, id, &with.matrices.results)
    }

    /// Reads the registers of operands; returns whether they are words.
    fn gather<'v>(
        &mut self,
        launch: &Launch,
        warp: usize,
        values: impl Iterator<Item = &'v Value> + Clone,
        to: &mut Vec<Words>,
    ) -> bool {
        to.resize(values.clone().count(), [0; WARP as usize]);
        values.zip(to).all(|(&v, words)| self.read_words(launch, warp, v, words))
    }

    /// Stores the registers of a result; returns whether they are words.
    fn set_results<'w>(
        &mut self,
        launch: &Launch,
        warp: usize,
        id: InstId,
        registers: impl IntoIterator<Item = &'w Words>,
    ) -> bool {
        let results = &launch.function().inst(id).results;
        results.iter().zip(registers).all(|(&v, words)| self.set_words(launch, warp, v, words))
    }

    /// Carries out a warp's part of a warpgroup's multiplication from fragments: the gathered registers of A
    /// (if it is in registers) and of C, which become the sums, and lines in shared memory. Returns `false`
    /// if it cannot.
    fn multiply_fragments(
        &mut self,
        launch: &Launch,
        warp: usize,
        (group, own, id): (&GroupMma, &Mma, InstId),
        [descriptor_a, descriptor_b]: [u64; 2],
        with: &mut Scratch,
    ) -> bool {
        let mma = &group.mma;
        let shared = self.shared_memory();
        let stored = |descriptor: u64, negate: bool| Stored {
            shared,
            descriptor: Descriptor::from_bits(descriptor),
            transposed: false,
            element: mma.a,
            negate,
        };
        let Scratch { registers, b_fragments, b_of, .. } = with;
        let mut rows = [[0; WARP as usize]; 4];
        let sums = if group.a_in_registers {
            let (a, c) = registers.split_at_mut(rows.len());
            rows.iter_mut().flatten().zip(a.iter().flatten()).for_each(|(to, &word)| {
                *to = if group.negate_a { word ^ signs(mma.a) } else { word };
            });
            c
        } else {
            let a = stored(descriptor_a, group.negate_a);
            for (n, register) in rows.iter_mut().enumerate() {
                let first = warp % WARPS * ROWS + n % 2 * 8;
                if a.fragment([first, n / 2], register).is_none() {
                    return false;
                }
            }
            &mut registers[..]
        };
        // The other warps of the group multiply with the same B.
        if *b_of != Some((descriptor_b, id)) {
            *b_of = None;
            b_fragments.resize(usize::from(mma.n) / 8, [[0; WARP as usize]; 2]);
            let b = stored(descriptor_b, group.negate_b);
            for (n, fragment) in b_fragments.iter_mut().enumerate() {
                for (piece, register) in fragment.iter_mut().enumerate() {
                    if b.fragment([8 * n, piece], register).is_none() {
                        return false;
                    }
                }
            }
            *b_of = Some((descriptor_b, id));
        }
        let each = if mma.d == Scalar::F16 { 2 } else { 4 };
        b_fragments
            .iter()
            .zip(sums.chunks_exact_mut(each))
            .all(|(b, sums)| fragments::add_product(own, &rows, b, sums))
            && self.set_results(launch, warp, id, &*sums)
    }

    /// Carries out a warp's part of a warpgroup's multiplication. Returns `false` if it cannot, in particular
    /// for inaccessible memory, which the reference reports.
    fn multiply_group(
        &mut self,
        launch: &Launch,
        first: usize,
        (group, id): (&GroupMma, InstId),
        with: &mut Scratch,
    ) -> bool {
        let (mma, warp) = (&group.mma, first / WARP as usize);
        let Some(kept) = kept_bits(mma, true) else { return false };
        let args = launch.function().inst(id).args.as_slice();
        let (a, sums) = (group.a_arguments(), group.sums());
        let (descriptor_a, descriptor_b) =
            (self.get(launch, first, args[0]) as u64, self.get(launch, first, args[a]) as u64);
        let adds = self.get(launch, first, args[a + 1 + sums]) != 0;
        let registers = if group.a_in_registers { &args[..a] } else { &[] };
        let c = if adds { &args[a + 1..a + 1 + sums] } else { &[] };
        let meta = if mma.sparse.is_some() { &args[a + 2 + sums..][..1] } else { &[] };
        if let Some(own) = of_fragments(group) {
            if !self.gather(launch, warp, registers.iter().chain(c), &mut with.registers) {
                return false;
            }
            // Without C the sums begin with zero.
            with.registers.resize(registers.len() + sums, [0; WARP as usize]);
            let descriptors = [descriptor_a, descriptor_b];
            if self.multiply_fragments(launch, warp, (group, &own, id), descriptors, with) {
                return true;
            }
            with.b_of = None;
        }
        if !self.gather(launch, warp, registers.iter().chain(c).chain(meta), &mut with.registers) {
            return false;
        }
        let (depth, width) = (mma.stored(), padded(mma.n.into()));
        let shared = self.shared_memory();
        if group.a_in_registers {
            rows_from(&with.registers[..a], mma.a, depth, group.negate_a, &mut with.matrices.a);
        } else {
            let descriptor = Descriptor::from_bits(descriptor_a);
            let (transposed, element, negate) = (group.a_transposed, mma.a, group.negate_a);
            let stored = Stored { shared, descriptor, transposed, element, negate };
            let first = warp % WARPS * ROWS;
            with.matrices.a.clear(mma.a, ROWS * depth);
            if stored.read([first, ROWS, depth], |row, k| row * depth + k, &mut with.matrices.a).is_err() {
                return false;
            }
        }
        // The other warps of the group multiply with the same B.
        if with.b_of != Some((descriptor_b, id)) {
            let descriptor = Descriptor::from_bits(descriptor_b);
            let (transposed, element, negate) = (group.b_transposed, mma.b, group.negate_b);
            let stored = Stored { shared, descriptor, transposed, element, negate };
            with.matrices.b.clear(mma.b, usize::from(mma.k) * width);
            with.b_of = None;
            let lines = [0, mma.n.into(), mma.k.into()];
            if stored.read(lines, |column, k| k * width + column, &mut with.matrices.b).is_err() {
                return false;
            }
            with.b_of = Some((descriptor_b, id));
        }
        let registers = registers.len()..registers.len() + c.len();
        let meta = mma.sparse.and(with.registers.last());
        fragments::sums(mma, &with.registers[registers], meta, kept, &mut with.matrices)
            && self.set_results(launch, warp, id, &with.matrices.results)
    }

    /// Reports a multiplication's reads of shared memory to the watcher; returns the addresses of refused
    /// pieces, which count as zero.
    fn refused_pieces(&mut self, launch: &Launch, first: usize, id: InstId, group: u32) -> Vec<u32> {
        let inst = launch.function().inst(id);
        let Op::GroupMma(ref multiply) = inst.op else { return Vec::new() };
        if self.watched.is_none() {
            return Vec::new();
        }
        let leader = first + group.trailing_zeros() as usize % WARP as usize;
        let at = |n: usize| self.get(launch, leader, inst.args[n]) as u64;
        let descriptors = [at(0), at(multiply.a_arguments())];
        let mut pieces = pieces(multiply, first / WARP as usize % WARPS, descriptors);
        let (space, bytes, kind, order) = (Space::Shared, PIECE, AccessKind::Load, Order::Weak);
        let (thread, line, inst) = (leader as u32, inst.line, NO_INST);
        if let Some(watched) = self.watched.as_deref_mut() {
            pieces.retain(|&address| {
                let address = address.into();
                let access = Access { space, address, bytes, kind, order, thread, line, inst };
                !watched.watch.event(Event::Access(access, watch::Stored::default()))
            });
        }
        pieces
    }

    /// Carries out a matrix operation with the reference; refused pieces of shared memory count as zero.
    fn by_reference(&mut self, launch: &Launch, first: usize, inst: InstId, (group, refused): (u32, &[u32])) {
        let function = launch.function();
        let mut registers: Vec<Register> = vec![[0; WARP as usize]; function.inst(inst).args.len()];
        for lane in lanes(group) {
            let own = self.warp_op(launch, first + lane).unwrap_or(inst);
            for (register, &v) in registers.iter_mut().zip(&function.inst(own).args) {
                register[lane] = self.get(launch, first + lane, v) as u64;
            }
        }
        let result = match function.inst(inst).op {
            Op::GroupMma(ref multiply) => {
                // Values common to the warp are those of its first live lane.
                let leader = group.trailing_zeros() as usize % WARP as usize;
                registers.iter_mut().for_each(|register| {
                    if group & 1 == 0 {
                        register[0] = register[leader];
                    }
                });
                let shared = self.shared_memory();
                let read = &mut |address: u32| match refused.contains(&address) {
                    true => Some([0; PIECE as usize]),
                    false => shared.get(address as usize..)?.first_chunk().copied(),
                };
                match group_answer(multiply, first / WARP as usize % WARPS, &registers, read) {
                    Ok(result) => result,
                    Err(address) => {
                        let (space, address) = (Space::Shared, address.into());
                        let kind = FaultKind::IllegalAddress { space, address, bytes: PIECE, write: false };
                        self.failed = Some((kind, inst, first + leader));
                        return;
                    }
                }
            }
            ref op => answer(op, &registers),
        };
        for lane in lanes(group) {
            let own = self.warp_op(launch, first + lane).unwrap_or(inst);
            for (&v, register) in function.inst(own).results.iter().zip(&result) {
                self.set(launch, first + lane, v, register[lane].into());
            }
        }
    }

    /// Returns the block's shared memory.
    fn shared_memory<'a>(&self) -> &'a [u8] {
        let Some(context) = self.context.as_deref() else { return &[] };
        // SAFETY: it is the block's own, committed and as large as the context says, and outlives the
        // operation, during which no code of the block or its cluster runs.
        unsafe { std::slice::from_raw_parts(context.shared as *const u8, context.shared_bytes as usize) }
    }
}
