//! Loom models of the engine's queues and events: submitting, executing and waiting threads in every order.
//! The engine is the real one; its threads are the model's, and take as many steps as there are tasks.

use super::super::Mark;
use super::*;
use crate::sync::{AtomicU32, OnceLock, Ordering};

/// Address window; models do not touch it, so they share one.
fn window() -> Arc<jit::Window> {
    static WINDOW: OnceLock<Arc<jit::Window>> = OnceLock::new();
    Arc::clone(WINDOW.get_or_init(|| Arc::new(jit::Window::reserve().expect("room for addresses"))))
}

/// Creates an engine with two streams that do not wait for each other.
fn engine() -> (Engine, ContextId, [StreamId; 2]) {
    engine_with(&device::Config::default())
}

fn engine_with(settings: &device::Config) -> (Engine, ContextId, [StreamId; 2]) {
    let spec = device::Spec::named("NVIDIA H200").expect("the default device");
    let engine = Engine::new(0, Device::new(spec), None, window(), None);
    let (context, _) = engine.create_context(settings);
    let stream = || engine.create_stream(context, StreamKind::NonBlocking, 0, None).expect("a context");
    let streams = [stream(), stream()];
    (engine, context, streams)
}

/// Explores a model of at most three threads with at most two preemptions.
fn model(run: impl Fn() + Send + Sync + 'static) {
    window();
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.max_branches = 10_000;
    model.check(run);
}

/// Spawns a thread that executes `copies` copies.
fn copier(engine: &Engine, copies: usize) -> loom::thread::JoinHandle<()> {
    let engine = engine.clone();
    loom::thread::spawn(move || {
        for _ in 0..copies {
            engine.0.carry_out_one(&engine.0.copies, |state| &mut state.copies);
        }
    })
}

/// Task that adds to a word.
fn adding(word: &Arc<AtomicU32>, amount: u32) -> Task {
    let word = Arc::clone(word);
    Box::new(move || {
        word.fetch_add(amount, Ordering::Relaxed);
    })
}

/// A copy for the copy thread, and one for the submitting thread.
const WAY: (Way, u64) = (Way::HostToDevice, SHORT_COPY + 1);
const SHORT_WAY: (Way, u64) = (Way::HostToDevice, 4);

#[test]
fn a_waiter_sees_the_effects_of_the_operation() {
    model(|| {
        let (engine, _, [stream, _]) = engine();
        let word = Arc::new(AtomicU32::new(0));
        let copier = copier(&engine, 2);
        let first = engine.copy(stream, WAY, adding(&word, 1)).expect("room");
        engine.wait(&[first]).expect("no host function waits");
        assert_eq!(word.load(Ordering::Relaxed), 1);
        let second = engine.copy(stream, WAY, adding(&word, 2)).expect("room");
        engine.wait(&[first, second]).expect("no host function waits");
        assert_eq!(word.load(Ordering::Relaxed), 3);
        copier.join().expect("the copier ends");
    });
}

#[test]
fn two_threads_submit_and_wait() {
    model(|| {
        let (engine, _, [one, other]) = engine();
        let word = Arc::new(AtomicU32::new(0));
        let copier = copier(&engine, 2);
        let second = {
            let (engine, word) = (engine.clone(), Arc::clone(&word));
            loom::thread::spawn(move || {
                let op = engine.copy(other, WAY, adding(&word, 2)).expect("room");
                engine.wait(&[op]).expect("no host function waits");
                assert!(word.load(Ordering::Relaxed) >= 2);
            })
        };
        let op = engine.copy(one, WAY, adding(&word, 1)).expect("room");
        engine.wait(&[op]).expect("no host function waits");
        assert!(word.load(Ordering::Relaxed) & 1 == 1);
        second.join().expect("the other thread's assertion");
        copier.join().expect("the copier ends");
        assert_eq!(word.load(Ordering::Relaxed), 3);
    });
}

#[test]
fn an_event_is_reached_after_what_was_before_it() {
    model(|| {
        let (engine, _, [stream, _]) = engine();
        let (word, mark) = (Arc::new(AtomicU32::new(0)), Arc::new(Mark::default()));
        let copier = copier(&engine, 1);
        engine.copy(stream, WAY, adding(&word, 1)).expect("room");
        let record = Work::Mark(Arc::clone(&mark));
        let op = engine.submit(stream, &Op::Record { timing: true }, record).expect("room");
        let waiter = {
            let (engine, word, mark) = (engine.clone(), Arc::clone(&word), Arc::clone(&mark));
            loom::thread::spawn(move || {
                engine.wait(&[op]).expect("no host function waits");
                assert!(mark.time().is_some());
                assert_eq!(word.load(Ordering::Relaxed), 1);
            })
        };
        // A thread that polls sees the copy's effect once the event is reached.
        if mark.time().is_some() {
            engine.wait(&[op]).expect("no host function waits");
            assert_eq!(word.load(Ordering::Relaxed), 1);
        }
        waiter.join().expect("the waiter's assertion");
        copier.join().expect("the copier ends");
    });
}

#[test]
fn a_stream_waits_for_another_s_event() {
    model(|| {
        let (engine, _, [one, other]) = engine();
        let word = Arc::new(AtomicU32::new(0));
        let copier = copier(&engine, 2);
        engine.copy(one, WAY, adding(&word, 1)).expect("room");
        let record = Work::Mark(Arc::new(Mark::default()));
        let event = engine.submit(one, &Op::Record { timing: false }, record).expect("room");
        engine.submit(other, &Op::Wait(event), Work::Nothing).expect("room");
        let seen = Arc::clone(&word);
        let after: Task = Box::new(move || {
            assert_eq!(seen.load(Ordering::Relaxed), 1, "the copy before the event came first");
            seen.fetch_add(10, Ordering::Relaxed);
        });
        let last = engine.copy(other, WAY, after).expect("room");
        engine.wait(&[last]).expect("no host function waits");
        assert_eq!(word.load(Ordering::Relaxed), 11);
        copier.join().expect("the copier ends");
    });
}

/// A short copy runs in its stream's order: on the submitting thread if nothing is before it, else after
/// that.
#[test]
fn short_copies_keep_the_order_of_their_stream() {
    model(|| {
        let (engine, _, [stream, _]) = engine();
        let word = Arc::new(AtomicU32::new(0));
        let appending = |digit: u32| -> Task {
            let word = Arc::clone(&word);
            Box::new(move || word.store(word.load(Ordering::Relaxed) * 10 + digit, Ordering::Relaxed))
        };
        engine.copy(stream, SHORT_WAY, appending(1)).expect("room");
        engine.copy(stream, WAY, appending(2)).expect("room");
        // The long copy ends before or after this one is submitted; the latter leaves it to this thread.
        let copier = {
            let engine = engine.clone();
            loom::thread::spawn(move || {
                engine.0.carry_out_one(&engine.0.copies, |state| &mut state.copies);
                let mut state = engine.0.state.lock();
                if let Some((op, task)) = state.copies.pop_front() {
                    drop(engine.0.carry_out_task(state, op, task));
                }
            })
        };
        let last = engine.copy(stream, SHORT_WAY, appending(3)).expect("room");
        copier.join().expect("the copier ends");
        while let Some((op, task)) = {
            let next = engine.0.state.lock().copies.pop_front();
            next
        } {
            drop(engine.0.carry_out_task(engine.0.state.lock(), op, task));
        }
        engine.wait(&[last]).expect("no host function waits");
        assert_eq!(word.load(Ordering::Relaxed), 123);
    });
}

#[test]
fn a_stopped_operation_never_runs_and_no_thread_waits_for_it() {
    model(|| {
        let (engine, context, [stream, _]) = engine();
        let word = Arc::new(AtomicU32::new(0));
        let first = engine.copy(stream, WAY, adding(&word, 1)).expect("room");
        let second = engine.copy(stream, WAY, adding(&word, 2)).expect("room");
        let copier = {
            let engine = engine.clone();
            loom::thread::spawn(move || {
                let one = || engine.0.carry_out_one(&engine.0.copies, |state| &mut state.copies);
                one();
                // The second starts when the first ends, unless it was stopped before.
                let begun = !engine.0.state.lock().copies.is_empty();
                if begun {
                    one();
                }
                begun
            })
        };
        engine.stop(context);
        // The first has started in any case: `stop` waits for it.
        let after = word.load(Ordering::Relaxed);
        engine.wait(&[first, second]).expect("no host function waits");
        let both = copier.join().expect("the copier ends");
        assert_eq!(after, if both { 3 } else { 1 });
        assert_eq!(word.load(Ordering::Relaxed), after);
    });
}

/// Two threads submit more records than their single channel holds; the operation at its head never
/// completes.
#[test]
fn threads_before_a_full_channel_go_on_when_all_is_stopped() {
    model(|| {
        let settings = device::Config { channels: 1, ring_entries: 4, ..device::Config::default() };
        let (engine, context, [one, other]) = engine_with(&settings);
        for stream in [one, other] {
            let never = Work::Until(context, Box::new(|| false));
            engine.submit(stream, &Op::Host, never).expect("it takes no channel");
        }
        let records = |engine: &Engine, stream| {
            let marks = [(); 4].map(|()| Arc::new(Mark::default()));
            for mark in &marks {
                let record = Work::Mark(Arc::clone(mark));
                engine.submit(stream, &Op::Record { timing: true }, record).expect("room, in the end");
            }
            // No record is incomplete: the last one was accepted after the stop.
            assert!(marks.iter().all(|mark| mark.time().is_some()));
        };
        let second = {
            let engine = engine.clone();
            loom::thread::spawn(move || records(&engine, other))
        };
        let stopper = {
            let engine = engine.clone();
            loom::thread::spawn(move || engine.stop(context))
        };
        records(&engine, one);
        second.join().expect("the other thread's assertion");
        stopper.join().expect("nothing is left that it waits for");
    });
}

/// A stream waits for an event of another context that never completes. Its own context still ends, which
/// releases the waiter.
#[test]
fn a_context_ends_though_it_waits_for_another() {
    model(|| {
        let (engine, context, [stream, _]) = engine();
        let (elsewhere, legacy) = engine.create_context(&device::Config::default());
        let far = legacy.expect("its default stream");
        let never = Work::Until(elsewhere, Box::new(|| false));
        let event = engine.submit(far, &Op::Host, never).expect("room");
        let wait = engine.submit(stream, &Op::Wait(event), Work::Nothing).expect("room");
        let waiter = {
            let engine = engine.clone();
            loom::thread::spawn(move || engine.wait(&[wait]).expect("no host function waits"))
        };
        engine.stop(context);
        waiter.join().expect("it comes back");
        assert!(engine.with(|front| !front.is_done(event)), "the other context goes on");
    });
}
