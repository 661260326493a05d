//! `hip-smi`: lists the software devices as `nvidia-smi` lists GPUs, as text, CSV or JSON.
//!
//! `HIP_SOFT_DEVICE` and the other settings choose the devices, as they do for programs. What a software
//! device does not have is `[N/A]`, in JSON null; memory and use by other processes are not known to it.

use clap::{Parser, ValueEnum};
use hip_runtime::Error;
use hip_runtime::api::device;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

const AFTER: &str = "\
Examples:
  hip-smi
  hip-smi -L
  hip-smi -q -d TEMPERATURE,MEMORY -l 5
  hip-smi --query-gpu name,memory.total --format csv,noheader,nounits
  HIP_SOFT_DEVICE=h200x4 hip-smi --format json";

/// Lists software devices.
#[derive(Parser)]
#[command(name = "hip-smi", version = option_env!("HIP_BUILD_VERSION").unwrap_or(env!("CARGO_PKG_VERSION")), after_help = AFTER)]
struct Options {
    /// Lists names and UUIDs.
    #[arg(short = 'L', long = "list-gpus", conflicts_with_all = ["query-gpu", "format"])]
    list: bool,
    /// Prints what is known of each device, as `nvidia-smi -q` does.
    #[arg(short = 'q', long = "query", conflicts_with_all = ["list", "query-gpu", "format"])]
    details: bool,
    /// The parts that --query prints [default: all].
    #[arg(short, long, value_delimiter = ',', ignore_case = true, requires = "details", value_parser = part)]
    display: Vec<&'static Part>,
    /// Prints again after so many seconds, until it is ended or nobody reads.
    #[arg(short, long = "loop", value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    r#loop: Option<u64>,
    /// The values to print: name,uuid,memory.total… [default: all].
    #[arg(id = "query-gpu", long = "query-gpu", value_name = "FIELDS", value_delimiter = ',', value_parser = field)]
    query: Vec<&'static Field>,
    /// The form of the output; noheader and nounits change CSV.
    #[arg(long, value_enum, value_delimiter = ',')]
    format: Vec<Form>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Csv,
    Json,
    Noheader,
    Nounits,
}

/// Value of a device: its name, its unit, and the function that reads it by the device's ordinal.
struct Field {
    name: &'static str,
    unit: &'static str,
    read: fn(i32) -> Result<Value, Error>,
}

/// Bytes of a MiB.
const MIB: u64 = 1 << 20;
/// kHz of a MHz.
const MHZ: u32 = 1000;

/// The release of NVIDIA's driver that is imitated, as our NVML says it.
const DRIVER: &str = "580.0";

static FIELDS: [Field; 15] = [
    Field { name: "index", unit: "", read: |n| Ok(n.into()) },
    Field { name: "name", unit: "", read: |n| Ok(device::name(n)?.into()) },
    Field { name: "uuid", unit: "", read: |n| Ok(uuid(device::uuid(n)?).into()) },
    Field { name: "pci.bus_id", unit: "", read: |n| Ok(device::pci_bus_id(n)?.into()) },
    Field { name: "driver_version", unit: "", read: |_| Ok(DRIVER.into()) },
    Field { name: "compute_cap", unit: "", read: capability },
    Field { name: "multiprocessors", unit: "", read: |n| Ok(device::spec(n)?.sms.into()) },
    Field { name: "memory.total", unit: "MiB", read: |n| Ok((device::total_memory(n)? / MIB).into()) },
    Field { name: "memory.used", unit: "MiB", read: |_| Ok(0.into()) },
    Field { name: "memory.free", unit: "MiB", read: |n| Ok((device::total_memory(n)? / MIB).into()) },
    Field { name: "utilization.gpu", unit: "%", read: |_| Ok(0.into()) },
    Field { name: "clocks.max.sm", unit: "MHz", read: |n| Ok((device::spec(n)?.clock_khz / MHZ).into()) },
    Field {
        name: "clocks.max.memory",
        unit: "MHz",
        read: |n| Ok((device::spec(n)?.memory_clock_khz / MHZ).into()),
    },
    Field { name: "temperature.gpu", unit: "", read: |_| Ok(Value::Null) },
    Field { name: "power.draw", unit: "W", read: |_| Ok(Value::Null) },
];

/// Part of the output of --query: its name there, the name that --display takes, and its lines.
struct Part {
    title: &'static str,
    name: &'static str,
    lines: &'static [(&'static str, &'static str)],
}

static PARTS: [Part; 5] = [
    Part {
        title: "FB Memory Usage",
        name: "MEMORY",
        lines: &[("Total", "memory.total"), ("Used", "memory.used"), ("Free", "memory.free")],
    },
    Part { title: "Utilization", name: "UTILIZATION", lines: &[("Gpu", "utilization.gpu")] },
    Part { title: "Temperature", name: "TEMPERATURE", lines: &[("GPU Current Temp", "temperature.gpu")] },
    Part { title: "Power Readings", name: "POWER", lines: &[("Power Draw", "power.draw")] },
    Part {
        title: "Max Clocks",
        name: "CLOCK",
        lines: &[("SM", "clocks.max.sm"), ("Memory", "clocks.max.memory")],
    },
];

/// Lines of --query that are not in a part; --display leaves them out.
const IDENTITY: [(&str, &str); 2] = [("Product Name", "name"), ("GPU UUID", "uuid")];

fn part(name: &str) -> Result<&'static Part, String> {
    let names = || PARTS.iter().map(|part| part.name).collect::<Vec<_>>().join(", ");
    let found = PARTS.iter().find(|part| part.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("not one of {}", names()))
}

fn field(name: &str) -> Result<&'static Field, String> {
    let names = || FIELDS.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
    FIELDS.iter().find(|field| field.name == name).ok_or_else(|| format!("not one of {}", names()))
}

fn capability(ordinal: i32) -> Result<Value, Error> {
    let (major, minor) = device::spec(ordinal)?.capability;
    Ok(format!("{major}.{minor}").into())
}

/// Returns a UUID as NVIDIA's tools write it.
fn uuid(bytes: [u8; 16]) -> String {
    let mut text = String::from("GPU");
    for (at, byte) in bytes.iter().enumerate() {
        let dash = if [0, 4, 6, 8, 10].contains(&at) { "-" } else { "" };
        let _ = write!(text, "{dash}{byte:02x}");
    }
    text
}

fn main() -> ExitCode {
    let options = Options::parse();
    loop {
        let text = match output(&options) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("hip-smi: {error}");
                return ExitCode::FAILURE;
            }
        };
        // A closed pipe is not a failure.
        let written = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
        match options.r#loop {
            Some(seconds) if written.is_ok() => std::thread::sleep(Duration::from_secs(seconds)),
            _ => return ExitCode::SUCCESS,
        }
    }
}

/// Returns the whole output.
fn output(options: &Options) -> Result<String, Error> {
    let devices = 0..i32::try_from(device::count()?).unwrap_or(i32::MAX);
    if options.list {
        let line = |n| Ok(format!("GPU {n}: {} (UUID: {})\n", device::name(n)?, uuid(device::uuid(n)?)));
        return devices.map(line).collect();
    }
    if options.details {
        return details(devices, &options.display);
    }
    let fields: Vec<&Field> =
        if options.query.is_empty() { FIELDS.iter().collect() } else { options.query.clone() };
    let rows = devices.map(|n| fields.iter().map(|field| (field.read)(n)).collect());
    let rows: Vec<Vec<Value>> = rows.collect::<Result<_, Error>>()?;
    let has = |form| options.format.contains(&form);
    Ok(if has(Form::Json) {
        json(&fields, &rows)
    } else if has(Form::Csv) {
        csv(&fields, &rows, !has(Form::Noheader), !has(Form::Nounits))
    } else {
        text(&fields, &rows)
    })
}

/// Returns what --query prints: the columns are those of `nvidia-smi`, which programs read.
fn details(devices: std::ops::Range<i32>, chosen: &[&'static Part]) -> Result<String, Error> {
    let mut all = String::from("\n==============NVSMI LOG==============\n\n");
    let _ = writeln!(all, "{:<42}: {DRIVER}", "Driver Version");
    let _ = writeln!(all, "\n{:<42}: {}", "Attached GPUs", devices.len());
    for n in devices {
        let _ = writeln!(all, "GPU {}", device::pci_bus_id(n)?);
        let line = |depth: usize, (title, name): (&str, &str)| -> Result<String, Error> {
            let Some(field) = FIELDS.iter().find(|field| field.name == name) else {
                return Ok(String::new());
            };
            let value = shown(field, &(field.read)(n)?, true);
            let (margin, value) = (4 * depth, value.trim_matches(['[', ']']));
            Ok(format!("{:margin$}{title:<width$}: {value}\n", "", width = 42 - margin))
        };
        if chosen.is_empty() {
            for own in IDENTITY {
                all.push_str(&line(1, own)?);
            }
        }
        for part in
            PARTS.iter().filter(|part| chosen.is_empty() || chosen.iter().any(|c| c.name == part.name))
        {
            let _ = writeln!(all, "    {}", part.title);
            for &own in part.lines {
                all.push_str(&line(2, own)?);
            }
        }
        all.push('\n');
    }
    Ok(all)
}

/// Returns a value as text, with its unit.
fn shown(field: &Field, value: &Value, with_unit: bool) -> String {
    match value {
        Value::Null => "[N/A]".to_owned(),
        Value::String(text) => text.clone(),
        number if with_unit && !field.unit.is_empty() => format!("{number} {}", field.unit),
        number => number.to_string(),
    }
}

fn json(fields: &[&Field], rows: &[Vec<Value>]) -> String {
    let device = |row: &Vec<Value>| {
        let members = fields.iter().zip(row).map(|(field, value)| (field.name.to_owned(), value.clone()));
        Value::Object(members.collect::<Map<_, _>>())
    };
    format!("{:#}\n", Value::Array(rows.iter().map(device).collect()))
}

fn csv(fields: &[&Field], rows: &[Vec<Value>], with_header: bool, with_units: bool) -> String {
    let header = fields.iter().map(|field| match field.unit {
        "" => field.name.to_owned(),
        unit => format!("{} [{unit}]", field.name),
    });
    let header = with_header.then(|| header.collect::<Vec<_>>().join(", "));
    let line = |row: &Vec<Value>| {
        let cells = fields.iter().zip(row).map(|(field, value)| shown(field, value, with_units));
        cells.collect::<Vec<_>>().join(", ")
    };
    header.into_iter().chain(rows.iter().map(line)).map(|line| line + "\n").collect()
}

fn text(fields: &[&Field], rows: &[Vec<Value>]) -> String {
    let width = fields.iter().map(|field| field.name.len()).max().unwrap_or(0);
    let mut all = String::from("Software devices, not GPUs\n");
    for row in rows {
        all.push('\n');
        for (field, value) in fields.iter().zip(row) {
            let _ = writeln!(all, "{:width$}  {}", field.name, shown(field, value, true));
        }
    }
    all
}
