//! Random programs as trees: any tree can be written as a kernel that ends.

use proptest::collection::vec;
use proptest::prelude::*;

/// One statement. Numbers are taken modulo the number of choices, so every tree is valid.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// A pure instruction.
    Pure { form: u16, picks: u64 },
    /// A load from the input, or from memory that only this thread writes.
    Load { picks: u64 },
    /// A store to memory that no other thread accesses.
    Store { picks: u64 },
    /// An atomic operation that commutes with all others at its address.
    Atomic { picks: u64 },
    /// An operation of the whole warp or block, or of the lanes that followed the same path; omitted if those
    /// are unknown.
    Sync { picks: u64 },
    /// Lanes of a warp exchange words through volatile memory without a barrier; omitted if the converged
    /// lanes are unknown.
    Talk { picks: u64 },
    /// Threads of the block wait for each other in loops; omitted if the block has diverged.
    Wait { picks: u64 },
    /// A load or store of the thread's local memory.
    Local { picks: u64 },
    /// A direct or indirect call of a function.
    Call { picks: u64 },
    /// Some threads end.
    Return { picks: u64 },
    /// Some threads break from the loop or continue it; omitted outside loops.
    Leave { picks: u64 },
    /// A two-way branch, by a predicate of each thread or of the launch.
    If { picks: u64, then: Vec<Statement>, otherwise: Vec<Statement> },
    /// A counted loop, with the count in a register of each thread or of the launch.
    Loop { picks: u64, body: Vec<Statement> },
    /// A loop until a condition of each thread; other conditions continue it early, or have threads wait for
    /// the rest of the block at barriers.
    Search { picks: u64, body: Vec<Statement>, after: Vec<Statement> },
    /// A four-way switch, through a table of targets.
    Switch { picks: u64, arms: Vec<Vec<Statement>> },
}

/// A kernel and its launch shape.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) body: Vec<Statement>,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// Seed of the input's bytes, the scalar parameters and the order of the threads' slots.
    pub(crate) data: u64,
}

/// Shapes that fill warps, leave them partly empty, and span rows.
const BLOCKS: &[[u32; 3]] = &[
    [32, 1, 1],
    [1, 1, 1],
    [7, 1, 1],
    [33, 1, 1],
    [64, 1, 1],
    [75, 1, 1],
    [41, 1, 1],
    [63, 1, 1],
    [96, 1, 1],
    [97, 1, 1],
    [8, 4, 1],
    [16, 3, 1],
    [5, 7, 1],
    [8, 2, 3],
    [3, 3, 3],
    [40, 2, 1],
];

fn statement() -> impl Strategy<Value = Statement> {
    let leaf = prop_oneof![
        24 => (any::<u16>(), any::<u64>()).prop_map(|(form, picks)| Statement::Pure { form, picks }),
        4 => any::<u64>().prop_map(|picks| Statement::Load { picks }),
        4 => any::<u64>().prop_map(|picks| Statement::Store { picks }),
        2 => any::<u64>().prop_map(|picks| Statement::Atomic { picks }),
        3 => any::<u64>().prop_map(|picks| Statement::Sync { picks }),
        3 => any::<u64>().prop_map(|picks| Statement::Talk { picks }),
        1 => any::<u64>().prop_map(|picks| Statement::Wait { picks }),
        2 => any::<u64>().prop_map(|picks| Statement::Local { picks }),
        1 => any::<u64>().prop_map(|picks| Statement::Call { picks }),
        1 => any::<u64>().prop_map(|picks| Statement::Return { picks }),
        2 => any::<u64>().prop_map(|picks| Statement::Leave { picks }),
    ];
    leaf.prop_recursive(3, 48, 6, |inner| {
        prop_oneof![
            3 => (any::<u64>(), vec(inner.clone(), 0..6), vec(inner.clone(), 0..4))
                .prop_map(|(picks, then, otherwise)| Statement::If { picks, then, otherwise }),
            3 => (any::<u64>(), vec(inner.clone(), 0..6))
                .prop_map(|(picks, body)| Statement::Loop { picks, body }),
            2 => (any::<u64>(), vec(inner.clone(), 0..4), vec(inner.clone(), 0..4))
                .prop_map(|(picks, body, after)| Statement::Search { picks, body, after }),
            1 => (any::<u64>(), vec(vec(inner, 0..3), 4))
                .prop_map(|(picks, arms)| Statement::Switch { picks, arms }),
        ]
    })
}

/// Generates all programs.
pub(crate) fn program() -> impl Strategy<Value = Program> {
    let grid = (1..4_u32, 1..3_u32).prop_map(|(x, y)| [x, y, 1]);
    let block = proptest::sample::select(BLOCKS);
    (vec(statement(), 1..16), grid, block, any::<u64>()).prop_map(|(body, grid, block, data)| Program {
        body,
        grid,
        block,
        data,
    })
}

/// Returns whether threads may leave the enclosing loop, or end.
pub(crate) fn goes(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Leave { .. } | Statement::Return { .. } => true,
        Statement::If { then, otherwise, .. } => goes(then) || goes(otherwise),
        Statement::Loop { body, .. } => goes(body),
        Statement::Search { body, after, .. } => goes(body) || goes(after),
        Statement::Switch { arms, .. } => arms.iter().any(|arm| goes(arm)),
        _ => false,
    })
}

/// Returns whether a program calls functions.
pub(crate) fn calls(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Call { .. } => true,
        Statement::If { then, otherwise, .. } => calls(then) || calls(otherwise),
        Statement::Loop { body, .. } => calls(body),
        Statement::Search { body, after, .. } => calls(body) || calls(after),
        Statement::Switch { arms, .. } => arms.iter().any(|arm| calls(arm)),
        _ => false,
    })
}

/// Returns whether threads may leave the loop with this body in different iterations, or skip a part of one.
pub(crate) fn leaves(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Leave { .. } => true,
        Statement::If { then, otherwise, .. } => leaves(then) || leaves(otherwise),
        Statement::Loop { body, .. } => leaves(body),
        Statement::Search { body, after, .. } => leaves(body) || leaves(after),
        Statement::Switch { arms, .. } => arms.iter().any(|arm| leaves(arm)),
        _ => false,
    })
}

/// Returns whether threads wait for each other in loops.
pub(crate) fn waits(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Wait { .. } => true,
        Statement::If { then, otherwise, .. } => waits(then) || waits(otherwise),
        Statement::Loop { body, .. } => waits(body),
        Statement::Search { body, after, .. } => waits(body) || waits(after),
        Statement::Switch { arms, .. } => arms.iter().any(|arm| waits(arm)),
        _ => false,
    })
}
