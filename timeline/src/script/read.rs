//! Script reader: works line by line; each error has its line.

use super::kernel::{Kernels, Open};
use super::words::{bytes, channels_of, number, one, policy, sms, time};
use super::{Context, Script, ScriptError, Size, Step, Stream};
use crate::{Launching, Policy, Timing};
use device::{Binding, Config, Placement, Spec, StreamKind};
use std::collections::BTreeMap;

/// Maximum number of blocks and of grids launched by blocks: about an hour's work.
const MOST_BLOCKS: u64 = 10_000_000_000;
/// Maximum number of calls, with all repetitions unrolled: about an hour's work.
const MOST_CALLS: u64 = 1_000_000_000;
/// Maximum length of a message, characters.
const MOST_SAID: usize = 400;
/// Maximum nesting of repetitions.
const DEEPEST: usize = 32;

pub(super) type Result<T> = std::result::Result<T, String>;

pub(super) struct Reader {
    pub(super) script: Script,
    pub(super) thread: usize,
    pub(super) context: usize,
    /// Open repetitions.
    pub(super) open: Vec<Repetition>,
    /// The open kernel, and the complete ones.
    pub(super) kernel: Option<Open>,
    pub(super) kernels: Kernels,
    /// Streams by name.
    pub(super) streams: BTreeMap<String, usize>,
    /// Labels by name.
    pub(super) labels: BTreeMap<String, usize>,
    /// Wake-up conditions by name.
    pub(super) causes: BTreeMap<String, usize>,
    /// Number of costs that were listed individually.
    pub(super) listed: u64,
    /// Total work.
    pub(super) size: Size,
    /// Statements that override all of their kind.
    overrides: Vec<Vec<String>>,
    /// Channels of the overrides.
    config: Config,
    /// The first line that depends on the device.
    settled: Option<usize>,
}

/// A `repeat` before its `end`.
pub(super) struct Repetition {
    times: u64,
    pub(super) line: usize,
    pub(super) steps: Vec<Step>,
    /// Work of one iteration.
    pub(super) size: Size,
}

pub(super) fn read(text: &str, overrides: &[String]) -> std::result::Result<Script, ScriptError> {
    let spec = Spec::h200();
    let script = Script {
        timing: Timing::from_spec(&spec),
        launching: Launching::from_spec(&spec),
        policy: Policy::Above(0),
        spec,
        placement: Placement::default(),
        contexts: Vec::new(),
        streams: Vec::new(),
        threads: Vec::new(),
        events: BTreeMap::new(),
        labels: Vec::new(),
        causes: Vec::new(),
        waits: Vec::new(),
        size: Size::default(),
    };
    let mut reader = Reader {
        script,
        thread: 0,
        context: 0,
        open: Vec::new(),
        kernel: None,
        kernels: Kernels::new(),
        streams: BTreeMap::new(),
        labels: BTreeMap::new(),
        causes: BTreeMap::new(),
        listed: 0,
        size: Size::default(),
        overrides: Vec::new(),
        config: Config::default(),
        settled: None,
    };
    for statement in overrides {
        reader.override_statement(statement).map_err(|what| ScriptError { line: 0, what })?;
    }
    let mut last = 0;
    for (line, text) in (1..).zip(text.lines()) {
        last = line;
        let text = text.split('#').next().unwrap_or_default();
        reader.line(line, text).map_err(|what| ScriptError { line, what: shortened(what) })?;
    }
    for (total, most, what) in
        [(reader.size.calls, MOST_CALLS, "calls"), (reader.size.blocks, MOST_BLOCKS, "blocks")]
    {
        if total > most {
            return Err(ScriptError { line: last, what: format!("{total} {what}: at most {most}") });
        }
    }
    reader.script.size = reader.size;
    if let Some(open) = &reader.kernel {
        return Err(ScriptError { line: open.line, what: "`kernel` without `end`".into() });
    }
    match reader.open.last() {
        Some(open) => Err(ScriptError { line: open.line, what: "`repeat` without `end`".into() }),
        None if reader.script.threads.is_empty() => {
            Err(ScriptError { line: last.max(1), what: "no host thread does anything".into() })
        }
        None => Ok(reader.script),
    }
}

/// Truncates a message that quotes a long word.
fn shortened(what: String) -> String {
    let mut short: String = what.chars().take(MOST_SAID).collect();
    if short.len() < what.len() {
        short.push('…');
    }
    short
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<()> {
        let mut words = text.split_whitespace();
        let Some(verb) = words.next() else { return Ok(()) };
        let words: Vec<&str> = words.collect();
        if let Some(open) = self.kernel.take() {
            return self.kernel_line(open, verb, &words);
        }
        if self.overrides.iter().any(|other| other[0] == verb) {
            return Ok(());
        }
        if matches!(verb, "timing" | "children" | "kernel" | "stream") && line > 0 {
            self.settled.get_or_insert(line);
        }
        match verb {
            "kernel" => self.kernel(line, &words),
            "context" => {
                self.context_named(one(&words, "the name of a context")?);
                Ok(())
            }
            "queues" => {
                let count = channels_of(one(&words, "how many channels?")?)?;
                self.context().queues.push(count);
                Ok(())
            }
            "cost" => self.cost_later(&words),
            "cause" => self.cause(&words),
            "waits" => self.waits(&words),
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
                    .map_err(|_| format!("unknown placement `{name}`: roundrobin, gpcs, packed or seed:N"))?;
                Ok(())
            }
            "timing" => self.timing(&words),
            "channels" => {
                self.context().config = channels(&words)?;
                Ok(())
            }
            "stream" => self.stream(&words),
            "thread" => self.thread(one(&words, "the name of a host thread")?),
            "repeat" => {
                if self.open.len() == DEEPEST {
                    return Err(format!("more than {DEEPEST} repetitions within each other"));
                }
                let times = number(one(&words, "how often")?)?;
                self.open.push(Repetition { times, line, steps: Vec::new(), size: Size::default() });
                Ok(())
            }
            "end" => {
                let Repetition { times, line, steps, size } =
                    self.open.pop().ok_or("`end` without `repeat`")?;
                // An empty or zero-fold repetition is dropped.
                if times > 0 && !steps.is_empty() {
                    let calls = times.saturating_mul(size.calls);
                    let blocks = times.saturating_mul(size.blocks);
                    self.step(line, Step::Repeat { times, steps }, Size { calls, blocks });
                }
                Ok(())
            }
            _ => match (verb.strip_suffix(':'), words.split_first()) {
                (Some(label), Some((verb, words))) => self.labelled(line, label, verb, words),
                (Some(label), None) => Err(format!("label `{label}` without a statement")),
                (None, _) => {
                    let (step, size) = self.parse_step(verb, &words)?;
                    self.step(line, step, size);
                    Ok(())
                }
            },
        }
    }

    /// Parses an override.
    fn override_statement(&mut self, statement: &str) -> Result<()> {
        const KINDS: [&str; 6] = ["device", "placement", "timing", "channels", "children", "policy"];
        let words: Vec<&str> = statement.split_whitespace().collect();
        match words.split_first() {
            Some((&"channels", words)) => self.config = channels(words)?,
            Some((verb, _)) if KINDS.contains(verb) => self.line(0, statement)?,
            _ => return Err(format!("`{statement}` cannot be set: only {}", KINDS.join(", "))),
        }
        self.overrides.push(words.into_iter().map(str::to_owned).collect());
        Ok(())
    }

    fn device(&mut self, name: &str) -> Result<()> {
        if let Some(line) = self.settled {
            return Err(format!("`device` must precede line {line}, which depends on it"));
        }
        self.script.spec = Spec::find(name).map_err(|none| none.to_string())?;
        self.script.timing = Timing::from_spec(&self.script.spec);
        self.script.launching = Launching::from_spec(&self.script.spec);
        for statement in self.overrides.clone() {
            let words: Vec<&str> = statement.iter().map(String::as_str).collect();
            match words[0] {
                "timing" => self.timing(&words[1..])?,
                "children" => self.children(&words[1..])?,
                _ => {}
            }
        }
        Ok(())
    }

    fn timing(&mut self, words: &[&str]) -> Result<()> {
        for word in words {
            let (name, value) =
                word.split_once('=').ok_or_else(|| format!("`{word}` is not of the form name=time"))?;
            let value = if name.ends_with("bandwidth") { bytes(value)? } else { time(value)? };
            if !self.script.timing.set(name, value) {
                return Err(format!("unknown time `{name}`"));
            }
        }
        Ok(())
    }

    fn stream(&mut self, words: &[&str]) -> Result<()> {
        let (name, options) = words.split_first().ok_or("missing stream name")?;
        self.context();
        let (kind, context) = (StreamKind::NonBlocking, self.context);
        let mut stream = Stream { name: (*name).to_owned(), kind, priority: 0, sms: None, context };
        for option in options {
            match option.split_once('=') {
                Some(("priority", value)) => {
                    stream.priority = value.parse().map_err(|_| format!("invalid priority `{value}`"))?;
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
        if self.streams.insert((*name).to_owned(), self.script.streams.len()).is_some() {
            return Err(format!("duplicate stream `{name}`"));
        }
        self.script.streams.push(stream);
        Ok(())
    }

    /// Returns the current context: the first one, if none was named.
    pub(super) fn context(&mut self) -> &mut Context {
        if self.script.contexts.is_empty() {
            let (name, config) = ("main".into(), self.config.clone());
            self.script.contexts.push(Context { name, config, queues: Vec::new() });
        }
        &mut self.script.contexts[self.context]
    }

    fn context_named(&mut self, name: &str) {
        let contexts = &mut self.script.contexts;
        let found = contexts.iter().position(|other| other.name == name);
        self.context = found.unwrap_or_else(|| {
            let config = self.config.clone();
            contexts.push(Context { name: name.to_owned(), config, queues: Vec::new() });
            contexts.len() - 1
        });
    }

    /// Parses `children [kepler|h200] [NAME=VALUE…]`.
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

    pub(super) fn find(&self, name: &str) -> Result<usize> {
        self.streams.get(name).copied().ok_or_else(|| format!("unknown stream `{name}`"))
    }
}

/// Parses `channels N [copies=N] [scale=2x] [static]`.
fn channels(words: &[&str]) -> Result<Config> {
    let (count, options) = words.split_first().ok_or("missing number of channels")?;
    let count = channels_of(count)?;
    let (mut quarters, mut copies, mut binding) = (4, count, Binding::Dynamic);
    for option in options {
        match option.split_once('=') {
            Some(("scale", scale)) => {
                quarters = device::queue_quarters(scale)
                    .ok_or_else(|| format!("unknown scale `{scale}`: 0.25x, 0.5x, 1x, 2x or 4x"))?;
            }
            Some(("copies", count)) => {
                copies = channels_of(count)?;
            }
            None if *option == "static" => binding = Binding::Static,
            _ => return Err(format!("channels have no `{option}`: scale=…, copies=…, static")),
        }
    }
    let scaled = Config::scaled(count, quarters);
    Ok(Config { binding, copy_channels: copies, ..scaled })
}
