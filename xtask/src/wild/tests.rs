//! The command on a corpus of our own, `testdata/wild`, with tools that stand in for the SDK's: it is the
//! command that is tested.

use super::*;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Creates an SDK with a translator that copies and the host's compiler.
fn stand_in(sdk: &Path) {
    fs::create_dir_all(sdk.join("bin")).unwrap();
    let tools = [
        ("hipify-rs", "for last; do :; done\nmkdir -p \"$last\"\ncp -r \"$3/.\" \"$last\"\n"),
        ("hipcc", "exec cc \"$@\"\n"),
    ];
    for (name, script) in tools {
        let file = sdk.join("bin").join(name);
        fs::write(&file, format!("#!/bin/sh\n{script}")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

fn directory(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("wild-{name}-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn request(scratch: &Path, only: &[&str]) -> Request {
    stand_in(&scratch.join("sdk"));
    let corpus = root().join("testdata/wild");
    Request {
        manifest: Some(corpus.join("corpus.toml")),
        from: corpus,
        only: only.iter().map(|&name| name.to_owned()).collect(),
        jobs: 2.try_into().unwrap(),
        build_jobs: 1.try_into().unwrap(),
        sdk: Some(scratch.join("sdk")),
        scratch: Some(scratch.to_owned()),
        list: false,
    }
}

fn reached(scratch: &Path) -> Vec<(String, String)> {
    let json = fs::read_to_string(scratch.join("wild.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    json["programs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (text(&row["program"]), text(&row["reached"])))
        .collect()
}

#[test]
fn each_outcome_is_in_the_results() {
    let scratch = directory("corpus");
    let said = run(&request(&scratch, &[])).unwrap_err();
    assert_eq!(said, "5 programs are not as expected");
    let expected = [
        ("passes", "right"),
        ("reference", "right"),
        ("exits", "right"),
        ("unchecked", "ran"),
        ("broken", "configured"),
        ("wrong", "ran"),
        ("crashes", "built"),
        ("hangs", "built"),
        ("lacking", "configured"),
        ("mended", "right"),
    ];
    let expected: Vec<(String, String)> = expected.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    assert_eq!(reached(&scratch), expected);

    let json = fs::read_to_string(scratch.join("wild.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let why = |program: &str| {
        let row = json["programs"].as_array().unwrap().iter().find(|row| row["program"] == program);
        row.unwrap()["reason"].as_str().unwrap_or("").to_owned()
    };
    assert!(why("broken").contains("error"), "{}", why("broken"));
    assert!(why("wrong").contains("prints 14 after `device:`, 15 after `host:`"), "{}", why("wrong"));
    assert!(why("hangs").contains("did not end in 1 s of processor time"), "{}", why("hangs"));
    let counts = &json["counts"];
    let count = |name: &str| counts[name].as_u64().unwrap();
    assert_eq!([count("programs"), count("need_library"), count("built")], [10, 1, 8]);
    assert_eq!([count("judged"), count("right"), count("unchecked"), count("runs")], [7, 4, 1, 1]);

    let page = fs::read_to_string(scratch.join("wild.html")).unwrap();
    assert_eq!(page.matches("<tr data-group=").count(), 10);
    assert_eq!(page.matches("data-group=\"failed\"").count(), 4);
    assert!(page.contains("needs libmissing") && !page.contains("<stdin>"));

    // What was right is not run again, and stays in the table.
    let log = scratch.join("logs/tiny+programs+passes.log");
    fs::write(&log, "kept").unwrap();
    run(&request(&scratch, &["failed"])).unwrap_err();
    assert_eq!(fs::read_to_string(&log).unwrap(), "kept");
    assert_eq!(reached(&scratch), expected);
    run(&request(&scratch, &["passes", "tiny/programs/exits"])).unwrap();
    assert!(run(&request(&scratch, &["nonsense"])).unwrap_err().contains("nonsense"));
    fs::remove_dir_all(scratch).unwrap();
}

#[test]
fn a_commit_is_exported_whatever_is_checked_out() {
    let scratch = directory("commit");
    let clone = scratch.join("from/owner/name");
    fs::create_dir_all(&clone).unwrap();
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"];
        let said = Command::new("git").arg("-C").arg(&clone).args(identity).args(arguments).output().unwrap();
        assert!(said.status.success(), "{said:?}");
        String::from_utf8(said.stdout).unwrap().trim().to_owned()
    };
    git(&["init", "-q"]);
    fs::write(clone.join("main.c"), "int main(void) { return 0; }\n").unwrap();
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    let commit = git(&["rev-parse", "HEAD"]);
    fs::write(clone.join("main.c"), "nonsense\n").unwrap();
    let manifest = scratch.join("corpus.toml");
    let entry = |commit: &str| {
        format!(
            "[[repository]]\nname = \"owner/name\"\ncommit = \"{commit}\"\n[[repository.group]]\nbuild = \"files\"\n\
             files = [\"main.c\"]\njudge = \"exit\"\nprograms = [{{ name = \"main\" }}]\n"
        )
    };
    let mut request = request(&scratch, &[]);
    (request.from, request.manifest) = (scratch.join("from"), Some(manifest.clone()));
    fs::write(&manifest, entry(&commit)).unwrap();
    run(&request).unwrap();
    fs::write(&manifest, entry("0123456789012345678901234567890123456789")).unwrap();
    run(&request).unwrap_err();
    assert_eq!(reached(&scratch), [("main".to_owned(), "nothing".to_owned())]);
    fs::remove_dir_all(scratch).unwrap();
}

#[test]
fn the_manifest_is_complete() {
    let manifest = Manifest::read(&root().join("testdata/wild.toml")).unwrap();
    let mut programs = 0;
    for repository in &manifest.repositories {
        assert!(repository.commit.as_ref().is_some_and(|commit| commit.len() == 40), "{}", repository.name);
        programs += repository.programs().unwrap().len();
    }
    assert!(
        programs >= 150 && manifest.repositories.len() >= 25,
        "{programs}, {}",
        manifest.repositories.len()
    );
}
