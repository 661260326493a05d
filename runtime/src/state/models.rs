//! Handles that threads use while others take them out, in every order (loom).

use super::*;
use crate::object::SmResource;

fn desc(id: Id<DescObject>, split: u32) -> DescObject {
    let sms: device::SmSet = [0].into_iter().collect();
    let begins = device::SmSet::default();
    DescObject {
        id,
        resource: SmResource { device: 0, sms, begins, min: 1, align: 1, flags: 0, coscheduled: 0, split },
        queues: None,
    }
}

#[test]
fn a_stale_handle_never_names_what_came_after() {
    loom::model(|| {
        let objects = Arc::new(Objects::default());
        let old = objects.insert(|id| desc(id, 1)).id;
        let reader = {
            let objects = Arc::clone(&objects);
            loom::thread::spawn(move || match objects.get(old) {
                Ok(found) => assert_eq!(found.resource.split, 1),
                Err(error) => assert!(matches!(error, Error::StaleHandle { .. }), "{error}"),
            })
        };
        // It takes the same place.
        objects.remove(old).expect("it is there");
        let new = objects.insert(|id| desc(id, 2)).id;
        reader.join().expect("the reader's own assertion");
        assert_eq!(objects.get(new).map(|found| found.resource.split).ok(), Some(2));
        assert!(matches!(objects.get(old), Err(Error::StaleHandle { .. })));
    });
}

#[test]
fn one_of_two_threads_takes_an_object_out() {
    loom::model(|| {
        let objects = Arc::new(Objects::default());
        let id = objects.insert(|id| desc(id, 1)).id;
        let other = {
            let objects = Arc::clone(&objects);
            loom::thread::spawn(move || objects.remove(id).is_ok())
        };
        let mine = objects.remove(id).is_ok();
        assert_ne!(mine, other.join().expect("removing does not panic"));
    });
}
