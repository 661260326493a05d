//! `hipDeviceProp_t`: its numbers are the device's attributes, so that the two never disagree.
//!
//! `api/properties.tsv` says which attribute stands where. The older layout (`R0000`) is not served.

use crate::entry::{In, Out, entry_points};
use runtime::Error;
use runtime::api::device;

/// `hipDeviceProp_tR0600`, as bytes.
type Properties = [u8; 1472];

/// Offset and room of the texts.
const NAME: (usize, usize) = (0, 256);
const UUID: usize = 256;
const TOTAL_MEMORY: usize = 288;
const ARCHITECTURE: (usize, usize) = (1160, 256);

/// `offset`, `bytes`, `member`, `attribute`, `value`: see the table's head.
const TABLE: &str = include_str!("../api/properties.tsv");

/// A number's place.
struct Member {
    offset: usize,
    bytes: usize,
    /// The attribute, or the number itself.
    source: Result<i32, i64>,
}

fn members() -> impl Iterator<Item = Member> {
    TABLE.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(|line| {
        let mut cells = line.split('\t');
        let (offset, bytes) = (cells.next()?.parse().ok()?, cells.next()?.parse().ok()?);
        let source = match (cells.nth(1)?, cells.next()?) {
            ("-", value) => Err(value.parse().ok()?),
            (attribute, _) => Ok(attribute.parse().ok()?),
        };
        Some(Member { offset, bytes, source })
    })
}

fn put(to: &mut Properties, offset: usize, bytes: usize, value: i64) {
    to[offset..offset + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
}

fn put_text(to: &mut Properties, (offset, room): (usize, usize), text: &str) {
    let count = text.len().min(room - 1);
    to[offset..offset + count].copy_from_slice(&text.as_bytes()[..count]);
}

fn of(ordinal: i32) -> Result<Properties, Error> {
    let spec = device::spec(ordinal)?;
    let mut properties = [0; size_of::<Properties>()];
    for member in members() {
        let value = match member.source {
            Ok(attribute) => device::attribute(attribute, ordinal)?.into(),
            Err(value) => value,
        };
        put(&mut properties, member.offset, member.bytes, value);
    }
    put_text(&mut properties, NAME, &spec.name);
    // Kernels are PTX: what stands for the architecture is what PTX calls it.
    put_text(&mut properties, ARCHITECTURE, &format!("sm_{}{}", spec.capability.0, spec.capability.1));
    properties[UUID..UUID + 16].copy_from_slice(&device::uuid(ordinal)?);
    // The attribute of the same name has only 31 bits.
    put(&mut properties, TOTAL_MEMORY, 8, device::total_memory(ordinal)? as i64);
    Ok(properties)
}

/// How many of the numbers that are wanted, which are those other than 0, a device reaches.
fn reached(wanted: &Properties, device: &Properties) -> usize {
    let number = |from: &Properties, offset: usize, bytes: usize| {
        from[offset..offset + bytes].iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte))
    };
    let memory = Member { offset: TOTAL_MEMORY, bytes: 8, source: Err(0) };
    members()
        .chain([memory])
        .map(|m| (number(wanted, m.offset, m.bytes), number(device, m.offset, m.bytes)))
        .filter(|(wanted, has)| *wanted != 0 && has >= wanted)
        .count()
}

entry_points! {
    /// Properties of a device.
    fn hipGetDevicePropertiesR0600(out: Out<Properties>, ordinal: i32) {
        let out = out.wanted("prop")?;
        out.set(of(ordinal)?);
    }
    /// The device that reaches most of the properties that are not 0; of several the first.
    fn hipChooseDeviceR0600(out: Out<i32>, wanted: In<Properties>) {
        let out = out.wanted("device")?;
        let wanted = wanted.read("prop")?;
        let mut best = None;
        for ordinal in 0..device::count()? as i32 {
            let count = reached(&wanted, &of(ordinal)?);
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, ordinal));
            }
        }
        out.set(best.ok_or(Error::NoDevice)?.1);
    }
}
