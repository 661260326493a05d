//! `hipDeviceProp_t`: its members are taken from the device's attributes, so that both always agree.
//!
//! `api/properties.tsv` and `api/properties_r0000.tsv` map members to attributes, in the current layout and
//! in the one before HIP 6, which names without `R0600` still use in the ABI.

use crate::entry::{In, Out, entry_points};
use runtime::Error;
use runtime::api::device;

/// Layout of the structure.
struct Layout {
    /// Table with the columns `offset`, `bytes`, `member`, `attribute`, `value`; see its header.
    table: &'static str,
    /// Offset and size of the architecture's name.
    architecture: (usize, usize),
    uuid: Option<usize>,
    total_memory: usize,
}

/// `hipDeviceProp_tR0600`
const R0600: Layout = Layout {
    table: include_str!("../api/properties.tsv"),
    architecture: (1160, 256),
    uuid: Some(256),
    total_memory: 288,
};

/// `hipDeviceProp_tR0000`
const R0000: Layout = Layout {
    table: include_str!("../api/properties_r0000.tsv"),
    architecture: (396, 256),
    uuid: None,
    total_memory: 256,
};

/// `hipDeviceProp_tR0600`, in bytes.
type Properties = [u8; 1472];
/// `hipDeviceProp_tR0000`, in bytes.
type OldProperties = [u8; 792];

/// Offset and size of the device's name, in both layouts.
const NAME: (usize, usize) = (0, 256);

/// Member with a number.
struct Member {
    offset: usize,
    bytes: usize,
    source: Source,
}

/// Source of a member's number.
enum Source {
    Attribute(i32),
    Number(i64),
}

fn members(layout: &Layout) -> impl Iterator<Item = Member> {
    tsv::table(layout.table).filter_map(|[offset, bytes, _, attribute, value]| {
        let source = match attribute {
            "-" => Source::Number(value.parse().ok()?),
            attribute => Source::Attribute(attribute.parse().ok()?),
        };
        Some(Member { offset: offset.parse().ok()?, bytes: bytes.parse().ok()?, source })
    })
}

fn put(to: &mut [u8], offset: usize, bytes: usize, value: i64) {
    to[offset..offset + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
}

fn put_text(to: &mut [u8], (offset, room): (usize, usize), text: &str) {
    let count = text.len().min(room - 1);
    to[offset..offset + count].copy_from_slice(&text.as_bytes()[..count]);
}

fn in_layout<const N: usize>(layout: &Layout, ordinal: i32) -> Result<[u8; N], Error> {
    let spec = device::spec(ordinal)?;
    let mut properties = [0; N];
    for member in members(layout) {
        let value = match member.source {
            Source::Attribute(attribute) => device::attribute(attribute, ordinal)?.into(),
            Source::Number(value) => value,
        };
        put(&mut properties, member.offset, member.bytes, value);
    }
    put_text(&mut properties, NAME, &spec.name);
    // Kernels are PTX, so the architecture has PTX's name.
    let architecture = format!("sm_{}{}", spec.capability.0, spec.capability.1);
    put_text(&mut properties, layout.architecture, &architecture);
    if let Some(at) = layout.uuid {
        properties[at..at + 16].copy_from_slice(&device::uuid(ordinal)?);
    }
    // The attribute of the same name has only 31 bits.
    put(&mut properties, layout.total_memory, 8, device::total_memory(ordinal)? as i64);
    Ok(properties)
}

/// Returns how many of the wanted numbers, those other than 0, a device reaches.
fn reached(layout: &Layout, wanted: &[u8], device: &[u8]) -> usize {
    let number = |from: &[u8], offset: usize, bytes: usize| {
        from[offset..offset + bytes].iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte))
    };
    let memory = Member { offset: layout.total_memory, bytes: 8, source: Source::Number(0) };
    members(layout)
        .chain([memory])
        .map(|m| (number(wanted, m.offset, m.bytes), number(device, m.offset, m.bytes)))
        .filter(|(wanted, has)| *wanted != 0 && has >= wanted)
        .count()
}

/// Chooses the first device among those that reach most of the properties other than 0.
fn choose<const N: usize>(layout: &Layout, out: Out<i32>, wanted: In<[u8; N]>) -> Result<(), Error> {
    let out = out.wanted("device")?;
    let wanted = wanted.read("prop")?;
    let mut best = None;
    for ordinal in 0..device::count()? as i32 {
        let count = reached(layout, &wanted, &in_layout::<N>(layout, ordinal)?);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, ordinal));
        }
    }
    out.set(best.ok_or(Error::NoDevice)?.1);
    Ok(())
}

entry_points! {
    /// Properties of a device.
    fn hipGetDevicePropertiesR0600(out: Out<Properties>, ordinal: i32) {
        let out = out.wanted("prop")?;
        out.set(in_layout(&R0600, ordinal)?);
    }
    /// Properties of a device, in the layout before HIP 6.
    fn hipGetDevicePropertiesR0000(out: Out<OldProperties>, ordinal: i32) {
        let out = out.wanted("prop")?;
        out.set(in_layout(&R0000, ordinal)?);
    }
    /// Properties of a device, in the layout before HIP 6. Current programs call
    /// `hipGetDevicePropertiesR0600` by this name.
    fn hipGetDeviceProperties(out: Out<OldProperties>, ordinal: i32) {
        let out = out.wanted("prop")?;
        out.set(in_layout(&R0000, ordinal)?);
    }
    /// The first device among those that reach most of the properties other than 0.
    fn hipChooseDeviceR0600(out: Out<i32>, wanted: In<Properties>) { choose(&R0600, out, wanted)?; }
    /// Same as `hipChooseDeviceR0600`, in the layout before HIP 6.
    fn hipChooseDeviceR0000(out: Out<i32>, wanted: In<OldProperties>) { choose(&R0000, out, wanted)?; }
    /// Same as `hipChooseDeviceR0600`, in the layout before HIP 6.
    fn hipChooseDevice(out: Out<i32>, wanted: In<OldProperties>) { choose(&R0000, out, wanted)?; }
}
