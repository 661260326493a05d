//! Textures and surfaces, compiled, compared with an H200's results.

use crate::host::{Device, kernel};
use crate::texture_object::{object, texel_bytes};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use testdata::texture::{self, Trial};

fn run(trial: &Trial, mode: Mode) -> Result<(), String> {
    let name = &trial.name;
    let module = Module::parse(&trial.kernel()).map_err(|e| format!("{name}: {e}"))?;
    let kernel = kernel(&module, "k", mode).map_err(|e| format!("{name}: {e}"))?;
    let mut device = Device::new();
    let (_, bytes) = object(trial, 0);
    let base = device.place("texels", &bytes);
    let (object, _) = object(trial, base);
    let texels = texel_bytes(&object);
    let handle = device.host.textures.insert(object).expect("an empty table has handles");
    let rows = trial.rows.len() as u64;
    let operands = device.place("operands", &trial.operands());
    let results = device.place("results", &vec![0xee; 16 * trial.rows.len()]);
    let params = [results, operands, handle, rows];
    let params: Vec<u8> = params.iter().flat_map(|word| word.to_le_bytes()).take(28).collect();
    let geometry = Geometry::new([(rows as u32).div_ceil(128), 1, 1], [128, 1, 1]);
    let vars = device.place_variables(&module)?;
    device.run(&kernel, geometry, &params, 0, &vars).map_err(|e| format!("{name}: {e}"))?;
    device.check_guards()?;
    let after = device.bytes("texels")[..texels].to_vec();
    trial.check(device.bytes("results"), &after)
}

/// Runs the recorded trials and the constructed ones. Scalar code runs every seventh of the recorded: the
/// interpreter runs all, and only the transfer of operands and results differs. Strips have code of their
/// own.
fn check(mode: Mode) {
    let step = if mode == Mode::Vector { 1 } else { 7 };
    let recorded = texture::trials().into_iter().step_by(step);
    let trials: Vec<Trial> = recorded.chain(texture::trials_by_rule()).collect();
    let wrong: Vec<String> = trials.iter().filter_map(|trial| run(trial, mode).err()).collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

#[test]
fn scalar_code_gives_what_the_gpu_gave() {
    check(Mode::Scalar);
}

#[test]
fn strips_give_what_the_gpu_gave() {
    check(Mode::Vector);
}
