//! Words of scripts: numbers, names, times, sizes, SMs.

use super::read::Result;
use crate::spawn::{Setting, Variant};
use crate::{Policy, Time};
use device::{NoSms, SmSet};

/// Returns the only word.
pub(super) fn one<'a>(words: &[&'a str], what: &str) -> Result<&'a str> {
    match words {
        [word] => Ok(word),
        [] => Err(format!("{what}?")),
        _ => Err(format!("{what}, and then `{}`", words[1..].join(" "))),
    }
}

/// Parses a number of channels.
pub(super) fn channels_of(text: &str) -> Result<u32> {
    match number(text)? {
        count @ 1..=32 => Ok(count as u32),
        count => Err(format!("{count} channels: 1 to 32")),
    }
}

/// Decodes a name with bytes written as `%20`.
pub(super) fn unescaped(text: &str) -> Result<String> {
    if !text.contains('%') {
        return Ok(text.to_owned());
    }
    let bad = || format!("invalid name `{text}`: %XX encodes a byte");
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).ok_or_else(bad)?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| bad())?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).map_err(|_| bad())
}

pub(super) fn number(text: &str) -> Result<u64> {
    text.replace('_', "").parse().map_err(|_| format!("invalid number `{text}`"))
}

pub(super) fn policy(text: &str) -> Result<Policy> {
    let bad = || {
        format!(
            "unknown policy `{text}`: never, always, above:N, spawn, spawn,capacity_floor or spawn,window"
        )
    };
    Ok(match (text, text.strip_prefix("above:")) {
        ("never", _) => Policy::Never,
        ("always", _) => Policy::Above(0),
        ("spawn", _) => Policy::Spawn(Variant::default()),
        (_, Some(items)) => Policy::Above(number(items)?),
        _ => {
            let setting = text.strip_prefix("spawn").and_then(|rest| format!("on{rest}").parse().ok());
            let Some(Setting::On(variant)) = setting else { return Err(bad()) };
            Policy::Spawn(variant)
        }
    })
}

/// Parses a number with a unit.
fn with_unit(text: &str, units: &[(&str, u64)], what: &str) -> Result<u64> {
    let bad = || format!("invalid value `{text}`: not a {what}");
    let at = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    let (digits, unit) = text.split_at(at);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit).ok_or_else(bad)?;
    let digits = digits.replace('_', "");
    let (whole, part) = digits.split_once('.').unwrap_or((&digits, ""));
    if part.len() > 12 {
        return Err(bad());
    }
    let whole: u64 = whole.parse().map_err(|_| bad())?;
    let part_value: u64 = if part.is_empty() { 0 } else { part.parse().map_err(|_| bad())? };
    let scale = 10u128.pow(part.len() as u32);
    let total =
        u128::from(whole) * u128::from(*factor) + u128::from(part_value) * u128::from(*factor) / scale;
    u64::try_from(total).map_err(|_| bad())
}

/// Parses a time; returns picoseconds.
pub(super) fn time(text: &str) -> Result<Time> {
    let units =
        [("ps", 1), ("ns", 1_000), ("us", 1_000_000), ("ms", 1_000_000_000), ("s", 1_000_000_000_000)];
    with_unit(text, &units, "time (ps, ns, us, ms, s)")
}

pub(super) fn bytes(text: &str) -> Result<u64> {
    let units = [
        ("", 1),
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("kB", 1_000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
    ];
    with_unit(text, &units, "size (KiB, MiB, GiB, kB, MB, GB)")
}

/// Parses `0-15,20` for a device with `count` SMs.
pub(super) fn sms(text: &str, count: u32) -> Result<SmSet> {
    let bad = |part: &str| format!("invalid SMs `{part}`: the device has {count}");
    let set: SmSet = text.parse().map_err(|NoSms(part)| bad(&part))?;
    let all = SmSet::first(count);
    let within = |part: &&str| part.parse().is_ok_and(|part: SmSet| part.shared_with(&all) == part);
    match text.split(',').find(|part| !within(part)) {
        Some(part) => Err(bad(part)),
        None => Ok(set),
    }
}
