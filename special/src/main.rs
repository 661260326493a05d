//! Special functions of GPUs: recording them on one, solving for their coefficients, and comparing all
//! results of ours with a recording.
//!
//! `special record` and `special solve` need an NVIDIA GPU and its driver; `special exhaust` needs neither.

mod blocks;
mod digest;
mod driver;
mod exhaust;
mod forms;
mod record;
mod solve;
mod specification;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser, Debug)]
#[command(name = "special", about = "Special functions of GPUs: record, solve, compare", version)]
struct Command {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Run every form on a GPU over all inputs, write digests of the results, and say where ours differ
    Record {
        /// Table to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        choice: exhaust::Choice,
    },
    /// Solve for the coefficients by results of a GPU, and write them as Rust
    Solve {
        /// File to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Compute every form over all inputs and compare digests with a recorded table
    Exhaust {
        /// Recorded table; default: that of the H200
        #[arg(long, value_name = "FILE")]
        table: Option<PathBuf>,
        #[command(flatten)]
        choice: exhaust::Choice,
    },
}

fn main() -> ExitCode {
    let done = match Command::parse().action {
        Action::Record { out, choice } => record::run(&out, &choice),
        Action::Solve { out } => solve::run(&out),
        Action::Exhaust { table, choice } => exhaust::run(table.as_deref(), &choice),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("special: {wrong}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests;
