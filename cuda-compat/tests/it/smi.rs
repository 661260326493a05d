//! The program `hip-smi`.

use std::process::Command;

/// Returns what it prints about two A100s.
fn smi(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hip-smi"));
    let ran = command.env("HIP_SOFT_DEVICE", "a100-pciex2").args(arguments).output().expect("it starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).into_owned()
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
    assert!(smi(&[]).starts_with("Software devices, not GPUs\n\nindex              0\n"));
}
