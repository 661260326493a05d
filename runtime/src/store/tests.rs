//! Tests of entries (whole, damaged, foreign, too many) and of directories that others can access.

use super::*;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

/// Directory that is removed on drop.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("hip-soft-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn key(n: u8) -> Key {
    Key::from_bytes([n; 32])
}

#[test]
fn saved_entries_are_loaded_by_others() {
    let scratch = Scratch::new("saved");
    let [one, two] = [(); 2].map(|()| Directory::open(&scratch.0, 1 << 20).expect("a directory"));
    assert_eq!(one.load(&key(1)), None);
    one.save(&key(1), b"code");
    assert_eq!(two.load(&key(1)).as_deref(), Some(&b"code"[..]));
    two.save(&key(1), b"");
    assert_eq!(one.load(&key(1)).as_deref(), Some(&b""[..]));
    assert_eq!(fs::read_dir(&scratch.0).expect("it is there").count(), 1, "nothing else is left");
}

#[test]
fn any_damage_is_detected_and_repaired() {
    let scratch = Scratch::new("damage");
    let directory = Directory::open(&scratch.0, 1 << 20).expect("a directory");
    let content: Vec<u8> = (0..100).collect();
    directory.save(&key(1), &content);
    let path = directory.entry(&key(1));
    let whole = fs::read(&path).expect("an entry");
    let with = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("written");
        directory.load(&key(1))
    };
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        assert_eq!(with(&damaged), None, "byte {at}");
        assert_eq!(with(&whole[..at]), None, "{at} bytes");
    }
    assert_eq!(with(&[&whole[..], b"\0"].concat()), None);
    directory.save(&key(1), &content);
    assert_eq!(directory.load(&key(1)), Some(content), "it was written anew");
    // An entry under the name of another.
    fs::rename(&path, directory.entry(&key(2))).expect("renamed");
    assert_eq!(directory.load(&key(2)), None);
}

#[test]
fn entries_writable_by_others_are_ignored() {
    let scratch = Scratch::new("others");
    let directory = Directory::open(&scratch.0, 1 << 20).expect("a directory");
    directory.save(&key(1), b"code");
    let path = directory.entry(&key(1));
    for (mode, whole) in [(0o620, false), (0o602, false), (0o644, true)] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("the test's own");
        assert_eq!(directory.load(&key(1)).is_some(), whole, "{mode:o}");
    }
    std::os::unix::fs::symlink(&path, directory.entry(&key(2))).expect("a link");
    assert_eq!(directory.load(&key(2)), None);
    fs::create_dir(directory.entry(&key(3))).expect("a directory");
    assert_eq!(directory.load(&key(3)), None);
    for mode in [0o750, 0o701] {
        fs::set_permissions(&scratch.0, fs::Permissions::from_mode(mode)).expect("the test's own");
        let refused = Directory::open(&scratch.0, 1 << 20).err().expect("others may enter it");
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied, "{mode:o}");
    }
    fs::set_permissions(&scratch.0, fs::Permissions::from_mode(0o700)).expect("the test's own");
    let link = Scratch::new("link");
    std::os::unix::fs::symlink(&scratch.0, &link.0).expect("a link");
    assert!(Directory::open(&link.0, 1 << 20).is_err());
    fs::remove_file(&link.0).expect("the link");
}

#[test]
fn the_least_recently_used_entries_are_removed() {
    let scratch = Scratch::new("room");
    let directory = Directory::open(&scratch.0, 10_000).expect("a directory");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    for n in 0..9 {
        directory.save(&key(n), &[n; 1000]);
        let file = File::options().write(true).open(directory.entry(&key(n))).expect("an entry");
        file.set_modified(long_ago + Duration::from_secs(n.into())).expect("the test's own");
    }
    fs::write(scratch.0.join("notes.txt"), [0; 50_000]).expect("a file of someone else");
    assert!(directory.load(&key(0)).is_some(), "it is used now");
    directory.save(&key(9), &[9; 2000]);
    let left: Vec<u8> = (0..10).filter(|&n| directory.load(&key(n)).is_some()).collect();
    assert_eq!(left, [0, 5, 6, 7, 8, 9]);
    assert!(scratch.0.join("notes.txt").exists());
}

#[test]
fn concurrent_users_see_whole_entries() {
    let scratch = Scratch::new("many");
    let directory = Directory::open(&scratch.0, 40_000).expect("a directory");
    std::thread::scope(|scope| {
        for writer in 0..4u8 {
            let directory = &directory;
            scope.spawn(move || {
                for turn in 0..50u8 {
                    let n = turn % 8;
                    directory.save(&key(n), &[n; 3000]);
                    if let Some(bytes) = directory.load(&key((n + writer) % 8)) {
                        assert_eq!(bytes, [(n + writer) % 8; 3000]);
                    }
                }
            });
        }
    });
}
