//! Loads of neighbouring words by each lane, at unrelated addresses: of an unrolled loop along a row, or of a
//! structure. A lane's words are loaded at once, two or four, and then dealt out.

use super::chunk::{Chunks, MOST, slot_of};
use super::memory::Access;
use super::state::Vectors;
use crate::check::Checked;
use crate::machine::Extra;
use cranelift_codegen::ir::{InstBuilder, StackSlot, Value as Cl, types};
use ptx::exec::WARP;
use ptx::ir::{Effect, InstId, Op, Order, Type, Value};

/// Number of instructions among which neighbours are looked for.
const NEAR: usize = 64;

/// Size of a word, bytes.
const WORD: i64 = 4;

/// Bytes for the addresses of eight lanes: a vector for each half of them. A load does not get a word from
/// the upper half of a vector before its store is done.
const EIGHT: i32 = 2 * 64;

impl Vectors<'_> {
    /// Emits the load at the start of `insts` together with later ones of its neighbours, if there are some.
    pub(super) fn neighbour_loads(&mut self, insts: &[InstId]) {
        let Some((first, loads)) = self.neighbours(insts) else { return };
        let words = loads.len() as i64;
        let results: Vec<Value> = loads.iter().map(|load| load.1).collect();
        let ids: Vec<InstId> = loads.iter().map(|load| load.0).collect();
        let chunks = self.chunks(first.address);
        let addresses = self.advanced(&chunks, first.own_offset);
        let Some((fine, addresses)) = self.test_addresses(addresses, (words * WORD, WORD)) else { return };
        self.or_lane_by_lane(&ids, &results, fine, |this| {
            this.e.set_place(insts[0].index() as u32);
            this.load_words(&addresses, &results);
        });
        for &v in &results {
            self.store_to_frame(v);
        }
        self.storage.early.extend(ids);
    }

    /// Returns the load at the start of `insts`, and it with one or three later ones of the words behind its
    /// own, in order.
    fn neighbours(&self, insts: &[InstId]) -> Option<(Access, Vec<(InstId, Value)>)> {
        let plain = self.e.asks.checked == Checked::No && !self.e.asks.traced;
        let one = |id: InstId| {
            let access = self.decode(id).filter(|access| plain && self.loads_scattered_words(access))?;
            let &[v] = access.values.as_slice() else { return None };
            Some((access, v))
        };
        let (first, v) = one(*insts.first()?).filter(|first| !self.may_be_contiguous(&first.0))?;
        let mut loads = vec![(insts[0], v)];
        for &id in insts.iter().take(NEAR).skip(1) {
            let inst = self.e.f.inst(id);
            match inst.op {
                Op::Load { order: Order::Weak, .. } if inst.args.first() == Some(&first.address) => {
                    // In another order, a lane would fault at another word first.
                    let next = first.own_offset + loads.len() as i64 * WORD;
                    loads.extend(one(id).filter(|own| own.0.own_offset == next).map(|own| (id, own.1)));
                }
                Op::Load { order: Order::Weak, .. } => {}
                _ if inst.op.effect() != Effect::Pure => break,
                _ => {}
            }
            if loads.len() == 4 {
                break;
            }
        }
        loads.truncate(if loads.len() < 4 { 2 } else { 4 });
        (loads.len() > 1).then_some((first, loads))
    }

    /// Returns whether an access loads words of 32 bits of device memory at unrelated addresses.
    fn loads_scattered_words(&self, access: &Access) -> bool {
        let scattered = access.stride.is_none() && self.is_flat(access.space);
        let address = self.e.f.ty(access.address) == Type::I64;
        access.load && access.weak && scattered && address && self.is_of_words(access)
    }

    /// Returns whether an access is of words of 32 bits, sixteen of which are a vector.
    pub(super) fn is_of_words(&self, access: &Access) -> bool {
        access.ty.bytes() == 4 && self.ints() == types::I32X16 && self.has_lanes(access)
    }

    /// Returns whether the values of an access are loaded at once.
    pub(super) fn loads_words(&self, access: &Access) -> bool {
        access.load && matches!(access.values.len(), 2 | 4) && self.is_of_words(access)
    }

    /// Loads two or four words from each lane's address, which has been tested.
    pub(super) fn load_words(&mut self, addresses: &Chunks, results: &[Value]) {
        let all = match results.len() {
            2 => {
                let pairs = self.gather_lanes(Type::I64, addresses);
                vec![self.parts_of(&pairs, 0), self.parts_of(&pairs, 1)]
            }
            _ => self.quads(addresses),
        };
        for (&v, chunks) in results.iter().zip(all) {
            self.set_words(v, &chunks);
        }
    }

    /// Returns the first to fourth words at the lanes' addresses.
    fn quads(&mut self, addresses: &Chunks) -> Vec<Chunks> {
        let slot = self.addresses_in_memory(addresses);
        let mut out = vec![[addresses[0]; MOST]; 4];
        for n in 0..self.words() {
            let words = self.quad(slot, n);
            out.iter_mut().zip(words).for_each(|(chunks, words)| chunks[n] = words);
        }
        out
    }

    /// Stores addresses to the stack frame, those of four lanes to 64 bytes.
    pub(super) fn addresses_in_memory(&mut self, addresses: &Chunks) -> StackSlot {
        let slot = *self
            .e
            .slots
            .addresses
            .get_or_insert_with(|| self.e.b.create_sized_stack_slot(slot_of(WARP / 8 * EIGHT as u32)));
        for (lanes, n) in addresses[..self.layout(Type::I64).count].iter().zip(0..) {
            let high = self.e.extra(Extra::High, &[*lanes], types::I64X8);
            self.e.b.ins().stack_store(types::I64, *lanes, slot, n * EIGHT);
            self.e.b.ins().stack_store(types::I64, high, slot, n * EIGHT + 64);
        }
        slot
    }

    /// Returns the four words of sixteen lanes with their addresses in memory.
    fn quad(&mut self, slot: StackSlot, chunk: usize) -> [Cl; 4] {
        // Each has the words of four lanes, one lane after the other.
        let rows: [Cl; 4] = std::array::from_fn(|n| {
            let place = self.e.b.ins().stack_addr(types::I64, slot, (4 * chunk + n) as i32 * EIGHT / 2);
            self.e.extra(Extra::LoadRowsAt, &[place], types::I32X16)
        });
        let mut deal = |parts: &[Cl], from: &dyn Fn(i64) -> (i64, i64)| {
            self.words_of_parts(parts, &(0..16).map(from).collect::<Vec<_>>())
        };
        // Two words of eight lanes, one word after the other.
        let [low, high] = [0, 2].map(|first| {
            let from = move |n: i64| (n % 8 / 4, n % 4 * 4 + n / 8 + first);
            [deal(&rows[..2], &from), deal(&rows[2..], &from)]
        });
        [(low, 0), (low, 1), (high, 0), (high, 1)]
            .map(|(halves, second)| deal(&halves, &|n| (n / 8, n % 8 + 8 * second)))
    }
}
