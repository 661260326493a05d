//! Fetches of textures for a strip: [`ptx::texture::sample_lanes`] in the processor's widest vectors, and
//! [`ptx::texture::carry_out`] for what that leaves.

use super::system::InWindow;
use super::{FetchRows as Rows, ROW_LANES as ROW};
use crate::abi::{BlockContext, Requests};
use crate::launch::Launch;
use ptx::exec::FaultKind;
use ptx::interp::texture_fault;
use ptx::ir::texture::Sample;
use ptx::ir::{InstId, Op, Texture};
use ptx::texture::{self, COORDINATES, LANES, Objects, Words};
use std::sync::OnceLock;

/// See [`host_fetch`].
type Fetch = unsafe fn(*mut BlockContext, u32, u32, *mut Rows) -> u32;

/// Defines a [`Fetch`] for processors with some features.
macro_rules! form {
    ($name:ident $(, $features:literal)?) => {
        $(#[target_feature(enable = $features)])?
        unsafe fn $name(context: *mut BlockContext, inst: u32, lanes: u32, rows: *mut Rows) -> u32 {
            // SAFETY: the caller guarantees the pointers; compiled code, which is waiting for this call, is
            // the only other user of the context, and the launch is only read.
            unsafe {
                let context = &mut *context;
                let launch = &*(context.launch as *const Launch);
                fetch(launch, &mut context.requests, (inst, lanes), &mut *rows)
            }
        }
    };
}

form!(portable);
#[cfg(target_arch = "x86_64")]
form!(avx2, "avx2,fma");
#[cfg(target_arch = "x86_64")]
form!(avx512, "avx512f,avx512vl,avx512dq,avx512bw,avx512cd,avx2,fma");

/// Returns the form that is fastest on this processor.
fn select() -> Fetch {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        let wide = has!("avx512f") && has!("avx512vl") && has!("avx512dq") && has!("avx512bw");
        if wide && has!("avx512cd") && has!("fma") {
            return avx512;
        }
        if has!("avx2") && has!("fma") {
            return avx2;
        }
    }
    portable
}

/// Fetches for the lanes of a mask. Returns 0, or the number of the first lane that must stop, plus 1.
///
/// # Safety
/// Compiled code passes its own context, which has a live launch, a [`Texture::Sample`] of the launch's
/// function, and rows that nothing else uses.
pub(super) unsafe extern "C" fn host_fetch(
    context: *mut BlockContext,
    inst: u32,
    lanes: u32,
    rows: *mut Rows,
) -> u32 {
    static FORM: OnceLock<Fetch> = OnceLock::new();
    // SAFETY: the processor has the form's features; the caller guarantees the rest.
    unsafe { FORM.get_or_init(select)(context, inst, lanes, rows) }
}

#[inline(always)]
fn fetch(launch: &Launch, requests: &mut Requests, (inst, lanes): (u32, u32), rows: &mut Rows) -> u32 {
    let Op::Texture(Texture::Sample(op)) = &launch.function().inst(InstId::new(inst as usize)).op else {
        return 0;
    };
    let table = launch.host.as_ref().and_then(|host| host.textures()).map_or(&texture::EMPTY, |table| table);
    let mut memory = InWindow(&launch.window);
    for half in 0..ROW / LANES {
        let first = half * LANES;
        let wanted = lanes >> first & 0xffff;
        let mut left = wanted;
        while left != 0 {
            let [textures, samplers] = rows.handles.each_ref().map(|row| &row.as_chunks::<LANES>().0[half]);
            let one = left.trailing_zeros() as usize;
            let handles = [textures[one], samplers[one]];
            let same = lanes_with(handles, [textures, samplers]);
            let active = left & same;
            left &= !same;
            let [x, y, z, ..] = &rows.words;
            let words: [&Words; COORDINATES] = [x, y, z].map(|row| &row.as_chunks::<LANES>().0[half]);
            let mut out = [[0; LANES]; 4];
            let objects = Objects { table, recent: &mut requests.textures };
            if texture::sample_lanes(objects, op, handles, (active, words), &mut out, &mut memory) {
                for (row, out) in rows.results.iter_mut().zip(&out) {
                    let row = &mut row.as_chunks_mut::<LANES>().0[half];
                    if active == wanted {
                        // Results of lanes that do not fetch are never read.
                        *row = *out;
                    } else {
                        put(out, active, row);
                    }
                }
                continue;
            }
            for lane in (0..LANES).filter(|lane| active >> lane & 1 != 0) {
                let objects = Objects { table, recent: &mut requests.textures };
                if let Err(kind) = fetch_lane(objects, op, first + lane, rows, &mut memory) {
                    requests.failed.get_or_insert(kind);
                    return (first + lane) as u32 + 1;
                }
            }
        }
    }
    0
}

/// Returns a bit for each lane that has these handles.
#[inline(always)]
fn lanes_with(handles: [u64; 2], [textures, samplers]: [&[u64; LANES]; 2]) -> u32 {
    // Nearly always all lanes have, which is one comparison of vectors.
    let mut differences = 0;
    for lane in 0..LANES {
        differences |= textures[lane] ^ handles[0] | samplers[lane] ^ handles[1];
    }
    if differences == 0 {
        return u32::MAX;
    }
    let has = |lane: &usize| [textures[*lane], samplers[*lane]] == handles;
    (0..LANES).filter(has).map(|lane| 1 << lane).sum()
}

/// Replaces the words of some lanes.
#[inline(never)]
fn put(from: &Words, lanes: u32, to: &mut Words) {
    for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
        to[lane] = from[lane];
    }
}

/// Fetches for one lane.
#[inline(never)]
fn fetch_lane(
    objects: Objects<'_>,
    op: &Sample,
    lane: usize,
    rows: &mut Rows,
    memory: &mut InWindow<'_>,
) -> Result<(), FaultKind> {
    let mut args = [0; Texture::OPERANDS];
    for (arg, row) in args.iter_mut().zip(&rows.handles) {
        *arg = row[lane];
    }
    for (arg, row) in args[2..].iter_mut().zip(&rows.words).take(op.words()) {
        *arg = row[lane].into();
    }
    let request = Texture::Sample(*op);
    let results = texture::carry_out(objects, &request, &args, memory).map_err(texture_fault)?;
    for (row, word) in rows.results.iter_mut().zip(results) {
        row[lane] = word as u32;
    }
    Ok(())
}
