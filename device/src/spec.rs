//! Properties of simulated devices, from the table `spec.tsv`.

use crate::managed::Managed;
use std::fmt;

/// One GPU model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Name in the driver.
    pub name: String,
    /// Compute capability, major and minor.
    pub capability: (u32, u32),
    /// Number of SMs.
    pub sms: u32,
    /// Maximum resident threads of an SM.
    pub threads_per_sm: u32,
    /// Maximum resident blocks of an SM.
    pub blocks_per_sm: u32,
    /// 32-bit registers of an SM.
    pub regs_per_sm: u32,
    /// Shared memory of an SM, bytes.
    pub shared_per_sm: u32,
    /// Shared memory of a block without opt-in, bytes.
    pub shared_per_block: u32,
    /// Shared memory of a block with opt-in, bytes.
    pub shared_per_block_optin: u32,
    /// Shared memory that the system reserves for each block, bytes.
    pub reserved_shared: u32,
    /// Registers of a block.
    pub regs_per_block: u32,
    /// Threads of a block.
    pub threads_per_block: u32,
    /// Maximum number of resident grids.
    pub resident_grids: u32,
    /// Memory, bytes.
    pub memory_bytes: u64,
    /// SM clock, kHz.
    pub clock_khz: u32,
    /// Memory clock, kHz.
    pub memory_clock_khz: u32,
    /// Memory bus, bits.
    pub bus_bits: u32,
    /// L2 cache, bytes.
    pub l2_bytes: u32,
    /// Copy engines.
    pub copy_engines: u32,
    /// Allocation unit of shared memory, bytes.
    pub shared_granularity: u32,
    /// Partitions of an SM's register file.
    pub sub_partitions: u32,
    /// Minimum SMs of a green context, without flags.
    pub green_min: u32,
    /// Multiple of a green context's SMs, without flags.
    pub green_align: u32,
    /// SMs of each GPC; the rest of [`Spec::sms`] is outside GPCs.
    pub gpcs: Vec<u32>,
    /// Access to managed and pageable memory.
    pub managed: Managed,
}

/// Error of a name that matches no model, or several.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct NoSpec {
    /// The requested name.
    pub wanted: String,
    /// Candidates.
    pub fits: Vec<&'static str>,
}

impl fmt::Display for NoSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fits[..] {
            [] => write!(f, "no device is called `{}`", self.wanted),
            _ => write!(f, "`{}` could be {}", self.wanted, self.fits.join(", ")),
        }
    }
}

const TABLE: &str = include_str!("spec.tsv");

impl Spec {
    /// The default device.
    pub const DEFAULT: &'static str = "NVIDIA H200";

    /// Maximum number of simulated devices.
    pub const MOST: u32 = 16;

    /// Returns the names of all models, sorted.
    pub fn names() -> impl Iterator<Item = &'static str> {
        tsv::rows(TABLE).filter_map(|row| tsv::cells(row).next())
    }

    /// Returns the model with this name.
    pub fn named(name: &str) -> Option<Spec> {
        tsv::rows(TABLE).find(|row| tsv::cells(row).next() == Some(name)).and_then(parse)
    }

    /// Returns the model with this name, or the only model that contains it, ignoring case and blanks:
    /// `rtx4090` is the `RTX 4090`. If several contain it, a whole word takes precedence: `h200` is the
    /// `H200`, not a `GH200`.
    ///
    /// # Errors
    /// The candidates.
    pub fn find(wanted: &str) -> Result<Spec, NoSpec> {
        let plain = |name: &str| name.to_lowercase().replace(' ', "");
        let lower = wanted.to_lowercase();
        let mut fits: Vec<&'static str> = match Spec::names().find(|name| name.eq_ignore_ascii_case(wanted)) {
            Some(exact) => vec![exact],
            None => Spec::names().filter(|name| plain(name).contains(&plain(wanted))).collect(),
        };
        if fits.len() > 1 {
            let word = |name: &&str| name.to_lowercase().split([' ', '-']).any(|part| part == lower);
            let words: Vec<&'static str> = fits.iter().copied().filter(word).collect();
            if words.len() == 1 {
                fits = words;
            }
        }
        match fits[..] {
            [only] => Spec::named(only).ok_or(NoSpec { wanted: wanted.to_owned(), fits: Vec::new() }),
            _ => Err(NoSpec { wanted: wanted.to_owned(), fits }),
        }
    }

    /// Returns the model with this name and a count: `h200x4` is four. At most [`Spec::MOST`].
    ///
    /// # Errors
    /// Those of [`Spec::find`].
    pub fn find_several(wanted: &str) -> Result<(Spec, u32), NoSpec> {
        let one = Spec::find(wanted);
        let several = || {
            let (name, count) = wanted.rsplit_once(['x', 'X'])?;
            let count = count.parse().ok().filter(|count| (1..=Spec::MOST).contains(count))?;
            Some((Spec::find(name).ok()?, count))
        };
        match one {
            Ok(one) => Ok((one, 1)),
            Err(error) => several().ok_or(error),
        }
    }

    /// Returns an H200.
    pub fn h200() -> Spec {
        Spec::named(Spec::DEFAULT).expect("the table holds the default device: a test reads every row")
    }

    /// Returns the SMs of each GPC, and those outside GPCs.
    ///
    /// SMs are numbered by pairs (TPCs): pair `n` of every GPC, then pair `n + 1`; those outside GPCs come
    /// last (observed on an H200).
    pub fn topology(&self) -> (Vec<Vec<u16>>, Vec<u16>) {
        let mut all: Vec<Vec<u16>> = self.gpcs.iter().map(|_| Vec::new()).collect();
        let mut next = 0;
        let most = self.gpcs.iter().max().copied().unwrap_or(0);
        for slot in (0..most).step_by(2) {
            for (gpc, &size) in all.iter_mut().zip(&self.gpcs) {
                let take = size.saturating_sub(slot).min(2) as u16;
                gpc.extend(next..next + take);
                next += take;
            }
        }
        (all, (next..self.sms as u16).collect())
    }

    /// Returns the registers of a block: its share of the registers that blocks of its size can use; more
    /// than an SM has if not even one fits. 0 if a thread's are unknown.
    ///
    /// A warp's registers are allocated in multiples of 256 in one partition of the SM; a block counts as if
    /// its warps were distributed evenly (CUDA occupancy rules).
    pub fn registers_of_block(&self, threads: u32, per_thread: u32) -> u32 {
        if per_thread == 0 || threads == 0 {
            return 0;
        }
        let warps = u64::from(threads.div_ceil(32));
        let of_warp = (u64::from(per_thread) * 32).next_multiple_of(256);
        let most_of_thread = if self.capability.0 >= 7 { 256 } else { 255 };
        // Blocks that fit with a number of partitions.
        let with_parts = |parts: u64| {
            let warps_of_part = u64::from(self.regs_per_sm) / parts / of_warp;
            let assumed = of_warp * warps.next_multiple_of(parts);
            if assumed > u64::from(self.regs_per_block) { 0 } else { warps_of_part * parts / warps }
        };
        // A block that exceeds an SM with four partitions is rejected by the driver on the whole family.
        let runs = self.capability.0 != 6 || with_parts(4) > 0;
        match u32::try_from(with_parts(u64::from(self.sub_partitions.max(1)))) {
            Ok(blocks) if blocks > 0 && per_thread <= most_of_thread && runs => self.regs_per_sm / blocks,
            _ => u32::try_from(of_warp * warps).unwrap_or(u32::MAX).max(self.regs_per_sm + 1),
        }
    }

    /// Returns the SM sets that contain whole clusters: the GPCs, and pairs of SMs outside GPCs; all SMs if
    /// the GPCs are unknown.
    pub fn cluster_domains(&self) -> Vec<Vec<u16>> {
        let (mut gpcs, rest) = self.topology();
        match gpcs.is_empty() {
            true => gpcs.push(rest),
            false => gpcs.extend(rest.chunks(2).map(<[u16]>::to_vec)),
        }
        gpcs
    }

    /// Returns the shared memory of a block with the system's reserve, in whole units, bytes.
    pub fn shared_of_block(&self, bytes: u32) -> u32 {
        bytes
            .saturating_add(self.reserved_shared)
            .checked_next_multiple_of(self.shared_granularity)
            .unwrap_or(u32::MAX)
    }
}

fn parse(row: &str) -> Option<Spec> {
    let mut fields = tsv::cells(row);
    let name = fields.next()?.to_owned();
    let (major, minor) = fields.next()?.split_once('.')?;
    let capability = (major.parse().ok()?, minor.parse().ok()?);
    let mut numbers = [0u64; 21];
    for number in &mut numbers {
        *number = fields.next()?.parse().ok()?;
    }
    let gpcs = fields.next()?.split(',').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let small = |n: usize| u32::try_from(numbers[n]).ok();
    Some(Spec {
        managed: Managed::named(&name, capability),
        name,
        capability,
        sms: small(0)?,
        threads_per_sm: small(1)?,
        blocks_per_sm: small(2)?,
        regs_per_sm: small(3)?,
        shared_per_sm: small(4)?,
        shared_per_block: small(5)?,
        shared_per_block_optin: small(6)?,
        reserved_shared: small(7)?,
        regs_per_block: small(8)?,
        threads_per_block: small(9)?,
        resident_grids: small(10)?,
        memory_bytes: numbers[11],
        clock_khz: small(12)?,
        memory_clock_khz: small(13)?,
        bus_bits: small(14)?,
        l2_bytes: small(15)?,
        copy_engines: small(16)?,
        shared_granularity: small(17)?,
        sub_partitions: small(18)?,
        green_min: small(19)?,
        green_align: small(20)?,
        gpcs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_reads() {
        let names: Vec<_> = Spec::names().collect();
        assert!(names.len() > 30 && names.is_sorted());
        for name in names {
            let spec = Spec::named(name).unwrap_or_else(|| panic!("row of {name}"));
            assert!(spec.sms > 0 && spec.sms <= 256 && spec.shared_granularity > 0, "{name}");
            assert!(spec.gpcs.iter().sum::<u32>() <= spec.sms, "{name}: {:?}", spec.gpcs);
        }
        let found = |wanted: &str| Spec::find(wanted).map(|spec| spec.name).map_err(|none| none.to_string());
        assert_eq!(found("rtx4090"), Ok("NVIDIA GeForce RTX 4090".into()));
        assert_eq!(found("h200"), Ok("NVIDIA H200".into()));
        assert_eq!(found("abacus"), Err("no device is called `abacus`".into()));
        assert_eq!(found("v100"), Ok("Tesla V100-SXM2-32GB".into()));
        assert_eq!(found("k20"), Err("`k20` could be Tesla K20c, Tesla K20m".into()));
        let h200 = Spec::h200();
        assert_eq!((h200.sms, h200.capability, h200.resident_grids), (132, (9, 0), 128));
    }
}
