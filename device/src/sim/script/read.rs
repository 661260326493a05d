//! Reading scripts: a line at a time, each error with its line.

use super::kernel::Open;
use super::{Script, ScriptError, Step, Stream};
use crate::sim::{Body, Cost, Launching, Policy, Time, Timing, Way};
use crate::spawn::{Setting, Variant};
use crate::{Binding, Config, GridSpec, NoSms, Placement, SmSet, Spec, StreamKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Blocks whose costs are listed one by one, at most: a list is a line of text.
const MOST_LISTED: usize = 1 << 20;
/// Calls of a script, all repetitions unrolled, at most: an hour's work.
const MOST_CALLS: u64 = 1_000_000_000;
/// Repetitions within repetitions, at most.
const DEEPEST: usize = 32;

pub(super) type Result<T> = std::result::Result<T, String>;

pub(super) struct Reader {
    script: Script,
    thread: usize,
    /// Repetitions that are open: how often, the line of each, what they do so far.
    open: Vec<(u64, usize, Vec<Step>)>,
    /// The kernel that is open, and those that were described.
    pub(super) kernel: Option<Open>,
    pub(super) kernels: BTreeMap<String, Arc<[Body]>>,
}

/// What is said of a launch.
pub(super) struct Grid {
    pub(super) spec: GridSpec,
    name: String,
    pub(super) cost: Cost,
}

impl Default for Grid {
    fn default() -> Self {
        Grid { spec: GridSpec::new(1, 32), name: "kernel".into(), cost: Cost::Each(0) }
    }
}

pub(super) fn read(text: &str) -> std::result::Result<Script, ScriptError> {
    let spec = Spec::h200();
    let script = Script {
        timing: Timing::of(&spec),
        launching: Launching::of(&spec),
        policy: Policy::Above(0),
        spec,
        placement: Placement::default(),
        config: Config::default(),
        streams: Vec::new(),
        threads: Vec::new(),
        events: BTreeMap::new(),
    };
    let mut reader = Reader { script, thread: 0, open: Vec::new(), kernel: None, kernels: BTreeMap::new() };
    let mut last = 0;
    for (line, text) in (1..).zip(text.lines()) {
        last = line;
        let text = text.split('#').next().unwrap_or_default();
        reader.line(line, text).map_err(|what| ScriptError { line, what })?;
    }
    let calls = |steps: &[(usize, Step)]| {
        steps.iter().fold(0, |sum: u64, (_, step)| sum.saturating_add(step.calls()))
    };
    let total = reader.script.threads.iter().fold(0, |sum: u64, (_, steps)| sum.saturating_add(calls(steps)));
    if total > MOST_CALLS {
        return Err(ScriptError { line: last, what: format!("{total} calls: at most {MOST_CALLS}") });
    }
    if let Some(open) = &reader.kernel {
        return Err(ScriptError { line: open.line, what: "this `kernel` has no `end`".into() });
    }
    match reader.open.last() {
        Some((_, line, _)) => Err(ScriptError { line: *line, what: "this `repeat` has no `end`".into() }),
        None if reader.script.threads.is_empty() => {
            Err(ScriptError { line: last, what: "no host thread does anything".into() })
        }
        None => Ok(reader.script),
    }
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<()> {
        let mut words = text.split_whitespace();
        let Some(verb) = words.next() else { return Ok(()) };
        let words: Vec<&str> = words.collect();
        if let Some(open) = self.kernel.take() {
            return self.of_kernel(open, verb, &words);
        }
        match verb {
            "kernel" => self.kernel(line, &words),
            "children" => self.children(&words),
            "policy" => {
                self.script.policy = policy(one(&words, "never, always, above:N or spawn")?)?;
                Ok(())
            }
            "device" => self.device(&words.join(" ")),
            "placement" => {
                let name = one(&words, "a placement")?;
                self.script.placement = name
                    .parse()
                    .map_err(|_| format!("no placement `{name}`: roundrobin, gpcs, packed or seed:N"))?;
                Ok(())
            }
            "timing" => self.timing(&words),
            "channels" => self.channels(&words),
            "stream" => self.stream(&words),
            "thread" => self.thread(one(&words, "the name of a host thread")?),
            "repeat" => {
                if self.open.len() == DEEPEST {
                    return Err(format!("more than {DEEPEST} repetitions within each other"));
                }
                self.open.push((number(one(&words, "how often")?)?, line, Vec::new()));
                Ok(())
            }
            "end" => {
                let (times, line, steps) = self.open.pop().ok_or("no `repeat` is open")?;
                // Of nothing, or never, is nothing.
                if times > 0 && !steps.is_empty() {
                    self.step(line, Step::Repeat { times, steps });
                }
                Ok(())
            }
            _ => {
                let step = self.parse_step(verb, &words)?;
                self.step(line, step);
                Ok(())
            }
        }
    }

    fn step(&mut self, line: usize, step: Step) {
        if let Some((_, _, steps)) = self.open.last_mut() {
            steps.push(step);
            return;
        }
        if self.script.threads.is_empty() {
            self.script.threads.push(("main".into(), Vec::new()));
        }
        self.script.threads[self.thread].1.push((line, step));
    }

    fn device(&mut self, name: &str) -> Result<()> {
        self.script.spec = Spec::find(name).map_err(|none| none.to_string())?;
        self.script.timing = Timing::of(&self.script.spec);
        self.script.launching = Launching::of(&self.script.spec);
        Ok(())
    }

    fn timing(&mut self, words: &[&str]) -> Result<()> {
        for word in words {
            let (name, value) = word.split_once('=').ok_or_else(|| format!("`{word}` is no name=time"))?;
            let value = if name.ends_with("bandwidth") { bytes(value)? } else { time(value)? };
            if !self.script.timing.set(name, value) {
                return Err(format!("no time `{name}`"));
            }
        }
        Ok(())
    }

    fn channels(&mut self, words: &[&str]) -> Result<()> {
        let (count, options) = words.split_first().ok_or("how many channels?")?;
        let count = number(count)?;
        if !(1..=32).contains(&count) {
            return Err(format!("{count} channels: 1 to 32"));
        }
        let (mut quarters, mut copies, mut binding) = (4, count, Binding::Dynamic);
        for option in options {
            match option.split_once('=') {
                Some(("scale", scale)) => {
                    quarters = crate::queue_quarters(scale)
                        .ok_or_else(|| format!("no scale `{scale}`: 0.25x, 0.5x, 1x, 2x or 4x"))?;
                }
                Some(("copies", count)) => {
                    copies = number(count)?;
                    if !(1..=32).contains(&copies) {
                        return Err(format!("{copies} channels for copies: 1 to 32"));
                    }
                }
                None if *option == "static" => binding = Binding::Static,
                _ => return Err(format!("channels have no `{option}`: scale=…, copies=…, static")),
            }
        }
        let scaled = Config::scaled(count as u32, quarters);
        self.script.config = Config { binding, copy_channels: copies as u32, ..scaled };
        Ok(())
    }

    fn stream(&mut self, words: &[&str]) -> Result<()> {
        let (name, options) = words.split_first().ok_or("the name of a stream?")?;
        if self.script.streams.iter().any(|stream| stream.name == *name) {
            return Err(format!("there is a stream `{name}` already"));
        }
        let mut stream =
            Stream { name: (*name).to_owned(), kind: StreamKind::NonBlocking, priority: 0, sms: None };
        for option in options {
            match option.split_once('=') {
                Some(("priority", value)) => {
                    stream.priority = value.parse().map_err(|_| format!("`{value}` is no priority"))?;
                }
                Some(("sms", value)) => stream.sms = Some(sms(value, self.script.spec.sms)?),
                None if *option == "blocking" => stream.kind = StreamKind::Blocking,
                None if *option == "legacy" => stream.kind = StreamKind::Legacy,
                None if *option == "nonblocking" => stream.kind = StreamKind::NonBlocking,
                _ => {
                    return Err(format!("a stream has no `{option}`: blocking, legacy, priority=…, sms=…"));
                }
            }
        }
        self.script.streams.push(stream);
        Ok(())
    }

    fn thread(&mut self, name: &str) -> Result<()> {
        if let Some((_, line, _)) = self.open.last() {
            return Err(format!("the `repeat` of line {line} is open"));
        }
        let threads = &mut self.script.threads;
        self.thread = threads.iter().position(|(other, _)| other == name).unwrap_or_else(|| {
            threads.push((name.to_owned(), Vec::new()));
            threads.len() - 1
        });
        Ok(())
    }

    fn parse_step(&mut self, verb: &str, words: &[&str]) -> Result<Step> {
        match verb {
            "launch" => self.launch(words),
            "copy" => {
                let [stream, way, size, rest @ ..] = words else {
                    return Err("copy STREAM h2d|d2h|d2d|peer|fill BYTES [wait]".into());
                };
                let found = Way::ALL.iter().find(|(_, name)| name == way);
                let (way, _) = found.ok_or_else(|| format!("no way `{way}`: h2d, d2h, d2d, peer or fill"))?;
                let wait = match rest {
                    [] => false,
                    ["wait"] => true,
                    _ => return Err(format!("a copy has no `{}`", rest.join(" "))),
                };
                Ok(Step::Copy { stream: self.find(stream)?, way: *way, bytes: bytes(size)?, wait })
            }
            "host" => {
                let [stream, duration] = words else { return Err("host STREAM TIME".into()) };
                Ok(Step::Host { stream: self.find(stream)?, duration: time(duration)? })
            }
            "record" => {
                let [stream, event, rest @ ..] = words else {
                    return Err("record STREAM EVENT [untimed]".into());
                };
                let timing = match rest {
                    [] => true,
                    ["untimed"] => false,
                    _ => return Err(format!("a record has no `{}`", rest.join(" "))),
                };
                Ok(Step::Record { stream: self.find(stream)?, event: self.event(event), timing })
            }
            "wait" => {
                let [stream, event] = words else { return Err("wait STREAM EVENT".into()) };
                Ok(Step::Wait { stream: self.find(stream)?, event: self.event(event) })
            }
            "sync" => match words {
                [] => Ok(Step::Sync),
                ["event", event] => Ok(Step::SyncEvent(self.event(event))),
                [stream] => Ok(Step::SyncStream(self.find(stream)?)),
                _ => Err("sync [STREAM | event EVENT]".into()),
            },
            "delay" => Ok(Step::Delay(time(one(words, "a time")?)?)),
            _ => Err(format!("no statement `{verb}`")),
        }
    }

    fn launch(&self, words: &[&str]) -> Result<Step> {
        let (stream, options) =
            words.split_first().ok_or("launch STREAM [blocks=…] [threads=…] [cost=…] …")?;
        let stream = self.find(stream)?;
        let mut grid = Grid::default();
        for option in options {
            match option.split_once('=') {
                Some(("name", value)) => grid.name = value.to_owned(),
                _ if self.grid_option(&mut grid, option)? => {}
                _ => return Err(format!("a launch has no `{option}`")),
            }
        }
        let Grid { spec: grid, name, cost } = self.checked(grid)?;
        Ok(Step::Launch { stream, name: Arc::from(name), grid, cost })
    }

    /// Takes an option that describes a grid; false if it is another one.
    pub(super) fn grid_option(&self, into: &mut Grid, option: &str) -> Result<bool> {
        let grid = &mut into.spec;
        let small = |value: &str| -> Result<u32> {
            u32::try_from(number(value)?).map_err(|_| format!("`{value}` is too large"))
        };
        match option.split_once('=') {
            Some(("blocks", value)) => grid.blocks = number(value)?,
            Some(("threads", value)) => grid.threads = small(value)?,
            Some(("registers", value)) => grid.registers = small(value)?,
            Some(("shared", value)) => {
                let value = bytes(value)?;
                grid.shared_bytes = u32::try_from(value).map_err(|_| format!("{value} bytes shared"))?;
            }
            Some(("params", value)) => grid.param_bytes = small(value)?,
            Some(("cluster", value)) => grid.cluster = small(value)?,
            Some(("cost", value)) => into.cost = self.cost(value)?,
            Some(("work", name)) => {
                let bodies = self.kernels.get(name).ok_or_else(|| format!("no kernel `{name}` so far"))?;
                into.cost = Cost::Work(Arc::clone(bodies));
            }
            None if option == "cooperative" => grid.cooperative = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn checked(&self, grid: Grid) -> Result<Grid> {
        match grid.spec.threads {
            threads if threads == 0 || threads > self.script.spec.threads_per_block => {
                Err(format!("a block of {threads} threads"))
            }
            _ => Ok(grid),
        }
    }

    /// `children [kepler|h200] [NAME=VALUE…]`
    fn children(&mut self, words: &[&str]) -> Result<()> {
        for word in words {
            let launching = &mut self.script.launching;
            match word.split_once('=') {
                None if *word == "kepler" => *launching = Launching::KEPLER,
                None if *word == "h200" => *launching = Launching::H200,
                Some((name, value)) if launching.set(name, number(value)?) => {}
                _ => {
                    return Err(format!(
                        "launches by blocks have no `{word}`: kepler, h200, lane, warp, dispatch, tail, interval, \
                         queues (1 to 1024), pending"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Cycles, a time, `endless`, or a list of cycles.
    fn cost(&self, text: &str) -> Result<Cost> {
        if text == "endless" {
            return Ok(Cost::Endless);
        }
        if text.contains(',') {
            let each =
                text.split(',').map(|part| part.parse::<u32>().map_err(|_| format!("`{part}` is no cost")));
            let list: Vec<u32> = each.take(MOST_LISTED + 1).collect::<Result<_>>()?;
            if list.len() > MOST_LISTED {
                return Err(format!("more than {MOST_LISTED} costs"));
            }
            return Ok(Cost::List(list.into()));
        }
        match number(text) {
            Ok(cycles) => Ok(Cost::Each(cycles)),
            Err(_) => Ok(Cost::Each(time(text)?.div_ceil(self.script.timing.cycle.max(1)))),
        }
    }

    fn find(&self, name: &str) -> Result<usize> {
        let found = self.script.streams.iter().position(|stream| stream.name == name);
        found.ok_or_else(|| format!("no stream `{name}`"))
    }

    fn event(&mut self, name: &str) -> u64 {
        let next = self.script.events.len() as u64;
        *self.script.events.entry(name.to_owned()).or_insert(next)
    }
}

fn one<'a>(words: &[&'a str], what: &str) -> Result<&'a str> {
    match words {
        [word] => Ok(word),
        [] => Err(format!("{what}?")),
        _ => Err(format!("{what}, and then `{}`", words[1..].join(" "))),
    }
}

pub(super) fn number(text: &str) -> Result<u64> {
    text.replace('_', "").parse().map_err(|_| format!("`{text}` is no number"))
}

fn policy(text: &str) -> Result<Policy> {
    let bad =
        || format!("no policy `{text}`: never, always, above:N, spawn, spawn,capacity_floor or spawn,window");
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

/// A number with a unit, in units of the last of `units`' factors.
fn with_unit(text: &str, units: &[(&str, u64)], what: &str) -> Result<u64> {
    let bad = || format!("`{text}` is no {what}");
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

/// A time in picoseconds.
fn time(text: &str) -> Result<Time> {
    let units =
        [("ps", 1), ("ns", 1_000), ("us", 1_000_000), ("ms", 1_000_000_000), ("s", 1_000_000_000_000)];
    with_unit(text, &units, "time (ps, ns, us, ms, s)")
}

fn bytes(text: &str) -> Result<u64> {
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

/// `0-15,20` of a device with `count` SMs.
fn sms(text: &str, count: u32) -> Result<SmSet> {
    let bad = |part: &str| format!("`{part}` are no SMs of {count}");
    let set: SmSet = text.parse().map_err(|NoSms(part)| bad(&part))?;
    let all = SmSet::first(count);
    let within = |part: &&str| part.parse().is_ok_and(|part: SmSet| part.shared_with(&all) == part);
    match text.split(',').find(|part| !within(part)) {
        Some(part) => Err(bad(part)),
        None => Ok(set),
    }
}
