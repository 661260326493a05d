//! Values that depend on the lane's place: special registers, addresses of variables, address spaces.

use super::emitter::{Emitter, TRUSTED};
use crate::abi::offset;
use crate::hostcalls::Host;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{CLUSTER_SHIFT, Inst, Op, Space, Sreg, Type};

impl Emitter<'_> {
    pub(super) fn special(&mut self, inst: &Inst, ty: Type) -> Option<Cl> {
        match &inst.op {
            Op::Sreg(register) => {
                let value = self.sreg(*register);
                let have = self.b.func.dfg.value_type(value);
                Some(match (have, ty) {
                    (types::I32, Type::I64) => self.b.ins().uextend(types::I64, value),
                    (types::I64, Type::I32) => self.b.ins().ireduce(types::I32, value),
                    (_, Type::I16) => self.b.ins().ireduce(types::I16, value),
                    _ => value,
                })
            }
            Op::VarAddr(var) => {
                let table = self.field(types::I64, offset!(vars));
                Some(self.b.ins().load(types::I64, TRUSTED, table, var.index() as i32 * 8))
            }
            Op::Cvta { space, to_generic } => {
                let value = self.get(*inst.args.first()?);
                let have = self.b.func.dfg.value_type(value);
                let wide = if have == types::I32 { self.b.ins().uextend(types::I64, value) } else { value };
                if *space == Space::Cluster {
                    return Some(if *to_generic {
                        self.cluster_shared_address(wide)
                    } else {
                        self.cluster_address(wide, ty)
                    });
                }
                let moved = match self.base(*space) {
                    None => wide,
                    Some(base) if *to_generic => self.b.ins().iadd(wide, base),
                    Some(base) => self.b.ins().isub(wide, base),
                };
                Some(if ty == Type::I32 { self.b.ins().ireduce(types::I32, moved) } else { moved })
            }
            Op::IsSpace(Space::Cluster) => {
                let address = self.get(*inst.args.first()?);
                let rank = self.rank_of(address);
                Some(self.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, rank, 0))
            }
            Op::RankOf => {
                let address = self.get(*inst.args.first()?);
                Some(self.rank_of(address))
            }
            Op::Replica => {
                let address = self.get(*inst.args.first()?);
                let number = self.get(*inst.args.get(1)?);
                let args = [self.context, address, number];
                self.call(Host::Replica, &args, Some(types::I64))
            }
            Op::IsSpace(space) => {
                let address = self.get(*inst.args.first()?);
                Some(self.is_space(*space, address))
            }
            _ => None,
        }
    }

    /// Returns the generic address of a space's offset 0; `None` if its addresses are generic.
    pub(super) fn base(&mut self, space: Space) -> Option<Cl> {
        match space {
            Space::Generic | Space::Global | Space::Const | Space::Cluster => None,
            Space::Shared => Some(self.field(types::I64, offset!(shared))),
            Space::Param => Some(self.field(types::I64, offset!(params))),
            Space::Local => {
                let base = self.field(types::I64, offset!(local));
                let bytes = self.field(types::I64, offset!(local_bytes));
                let thread = self.lane().thread;
                let thread = self.b.ins().uextend(types::I64, thread);
                let mine = self.b.ins().imul(thread, bytes);
                Some(self.b.ins().iadd(base, mine))
            }
        }
    }

    /// Returns the size of a space with offsets as addresses, bytes.
    pub(super) fn size(&mut self, space: Space) -> Option<Cl> {
        Some(match space {
            Space::Generic | Space::Global | Space::Const | Space::Cluster => return None,
            Space::Shared => self.field(types::I64, offset!(shared_bytes)),
            Space::Local => self.field(types::I64, offset!(local_bytes)),
            Space::Param => self.b.ins().iconst(types::I64, i64::from(self.f.param_bytes)),
        })
    }

    /// Returns the generic address of an address in the cluster's shared memory; an unmapped one if no block
    /// has it.
    fn cluster_shared_address(&mut self, address: Cl) -> Cl {
        let (table, size) = (self.field(types::I64, offset!(peers)), self.size(Space::Shared));
        let block = self.b.ins().ushr_imm_u(address, i64::from(CLUSTER_SHIFT) - 3);
        let place = self.b.ins().band_imm_u(block, 0xff << 3);
        let place = self.b.ins().iadd(table, place);
        let base = self.b.ins().load(types::I64, TRUSTED, place, 0);
        let at = self.b.ins().band_imm_u(address, (1 << CLUSTER_SHIFT) - 1);
        let there = self.b.ins().iadd(base, at);
        match size {
            Some(size) => {
                let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThan, at, size);
                self.b.ins().select(beyond, at, there)
            }
            None => there,
        }
    }

    /// Returns the rank of the block that owns a generic address in shared memory, or -1.
    fn rank_of(&mut self, address: Cl) -> Cl {
        let args = [self.context, address];
        self.call(Host::RankOf, &args, Some(types::I32)).unwrap_or(address)
    }

    /// Returns the address in the cluster's shared memory of a generic address.
    fn cluster_address(&mut self, address: Cl, ty: Type) -> Cl {
        let table = self.field(types::I64, offset!(peers));
        let rank = self.rank_of(address);
        let above = self.b.ins().iadd_imm_s(rank, 1);
        let above = self.b.ins().uextend(types::I64, above);
        let place = self.b.ins().ishl_imm_u(above, 3);
        let place = self.b.ins().iadd(table, place);
        let base = self.b.ins().load(types::I64, TRUSTED, place, 0);
        let at = self.b.ins().isub(address, base);
        let above = self.b.ins().ishl_imm_u(above, i64::from(CLUSTER_SHIFT));
        let address = self.b.ins().bor(at, above);
        if ty == Type::I32 { self.b.ins().ireduce(types::I32, address) } else { address }
    }

    pub(super) fn is_space(&mut self, space: Space, address: Cl) -> Cl {
        if let (Some(base), Some(size)) = (self.base(space), self.size(space)) {
            let offset = self.b.ins().isub(address, base);
            return self.b.ins().icmp(IntCC::UnsignedLessThan, offset, size);
        }
        match space {
            Space::Const => self.b.ins().iconst(types::I8, 0),
            Space::Generic => self.b.ins().iconst(types::I8, 1),
            _ => {
                let arena = self.field(types::I64, offset!(arena));
                let bytes = self.field(types::I64, offset!(arena_bytes));
                let offset = self.b.ins().isub(address, arena);
                self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, offset, bytes)
            }
        }
    }

    fn sreg(&mut self, register: Sreg) -> Cl {
        let axis = |offset: i32, n: u8| offset + i32::from(n.min(2)) * 4;
        let lane = self.lane().lane;
        let thread = self.lane().thread;
        match register {
            Sreg::Tid(n) => {
                let table = self.field(types::I64, offset!(tids));
                let wide = self.b.ins().uextend(types::I64, thread);
                let twelve = self.b.ins().iconst(types::I64, 12);
                let place = self.b.ins().imul(wide, twelve);
                let place = self.b.ins().iadd(table, place);
                self.b.ins().load(types::I32, TRUSTED, place, i32::from(n.min(2)) * 4)
            }
            Sreg::Ntid(n) => self.field(types::I32, axis(offset!(ntid), n)),
            Sreg::Ctaid(n) => self.field(types::I32, axis(offset!(ctaid), n)),
            Sreg::Nctaid(n) => self.field(types::I32, axis(offset!(nctaid), n)),
            Sreg::Clusterid(n) => self.field(types::I32, axis(offset!(cluster.id), n)),
            Sreg::Nclusterid(n) => self.field(types::I32, axis(offset!(cluster.count), n)),
            Sreg::ClusterCtaid(n) => self.field(types::I32, axis(offset!(cluster.place), n)),
            Sreg::ClusterNctaid(n) => self.field(types::I32, axis(offset!(cluster.shape), n)),
            Sreg::ClusterCtarank => self.field(types::I32, offset!(cluster.rank)),
            Sreg::ClusterNctarank => self.field(types::I32, offset!(cluster.blocks)),
            Sreg::IsExplicitCluster => self.field(types::I32, offset!(cluster.explicit)),
            Sreg::LaneId => lane,
            Sreg::WarpId => self.b.ins().ushr_imm_u(thread, 5),
            Sreg::NWarpId => {
                let sizes = [0, 1, 2].map(|n| self.field(types::I32, axis(offset!(ntid), n)));
                let plane = self.b.ins().imul(sizes[0], sizes[1]);
                let all = self.b.ins().imul(plane, sizes[2]);
                let up = self.b.ins().iadd_imm_s(all, 31);
                self.b.ins().ushr_imm_u(up, 5)
            }
            Sreg::WarpSize => self.b.ins().iconst(types::I32, 32),
            Sreg::SmId => self.field(types::I32, offset!(smid)),
            Sreg::NSmId => self.field(types::I32, offset!(nsmid)),
            Sreg::GridId => self.field(types::I64, offset!(gridid)),
            Sreg::LanemaskEq | Sreg::LanemaskLt | Sreg::LanemaskLe | Sreg::LanemaskGt | Sreg::LanemaskGe => {
                let one = self.b.ins().iconst(types::I32, 1);
                let own = self.b.ins().ishl(one, lane);
                let below = self.b.ins().iadd_imm_s(own, -1);
                let up_to = self.b.ins().bor(own, below);
                match register {
                    Sreg::LanemaskEq => own,
                    Sreg::LanemaskLt => below,
                    Sreg::LanemaskLe => up_to,
                    Sreg::LanemaskGt => self.b.ins().bnot(up_to),
                    _ => self.b.ins().bnot(below),
                }
            }
            Sreg::Clock | Sreg::Clock64 => self.time(Host::Clock, 0),
            Sreg::ClockHi => self.time(Host::Clock, 32),
            Sreg::GlobalTimer | Sreg::GlobalTimerLo => self.time(Host::GlobalTimer, 0),
            Sreg::GlobalTimerHi => self.time(Host::GlobalTimer, 32),
            Sreg::DynamicSmemSize => self.field(types::I32, offset!(dynamic_shared)),
            Sreg::TotalSmemSize => {
                let bytes = self.field(types::I64, offset!(shared_bytes));
                self.b.ins().ireduce(types::I32, bytes)
            }
            Sreg::EnvReg(n @ (1 | 2)) => self.field(types::I32, offset!(workspace) + 4 * (i32::from(n) - 1)),
            Sreg::EnvReg(_) => self.b.ins().iconst(types::I32, 0),
        }
    }

    fn time(&mut self, host: Host, shift: i64) -> Cl {
        let now = self.call(host, &[], Some(types::I64)).unwrap_or(self.reach);
        if shift == 0 { now } else { self.b.ins().ushr_imm_u(now, shift) }
    }
}
