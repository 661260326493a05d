//! A picture of bodies that attract each other: the device computes accelerations, the host moves the bodies.
//! `cargo run -p hip-runtime --example nbody`.

#![expect(clippy::print_stdout, reason = "the picture is its output")]

use hip_runtime::{Context, Device, Error, ManagedBuffer, kernels, launch};

/// Bodies, a multiple of the block.
const N: usize = 512;
const STEPS: usize = 8;
const STEP: f32 = 0.002;

kernels! {
    // SAFETY: a block of 256 threads reads `n` bodies in steps of 256, and writes 256 accelerations.
    unsafe mod bench = "../../testdata/bench/nbody.ptx" {
        #[block(256)]
        safe fn nbody(bodies: &[[f32; 4]; n + 255 + grid.x * 256], out: &mut [[f32; 4]; grid.x * 256], n: u32);
    }
}

/// Bodies on a disc, as (x, y, z, mass), with their velocities.
fn disc() -> (Vec<[f32; 4]>, Vec<[f32; 3]>) {
    let body = |at: usize| {
        // The golden angle spreads them evenly.
        let (radius, angle) = ((at as f32 / N as f32).sqrt(), at as f32 * 2.399_963);
        let (x, y) = (radius * angle.cos(), radius * angle.sin());
        ([x, y, 0.0, 1.0], [-18.0 * y, 18.0 * x, 0.0])
    };
    (0..N).map(body).unzip()
}

fn picture(bodies: &[[f32; 4]]) -> String {
    const SIZE: [usize; 2] = [64, 28];
    let mut counts = [[0usize; SIZE[0]]; SIZE[1]];
    for [x, y, ..] in bodies {
        let at = |value: f32, size: usize| ((value / 1.2 + 1.0) / 2.0 * size as f32) as usize;
        if let Some(cell) = counts.get_mut(at(*y, SIZE[1])).and_then(|row| row.get_mut(at(*x, SIZE[0]))) {
            *cell += 1;
        }
    }
    let shade = |count: &usize| [' ', '.', ':', '+', '#'][(*count).min(4)];
    counts.map(|row| row.iter().map(shade).collect::<String>() + "\n").concat()
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let (mut bodies, mut velocities) = disc();
    // The kernel reads whole tiles: bodies without mass follow the last one.
    bodies.resize(2 * N + 256, [0.0; 4]);
    let mut bodies = ManagedBuffer::from_slice(&bodies)?;
    let mut accelerations = ManagedBuffer::<[f32; 4]>::zeroed(N)?;
    let momentum = |velocities: &[[f32; 3]]| velocities.iter().map(|v| v[0].abs() + v[1].abs()).sum::<f32>();
    let before = momentum(&velocities);
    for _ in 0..STEPS {
        launch!(bench::nbody<<<N / 256, 256>>>(&bodies, &mut accelerations, N as u32))?;
        let accelerations = accelerations.as_slice()?;
        for ((body, velocity), pull) in
            bodies.as_mut_slice()?.iter_mut().zip(&mut velocities).zip(accelerations)
        {
            for axis in 0..3 {
                velocity[axis] += STEP * pull[axis];
                body[axis] += STEP * velocity[axis];
            }
        }
    }
    let bodies = &bodies.as_slice()?[..N];
    let center: f32 = bodies.iter().map(|body| body[0]).sum::<f32>() / N as f32;
    assert!(center.abs() < 0.05 && bodies.iter().all(|body| body[0].abs() < 4.0), "they stay together");
    assert!((momentum(&velocities) / before - 1.0).abs() < 0.5, "they keep turning");
    print!("{}", picture(bodies));
    println!("nbody: {N} bodies, {STEPS} steps, PASS");
    Ok(())
}
