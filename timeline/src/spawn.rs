//! SPAWN: decides whether a thread launches a grid for its work or does the work itself.
//!
//! After Tang et al., "Controlled Kernel Launch for Dynamic Parallelism in GPUs" (HPCA 2017). Child blocks
//! (CTAs) are jobs, the grid management unit is their queue, SMs are the servers. With `n` child blocks
//! running or waiting and a throughput of `T = n_con / t_cta`, a candidate of `x` blocks would be done after
//!
//! ```text
//! t_child  = launch overhead + n / T + x / T
//! t_parent = work items · t_warp
//! ```
//!
//! and is launched if `t_child ≤ t_parent`. `t_cta` is the mean time of child blocks, `t_warp` that of their
//! warps for an item, both over the ones that have ended; `n_con` the mean number of child blocks that ran at
//! a time in the last window of 1024 cycles. While no child block has ended, every candidate is launched.
//! Work of no more items than a warp has threads never is: a grid would do in one warp what the thread's own
//! warp does beside the other threads' work.
//!
//! [`Controller`] receives starts and ends and makes decisions. It uses no clock, does no work per cycle, and
//! decides without division: both sides are multiplied out.

use std::fmt;
use std::str::FromStr;

/// Cycles of a window: 2^10.
const WINDOW_BITS: u32 = 10;
const WINDOW: u64 = 1 << WINDOW_BITS;
/// Maximum number of items that a thread always processes itself.
pub const LEAST: u64 = 32;
/// Limits of sums and counts, beyond which both are halved, so that their products fit 128 bits.
const MOST_COUNT: u64 = 1 << 16;
const MOST_SUM: u64 = 1 << 40;

/// Estimate of the number of child blocks that run concurrently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Mean of the last window, but at least the device's capacity: the smaller of the blocks that fit the
    /// SMs and of hardware queues times the mean blocks of a child. The plain window is zero whenever a grid
    /// has just started, and then hardly anything is launched.
    #[default]
    CapacityFloor,
    /// The mean of the last window.
    Window,
}

impl Variant {
    /// Both variants, with their names.
    pub const ALL: [(Variant, &'static str); 2] =
        [(Variant::CapacityFloor, "capacity_floor"), (Variant::Window, "window")];
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Variant::ALL.iter().find(|(variant, _)| variant == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

/// Setting `HIP_SOFT_SPAWN`: whether child grids are launched at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Setting {
    /// All that a kernel asks for: the answer is always yes.
    #[default]
    Off,
    /// Those that are expected to be faster.
    On(Variant),
}

/// Error of an invalid [`Setting`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSetting;

impl FromStr for Setting {
    type Err = NoSetting;

    /// `off`, `on`, `on,window` or `on,capacity_floor`.
    fn from_str(text: &str) -> Result<Self, NoSetting> {
        match text.split_once(',') {
            None if text == "off" => Ok(Setting::Off),
            None if text == "on" => Ok(Setting::On(Variant::default())),
            Some(("on", name)) => {
                let found = Variant::ALL.iter().find(|(_, other)| *other == name);
                found.map(|(variant, _)| Setting::On(*variant)).ok_or(NoSetting)
            }
            _ => Err(NoSetting),
        }
    }
}

/// A launch to decide on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Items that the thread would process serially.
    pub items: u64,
    /// Blocks of the grid.
    pub blocks: u64,
    /// Cycles of the launch call in the thread's warp.
    pub overhead: u64,
    /// Blocks of that shape that can run concurrently.
    pub capacity: u64,
}

/// A decision and its estimates in cycles; `None` while nothing has been measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// `true` if the grid is to be launched.
    pub launch: bool,
    /// Estimated time of the child, from the call to its end.
    pub child: Option<u64>,
    /// Estimated time of the thread itself.
    pub parent: Option<u64>,
}

impl Decision {
    /// Returns a decision made for other reasons.
    pub const fn without_estimate(launch: bool) -> Self {
        Decision { launch, child: None, parent: None }
    }
}

/// A decaying mean: its sum and count stay small.
#[derive(Clone, Copy, Default, Debug)]
struct Mean {
    sum: u64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: u64, times: u64) {
        let (mut value, mut times) = (value.min(MOST_SUM / 2), times);
        while times > MOST_COUNT / 2 || value.saturating_mul(times) > MOST_SUM / 2 {
            // Doubling the sample would not change the mean.
            if times > 1 {
                times /= 2;
            } else {
                value = MOST_SUM / 2;
                break;
            }
        }
        self.sum += value.saturating_mul(times);
        self.count += times;
        while self.count > MOST_COUNT || self.sum > MOST_SUM {
            self.sum = self.sum.div_ceil(2);
            self.count = self.count.div_ceil(2);
        }
    }
}

/// The child queueing system. Times are cycles and never decrease.
#[derive(Clone, Debug)]
pub struct Controller {
    variant: Variant,
    queues: u64,
    /// Child blocks launched and not ended, and the running ones among them.
    waiting_or_running: u64,
    running: u64,
    /// Start of the current window, integral of `running` over it until `last`, and the integral over the
    /// previous window.
    window: u64,
    last: u64,
    open: u64,
    closed: u64,
    cta: Mean,
    item: Mean,
    /// Blocks of the launched children.
    per_child: Mean,
}

impl Controller {
    /// Returns the state before any launch, for a device with `queues` hardware queues for children.
    pub fn new(variant: Variant, queues: u32) -> Self {
        Controller {
            variant,
            queues: u64::from(queues.clamp(1, 1 << 16)),
            waiting_or_running: 0,
            running: 0,
            window: 0,
            last: 0,
            open: 0,
            closed: 0,
            cta: Mean::default(),
            item: Mean::default(),
            per_child: Mean::default(),
        }
    }

    /// Records the launch of a child.
    pub fn launched(&mut self, blocks: u64) {
        self.waiting_or_running = self.waiting_or_running.saturating_add(blocks);
        self.per_child.add(blocks.min(1 << 31), 1);
    }

    /// Records the launches that other threads are expected to make meanwhile.
    pub fn expect(&mut self, blocks: u64) {
        self.waiting_or_running = self.waiting_or_running.saturating_add(blocks);
    }

    /// Records completed children without reported starts and ends: cycles of all their blocks, and cycles an
    /// item of each thread.
    pub fn learn(&mut self, children: u64, blocks: u64, cycles: u64, item_cycles: u64) {
        if children > 0 && blocks > 0 {
            self.per_child.add((blocks / children).min(1 << 31), children);
            self.cta.add(cycles / blocks, blocks);
            self.item.add(item_cycles / blocks, blocks);
        }
    }

    /// Records that a launch was rejected after the decision.
    pub fn refused(&mut self, blocks: u64) {
        self.waiting_or_running = self.waiting_or_running.saturating_sub(blocks);
    }

    /// Records the start of child blocks.
    pub fn started(&mut self, now: u64, blocks: u64) {
        self.pass(now);
        self.running = self.running.saturating_add(blocks);
    }

    /// Records the end of child blocks: cycles of each, and items of each thread.
    pub fn ended(&mut self, now: u64, blocks: u64, cycles: u64, items_a_thread: u64) {
        self.pass(now);
        self.running = self.running.saturating_sub(blocks);
        self.waiting_or_running = self.waiting_or_running.saturating_sub(blocks);
        self.cta.add(cycles, blocks);
        // The warps of a block start with it; the longest ends with it.
        self.item.add(cycles / items_a_thread.max(1), blocks);
    }

    /// Decides on a candidate.
    pub fn decide(&mut self, now: u64, candidate: Candidate) -> Decision {
        if candidate.items <= LEAST {
            return Decision::without_estimate(false);
        }
        if self.cta.count == 0 {
            return Decision::without_estimate(true);
        }
        self.pass(now);
        let (running, out_of) = self.at_a_time(candidate.capacity);
        let wide = |n: u64| u128::from(n);
        let (items, blocks) = (candidate.items.min(1 << 32), candidate.blocks.min(1 << 31));
        let queued = self.waiting_or_running.min(1 << 31) + blocks;
        let overhead = candidate.overhead.min(MOST_SUM);
        let (t_cta, t_item) = (self.cta, self.item);
        // overhead + queued · t_cta / n_con ≤ items · t_item, multiplied by all denominators.
        let child = (wide(overhead) * wide(running) * wide(t_cta.count)
            + wide(queued) * wide(t_cta.sum) * wide(out_of))
            * wide(t_item.count);
        let parent = wide(items) * wide(t_item.sum) * wide(running) * wide(t_cta.count);
        // For the record only.
        let cycles = |product: u128| {
            let unit = wide(running) * wide(t_cta.count) * wide(t_item.count);
            u64::try_from(product / unit.max(1)).unwrap_or(u64::MAX)
        };
        Decision { launch: child <= parent, child: Some(cycles(child)), parent: Some(cycles(parent)) }
    }

    /// Returns the number of concurrent child blocks, as a fraction.
    fn at_a_time(&self, capacity: u64) -> (u64, u64) {
        let window = (self.closed.clamp(1, MOST_SUM >> 4), WINDOW);
        match self.variant {
            Variant::Window => window,
            Variant::CapacityFloor => {
                let by_queues = (self.queues * self.per_child.sum, self.per_child.count.max(1));
                let floor = smaller((capacity.clamp(1, 1 << 20), 1), by_queues);
                if smaller(floor, window) == floor { window } else { floor }
            }
        }
    }

    /// Advances time and closes the windows that are over.
    fn pass(&mut self, now: u64) {
        let now = now.max(self.last);
        let begin = now >> WINDOW_BITS << WINDOW_BITS;
        if begin > self.window {
            let rest = self.window + WINDOW - self.last;
            self.closed = if begin == self.window + WINDOW {
                self.open.saturating_add(self.running.saturating_mul(rest))
            } else {
                // Nothing started or ended in the last whole window.
                self.running.saturating_mul(WINDOW)
            };
            (self.window, self.last, self.open) = (begin, begin, 0);
        }
        self.open = self.open.saturating_add(self.running.saturating_mul(now - self.last));
        self.last = now;
    }
}

/// Returns the smaller of two fractions, the first if they are equal.
fn smaller(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    if u128::from(a.0) * u128::from(b.1) <= u128::from(b.0) * u128::from(a.1) { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(items: u64) -> Candidate {
        Candidate { items, blocks: items.div_ceil(64), overhead: 200_000, capacity: 208 }
    }

    #[test]
    fn nothing_is_known_at_first_and_everything_is_launched() {
        let mut controller = Controller::new(Variant::CapacityFloor, 32);
        assert_eq!(controller.decide(5, candidate(33)), Decision::without_estimate(true));
        assert_eq!(controller.decide(5, candidate(32)), Decision::without_estimate(false));
    }

    #[test]
    fn the_decision_is_that_of_the_formula() {
        // Against the formula in floating point, over many states.
        let mut seed = 7u64;
        let mut next = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for variant in [Variant::CapacityFloor, Variant::Window] {
            let mut controller = Controller::new(variant, 32);
            let (mut now, mut both) = (0, [0, 0]);
            for _ in 0..2000 {
                let (blocks, cycles) = (1 + next(40), 500 + next(2000));
                controller.launched(blocks);
                now += next(700);
                controller.started(now, blocks);
                now += next(900);
                if next(3) > 0 {
                    controller.ended(now, blocks, cycles, 1);
                }
                let candidate = candidate(33 + next(40) * next(40) / 2);
                let decision = controller.decide(now, candidate);
                let Some(child) = decision.child else { continue };
                let mean = |mean: Mean| mean.sum as f64 / mean.count as f64;
                let window = controller.closed.max(1) as f64 / 1024.0;
                let floor = (32.0 * mean(controller.per_child)).min(208.0);
                let n_con = if variant == Variant::Window { window } else { window.max(floor) };
                let queued = (controller.waiting_or_running + candidate.blocks) as f64;
                let t_child = 200_000.0 + queued * mean(controller.cta) / n_con;
                let t_parent = candidate.items as f64 * mean(controller.item);
                assert!((t_child - child as f64).abs() <= 1.0 + t_child * 1e-9, "{t_child} {child}");
                assert_eq!(decision.launch, t_child <= t_parent, "{t_child} {t_parent}");
                both[usize::from(decision.launch)] += 1;
            }
            assert!(both[0] > 50 && both[1] > 50, "{variant}: {both:?}");
        }
    }

    #[test]
    fn windows_are_means_of_1024_cycles() {
        let mut controller = Controller::new(Variant::Window, 32);
        controller.started(512, 10);
        controller.pass(1024);
        assert_eq!(controller.at_a_time(1), (10 * 512, 1024));
        controller.ended(1536, 10, 1024, 1);
        controller.pass(2100);
        assert_eq!(controller.at_a_time(1), (10 * 512, 1024));
        controller.pass(50_000);
        assert_eq!(controller.at_a_time(1), (1, 1024));
    }

    #[test]
    fn no_number_overflows() {
        let mut controller = Controller::new(Variant::CapacityFloor, u32::MAX);
        for _ in 0..200_000 {
            controller.launched(u64::MAX);
            controller.ended(u64::MAX / 2, 1 << 20, u64::MAX, 1);
        }
        let most = Candidate { items: u64::MAX, blocks: u64::MAX, overhead: u64::MAX, capacity: u64::MAX };
        assert!(controller.decide(u64::MAX / 2, most).child.is_some());
    }

    #[test]
    fn settings_have_names() {
        assert_eq!("off".parse(), Ok(Setting::Off));
        assert_eq!("on".parse(), Ok(Setting::On(Variant::CapacityFloor)));
        assert_eq!("on,window".parse(), Ok(Setting::On(Variant::Window)));
        for wrong in ["", "ON", "on,", "off,window", "on,window,"] {
            assert_eq!(wrong.parse::<Setting>(), Err(NoSetting), "{wrong}");
        }
    }
}
