//! Settings: environment variables, read once.

use std::sync::OnceLock;
use std::time::Duration;

/// Seconds after which a rank that does not come is a failure, unless `HIP_RCCL_TIMEOUT` says otherwise.
const TIMEOUT: u64 = 1800;

/// Fails unless the engine between processes may be UCX, the only one (`HIP_RCCL_ENGINE`).
pub(crate) fn check_engine() -> Result<(), String> {
    match std::env::var("HIP_RCCL_ENGINE").as_deref() {
        Err(_) | Ok("ucx" | "") => Ok(()),
        Ok("none") => {
            Err("ranks of several processes need an engine, and HIP_RCCL_ENGINE is none".to_owned())
        }
        Ok(other) => Err(format!("HIP_RCCL_ENGINE={other} is no engine: it is ucx or none")),
    }
}

/// Time for a program to notice a failure, and to abort the communicator.
pub(crate) fn patience() -> Duration {
    timeout().min(Duration::from_secs(5))
}

/// Longest wait for another rank.
pub(crate) fn timeout() -> Duration {
    static SET: OnceLock<Duration> = OnceLock::new();
    *SET.get_or_init(|| {
        let text = std::env::var("HIP_RCCL_TIMEOUT").unwrap_or_default();
        match text.parse::<f64>().ok().filter(|seconds| (0.001..1e9).contains(seconds)) {
            Some(seconds) => Duration::from_secs_f64(seconds),
            None => {
                if !text.is_empty() {
                    eprintln!("hip: rccl: HIP_RCCL_TIMEOUT={text} is no number of seconds; it is {TIMEOUT}");
                }
                Duration::from_secs(TIMEOUT)
            }
        }
    })
}
