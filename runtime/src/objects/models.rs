//! Handles that threads use while others take them out, in every order (loom).

use super::*;

/// A value with a number.
struct Numbered(u32);

impl Kind for Numbered {
    const TAG: u8 = 1;
    const NAME: &'static str = "number";
}

impl Object for Numbered {}

fn inserted(objects: &Objects, number: u32) -> Id<Numbered> {
    let mut made = None;
    objects.insert(|id| {
        made = Some(id);
        Numbered(number)
    });
    made.expect("it was made")
}

#[test]
fn a_stale_handle_never_names_what_came_after() {
    loom::model(|| {
        let objects = Arc::new(Objects::default());
        let old = inserted(&objects, 1);
        let reader = {
            let objects = Arc::clone(&objects);
            loom::thread::spawn(move || match objects.get(old) {
                Ok(found) => assert_eq!(found.0, 1),
                Err(error) => assert!(matches!(error, Error::StaleHandle { .. }), "{error}"),
            })
        };
        // It takes the same place.
        objects.remove(old).expect("it is there");
        let new = inserted(&objects, 2);
        reader.join().expect("the reader's own assertion");
        assert_eq!(objects.get(new).map(|found| found.0).ok(), Some(2));
        assert!(matches!(objects.get(old), Err(Error::StaleHandle { .. })));
    });
}

#[test]
fn one_of_two_threads_takes_an_object_out() {
    loom::model(|| {
        let objects = Arc::new(Objects::default());
        let id = inserted(&objects, 1);
        let other = {
            let objects = Arc::clone(&objects);
            loom::thread::spawn(move || objects.remove(id).is_ok())
        };
        let mine = objects.remove(id).is_ok();
        assert_ne!(mine, other.join().expect("removing does not panic"));
    });
}
