//! Surface accesses: `suld`, `sust`, `sured`.

use super::format::{Format, narrow_towards_zero};
use super::{AccessFault, Image, Texels};
use crate::ir::texture::{Access, Bound, Surface};

/// Target of an access.
enum Place {
    At(u64),
    /// Outside the surface, where the access has no effect.
    Nowhere,
}

fn place(image: &Image, op: &Surface, words: &[u64], bytes: u32) -> Result<Place, AccessFault> {
    let level = &image.levels[0];
    let shape = op.shape;
    let by_texel = matches!(op.access, Access::Format | Access::ReduceTexel(_));
    let write = op.access != Access::Load;
    let layered = usize::from(shape.is_layered());
    let mut at = [0u64; 3];
    let mut outside = false;
    // Coordinates are two's complement.
    let word = |n: usize| i64::from(words.get(n).map_or(0, |&w| w as u32 as i32));
    for (axis, at) in at.iter_mut().enumerate().take(shape.dimensions()) {
        let mut index = word(layered + axis);
        // For x, the last position at which the access fits.
        let last = if axis == 0 && !by_texel {
            let row = u64::from(level.size[0]) * u64::from(image.texel_bytes());
            if index.rem_euclid(i64::from(bytes)) != 0 {
                return Err(AccessFault::Misaligned { address: index as u64, bytes });
            }
            row.saturating_sub(bytes.into()) as i64
        } else {
            i64::from(level.size[axis]) - 1
        };
        if !(0..=last).contains(&index) {
            outside = true;
            index = index.clamp(0, last);
        }
        *at = index as u64;
    }
    if shape.is_layered() {
        let last = u64::from(level.size[2]) - 1;
        let layer = words.first().map_or(0, |&w| u64::from(w as u32));
        outside |= layer > last;
        at[2] = layer.min(last);
    }
    let x = if by_texel { at[0] * u64::from(image.texel_bytes()) } else { at[0] };
    let address = level.address + at[2] * level.pitch[1] + at[1] * level.pitch[0] + x;
    match op.bound {
        Bound::Trap if outside => Err(AccessFault::Illegal { address, write }),
        Bound::Zero if outside => Ok(Place::Nowhere),
        _ => Ok(Place::At(address)),
    }
}

/// Executes an access. `words` are the coordinates and the elements. Returns the results.
///
/// # Errors
/// See [`AccessFault`].
pub fn surface<T: Texels + ?Sized>(
    image: &Image,
    op: &Surface,
    words: &[u64],
    memory: &mut T,
) -> Result<[u64; 4], AccessFault> {
    let mut values = [0; 4];
    if op.shape != image.shape {
        return Ok(values);
    }
    let lanes = usize::from(op.lanes).min(4);
    let element = op.ty.bytes();
    let bytes = element * lanes as u32;
    let Place::At(address) = place(image, op, words, bytes)? else { return Ok(values) };
    let given = words.get(op.coordinates()..).unwrap_or(&[]);
    let write = op.access != Access::Load;
    let gone = AccessFault::Illegal { address, write };
    let mut whole = [0u8; 32];
    let done = match op.access {
        Access::Load => {
            let whole = &mut whole[..bytes as usize];
            let done = memory.load(address, whole);
            for (value, bytes) in values.iter_mut().zip(whole.chunks(element as usize)) {
                let mut word = [0; 8];
                word[..bytes.len()].copy_from_slice(bytes);
                *value = u64::from_le_bytes(word);
            }
            done
        }
        Access::Store => {
            let whole = &mut whole[..bytes as usize];
            for (bytes, value) in whole.chunks_mut(element as usize).zip(given) {
                bytes.copy_from_slice(&value.to_le_bytes()[..bytes.len()]);
            }
            memory.store(address, whole)
        }
        Access::Format => {
            let width = image.format.bytes() as usize;
            let whole = &mut whole[..width * usize::from(image.channels).min(4)];
            for (n, bytes) in whole.chunks_mut(width).enumerate() {
                let value = given.get(n).filter(|_| n < lanes).map_or(0, |&v| v as u32);
                bytes.copy_from_slice(&channel(image.format, value).to_le_bytes()[..width]);
            }
            memory.store(address, whole)
        }
        Access::Reduce(atom) | Access::ReduceTexel(atom) => {
            memory.combine(address, atom, op.ty, given.first().copied().unwrap_or(0))
        }
    };
    if done { Ok(values) } else { Err(gone) }
}

/// Converts a register's word to a channel of this format.
fn channel(format: Format, word: u32) -> u32 {
    let integer = |least: i64, most: i64, signed: bool| {
        let v = if signed { i64::from(word as i32) } else { i64::from(word) };
        v.clamp(least, most) as u32
    };
    match format {
        Format::U8 => integer(0, 255, false),
        Format::U16 => integer(0, 65535, false),
        Format::S8 => integer(-128, 127, true),
        Format::S16 => integer(-32768, 32767, true),
        Format::U32 | Format::S32 | Format::F32 => word,
        Format::F16 => narrow_towards_zero(word).into(),
    }
}
