//! Textures and surfaces, interpreted, compared with results of an H200.

use crate::texture_object::{object, texel_bytes};
use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, Memory, run_grid};
use hip_ptx::texture::Table;
use std::sync::Arc;
use testdata::texture::{self, Trial};

const BASE: u64 = 0x7f00_0000_0000;

/// Memory with texture objects.
struct Device {
    arena: Arena,
    textures: Arc<Table>,
}

impl Memory for Device {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.arena.load(address, bytes)
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.arena.store(address, bytes)
    }

    fn textures(&self) -> Option<Arc<Table>> {
        Some(Arc::clone(&self.textures))
    }
}

fn run(trial: &Trial) -> Result<(), String> {
    let name = &trial.name;
    let module = Module::parse(&trial.kernel()).map_err(|e| format!("{name}: {e}"))?;
    let function = module.lower("k").map_err(|e| format!("{name}: {e}"))?;
    let (object, mut bytes) = object(trial, BASE);
    let texels = texel_bytes(&object);
    let textures = Arc::new(Table::default());
    let handle = textures.insert(object).expect("an empty table has handles");
    let operands = bytes.len().next_multiple_of(256);
    bytes.resize(operands, 0);
    bytes.extend(trial.operands());
    let results = bytes.len().next_multiple_of(256);
    bytes.resize(results + 16 * trial.rows.len(), 0xee);
    let rows = trial.rows.len() as u64;
    let params: Vec<u8> = [BASE + results as u64, BASE + operands as u64, handle, rows]
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .take(28)
        .collect();
    let geometry = Geometry::new([(rows as u32).div_ceil(128), 1, 1], [128, 1, 1]);
    let mut device = Device { arena: Arena { base: BASE, bytes }, textures };
    run_grid(&function, geometry, &params, 0, &[], &mut device).map_err(|e| format!("{name}: {e}"))?;
    let bytes = &device.arena.bytes;
    trial.check(&bytes[results..], &bytes[..texels])
}

fn check(trials: &[Trial]) {
    let wrong: Vec<String> = trials.iter().filter_map(|trial| run(trial).err()).collect();
    assert!(wrong.is_empty(), "{} of {} fail:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

#[test]
fn every_answer_is_the_gpu_s() {
    check(&texture::trials());
}

#[test]
fn every_answer_follows_the_rule() {
    check(&texture::trials_by_rule());
}
