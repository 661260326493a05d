//! The program `hip-smi`.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Returns what it prints about two A100s.
fn smi(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hip-smi"));
    let ran = command.env("HIP_SOFT_DEVICE", "a100-pciex2").args(arguments).output().expect("it starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn a_loop_ends_when_nobody_reads() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hip-smi"));
    let mut child = command.args(["-L", "-l", "1"]).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for _ in 0..2 {
        let line = lines.next().expect("another turn").expect("text");
        assert!(line.starts_with("GPU 0: "), "{line}");
    }
    drop(lines);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn devices_are_listed_in_all_forms() {
    let csv = smi(&["--query-gpu", "index,name,memory.total,power.draw", "--format", "csv"]);
    let name = "NVIDIA A100-PCIE-40GB";
    assert_eq!(
        csv,
        format!(
            "index, name, memory.total [MiB], power.draw [W]\n0, {name}, 40338 MiB, [N/A]\n1, {name}, 40338 MiB, [N/A]\n"
        )
    );
    let bare = smi(&["--query-gpu=memory.total,compute_cap", "--format=csv,noheader,nounits"]);
    assert_eq!(bare, "40338, 8.0\n40338, 8.0\n");
    let json: serde_json::Value = serde_json::from_str(&smi(&["--format", "json"])).expect("JSON");
    assert_eq!((&json[1]["index"], &json[1]["temperature.gpu"]), (&1.into(), &serde_json::Value::Null));
    let list = smi(&["-L"]);
    assert!(list.starts_with(&format!("GPU 0: {name} (UUID: GPU-")) && list.lines().count() == 2, "{list}");
    let details = smi(&["-q", "-d", "temperature"]);
    let device = "    Temperature\n        GPU Current Temp                  : N/A\n";
    assert_eq!(details.matches(device).count(), 2, "{details}");
    assert!(!details.contains("Product Name"), "{details}");
    let details = smi(&["--query"]);
    assert!(
        details.contains("    Product Name                          : NVIDIA A100-PCIE-40GB\n"),
        "{details}"
    );
    assert!(details.contains("        Total                             : 40338 MiB\n"), "{details}");
    assert!(smi(&[]).starts_with("Software devices, not GPUs\n\nindex              0\n"));
}
