//! Diagnostics of a PTX text, with their places.
//!
//! There are two kinds of error. [`Cause::Invalid`]: the text is not PTX, and an assembler would reject it.
//! [`Cause::Unsupported`]: the text is PTX that this implementation does not execute. The messages follow the
//! wording of `ptxas`, because they end up in the same JIT error logs. Parser and lowering detect the errors;
//! this module only describes them.

use std::fmt;

/// Cause of a diagnostic: an error in the text, or a gap in this implementation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// The text violates the rules of PTX.
    Invalid,
    /// The text is valid PTX, but uses a feature that is not implemented.
    Unsupported,
}

/// Severity of a diagnostic; an error stops the compilation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Unusual, but with a defined meaning.
    Warning,
    /// No code is generated.
    Error,
}

/// Declares [`Problem`]: each variant next to its kind and its message.
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $ty:ty),* } = $kind:ident, $text:literal;)*) => {
        /// A problem, with the facts that its message quotes.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the fields are the names that the message quotes")]
        pub enum Problem { $($(#[$doc])* $name { $($field: $ty),* },)* }

        impl Problem {
            /// Returns the cause: an error in the text, or a gap in this implementation.
            pub const fn kind(&self) -> Cause {
                match self { $(Problem::$name { .. } => Cause::$kind,)* }
            }
        }

        impl fmt::Display for Problem {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Problem::$name { $($field),* } => write!(f, $text),)* }
            }
        }
    };
}

problems! {
    /// The parser found another token than the one expected.
    Syntax { expected: &'static str, near: String } = Invalid, "Parsing error near '{near}': expected {expected}";
    /// The text ends inside a construct.
    UnexpectedEnd { expected: &'static str } = Invalid, "Unexpected end of text: expected {expected}";
    /// A character that begins no token.
    BadCharacter { character: char } = Invalid, "Parsing error near '{character}': not a character of PTX";
    /// A literal that is malformed or too large.
    BadLiteral { literal: String } = Invalid, "'{literal}' is not a valid literal";
    /// The module does not begin with `.version`.
    MissingVersion {} = Invalid, "Missing .version directive at start of file";
    /// The module has no `.target` after its `.version`.
    MissingTarget {} = Invalid, "Missing .target directive";
    /// A `.version` unknown to this crate.
    UnsupportedVersion { major: u32, minor: u32 } = Unsupported, "Unsupported .version {major}.{minor}";
    /// A directive PTX does not have.
    UnknownDirective { directive: String } = Invalid, "Unknown directive '{directive}'";
    /// A directive that is not supported.
    UnsupportedDirective { directive: String } = Unsupported, "Directive '{directive}' is not supported";
    /// A name declared twice in one scope.
    Duplicate { name: String } = Invalid, "Duplicate definition of '{name}'";
    /// An undeclared name.
    UnknownSymbol { name: String } = Invalid, "Unknown symbol '{name}'";
    /// A branch to a label that is not in the function.
    UnknownLabel { name: String } = Invalid, "Undefined label '{name}'";
    /// A name of the wrong kind.
    WrongSymbol { name: String, expected: &'static str } = Invalid, "'{name}' is not {expected}";
    /// An unknown instruction name.
    UnknownInstruction { name: String } = Invalid, "Not a name of any known instruction: '{name}'";
    /// A modifier that the instruction lacks.
    BadModifier { instruction: String, modifier: String } = Invalid,
        "Illegal modifier '{modifier}' for instruction '{instruction}'";
    /// Two modifiers that exclude each other.
    ModifiersTogether { instruction: String, first: String, second: String } = Invalid,
        "Modifier '{first}' cannot be combined with modifier '{second}' for instruction '{instruction}'";
    /// A form that needs a later `.version`.
    NeedsVersion { feature: String, major: u32, minor: u32 } = Invalid,
        "Feature '{feature}' requires PTX ISA .version {major}.{minor} or later";
    /// A form that needs another `.target`.
    NeedsTarget { feature: String, target: String } = Invalid,
        "Feature '{feature}' requires .target {target} or higher";
    /// A form that newer `.version` and `.target` lack.
    NeedsSync { instruction: String } = Invalid,
        "Instruction '{instruction}' without '.sync' is not supported on .target sm_70 and higher from PTX ISA \
         version 6.4";
    /// An architecture unknown to this crate.
    UnsupportedTarget { target: String } = Invalid, "Unsupported .target '{target}'";
    /// An architecture newer than the version of PTX.
    TargetTooNew { major: u32, minor: u32, target: String } = Invalid,
        "PTX .version {major}.{minor} does not support .target {target}";
    /// A required modifier is missing.
    MissingModifier { instruction: String, one_of: String } = Invalid,
        "Instruction '{instruction}' needs one of the modifiers {one_of}";
    /// Types that the instruction does not support.
    BadTypes { instruction: String, types: String } = Invalid,
        "Unexpected instruction types specified for '{instruction}': {types}";
    /// A wrong number of operands.
    OperandCount { instruction: String, got: usize } = Invalid,
        "Incorrect number of operands for instruction '{instruction}': {got}";
    /// An operand of the wrong kind or type.
    OperandMismatch { instruction: String, operand: usize } = Invalid,
        "Arguments mismatch for instruction '{instruction}': operand {operand}";
    /// A special register outside `mov` and integer `cvt`.
    SpecialRegister { name: String, instruction: String } = Invalid,
        "Special register argument '{name}' not allowed for instruction '{instruction}'";
    /// A guard that is not a predicate register.
    BadGuard { name: String } = Invalid, "Guard '{name}' is not a predicate register";
    /// An alignment that is not a power of two.
    BadAlignment { got: u64 } = Invalid, "Alignment {got} is not a power of two";
    /// An initialiser with more elements than the variable.
    InitTooLong { name: String, elements: u64 } = Invalid,
        "Initializer of '{name}' has more than its {elements} elements";
    /// An initialiser outside global and constant memory.
    InitNotAllowed { name: String } = Invalid, "No initial value is allowed for '{name}' in this state space";
    /// An array in a function without a size.
    IncompleteType { name: String } = Invalid, "Variable '{name}' has incomplete type";
    /// `.texref` and the like in a body.
    HandleInFunction { name: String } = Invalid,
        "Texture/surface variable '{name}' must be at module or entry parameter scope";
    /// A variable larger than its state space.
    TooLarge { name: String, bytes: u64 } = Invalid, "'{name}' takes {bytes} bytes, more than its state space has";
    /// An address in another state space than the instruction's.
    SpaceMismatch { instruction: String } = Invalid,
        "State space mismatch between instruction and address in instruction '{instruction}'";
    /// A vector larger than one access.
    VectorTooLarge { instruction: String, bytes: u32 } = Invalid,
        "Vector of {bytes} bytes is too large for instruction '{instruction}'";
    /// A constant operand out of range.
    ValueOutOfRange { instruction: String, operand: usize, value: u64, limit: u64 } = Invalid,
        "Operand {operand} of instruction '{instruction}' is {value}, expected to be below {limit}";
    /// Wrong number of arguments or results of a call.
    CallMismatch { callee: String, expected: usize, got: usize } = Invalid,
        "Call of '{callee}' with {got} arguments or results where it has {expected}";
    /// An argument that is a vector register, or not, unlike the parameter.
    ArgumentType { callee: String } = Invalid,
        "Type of an argument or result in a call of '{callee}' does not match the formal parameter";
    /// An indirect call without prototype or targets.
    IndirectCall {} = Invalid, "Indirect call without a .callprototype or .calltargets";
    /// No kernel of this name in the module.
    UnknownKernel { name: String } = Invalid, "No kernel '{name}' in this module";
    /// An instruction that PTX has and this implementation lacks.
    UnsupportedInstruction { instruction: String } = Unsupported,
        "Instruction '{instruction}' is not supported";
    /// A special register that PTX has and this implementation lacks.
    UnsupportedRegister { name: String } = Unsupported, "Special register '{name}' is not supported";
    /// An element of an array by a constant index.
    UnsupportedElement { name: String, index: String } = Unsupported,
        "Element '{name}[{index}]' of an array by its number is not supported";
    /// A call of a function that the module only declares.
    ExternCall { callee: String } = Unsupported, "Call of external function '{callee}' is not supported";
    /// Loops in loops, far beyond what programs have.
    LoopsTooDeep { kernel: String, limit: u32 } = Unsupported,
        "Kernel '{kernel}' has loops in more than {limit} others";
    /// Registers that are alive where much of the code continues at much of the code.
    TooManyArguments { kernel: String, limit: usize } = Unsupported,
        "Kernel '{kernel}' has more than {limit} values at the edges of its blocks";
    /// Inlining all calls would make the kernel too large.
    TooMuchInlining { kernel: String, limit: usize } = Unsupported,
        "Kernel '{kernel}' exceeds {limit} statements with all calls inlined";
    /// An initialiser with the address of a symbol that has none in global memory.
    UnsupportedInit { name: String } = Unsupported, "Address of '{name}' in an initializer is not supported";
}

/// A problem with its place in the text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic {
    /// Severity; an error stops the compilation.
    pub severity: Severity,
    /// Problem.
    pub problem: Problem,
    /// 1-based line; 0 without a place in the text.
    pub line: u32,
    /// 1-based column in bytes; 0 without a place in the text.
    pub column: u32,
}

impl Diagnostic {
    /// Returns the cause: an error in the text, or a gap in this implementation.
    pub const fn kind(&self) -> Cause {
        self.problem.kind()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error  ",
        };
        f.write_str("ptxas application ptx input")?;
        if self.line != 0 {
            write!(f, ", line {}", self.line)?;
        }
        write!(f, "; {severity} : {}", self.problem)
    }
}

/// All diagnostics of a text or a kernel, in order of place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Sorts diagnostics by place and removes duplicates; `None` if there are none.
    pub fn new(mut list: Vec<Diagnostic>) -> Option<Diagnostics> {
        list.sort_by_key(|d| (d.line, d.column));
        list.dedup();
        if list.is_empty() { None } else { Some(Diagnostics { list }) }
    }

    /// Returns a single error without a place in the text.
    pub fn without_place(problem: Problem) -> Diagnostics {
        Diagnostics { list: vec![Diagnostic { severity: Severity::Error, problem, line: 0, column: 0 }] }
    }

    /// Returns the diagnostics in order of place; never empty.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Returns [`Cause::Invalid`] if any error is of that kind, else [`Cause::Unsupported`].
    pub fn kind(&self) -> Cause {
        self.list.iter().map(Diagnostic::kind).min().unwrap_or(Cause::Unsupported)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, d) in self.list.iter().enumerate() {
            if n != 0 {
                f.write_str("\n")?;
            }
            write!(f, "{d}")?;
        }
        Ok(())
    }
}

/// Collector of problems with byte offsets; [`Lines`] converts them to lines at the end.
#[derive(Default, Debug)]
pub(crate) struct Sink {
    found: Vec<(u32, Problem)>,
}

impl Sink {
    /// Adds an error at a byte offset.
    pub(crate) fn error(&mut self, at: u32, problem: Problem) {
        // Random bytes would otherwise give one error for each byte.
        if self.found.len() < 1000 {
            self.found.push((at, problem));
        }
    }

    /// Adds the errors of another collector.
    pub(crate) fn absorb(&mut self, other: Sink) {
        self.found.extend(other.found);
    }

    /// Returns whether there are no errors.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns whether a form is newer than the module's `.version` or `.target`.
    pub(crate) fn has_newer_forms(&self) -> bool {
        let is_newer =
            |problem: &Problem| matches!(problem, Problem::NeedsVersion { .. } | Problem::NeedsTarget { .. });
        self.found.iter().any(|(_, problem)| is_newer(problem))
    }

    /// Returns the diagnostics with their lines, if there are any.
    pub(crate) fn finish(self, lines: &Lines) -> Option<Diagnostics> {
        let list = self
            .found
            .into_iter()
            .map(|(at, problem)| {
                let (line, column) = lines.position(at);
                Diagnostic { severity: Severity::Error, problem, line, column }
            })
            .collect();
        Diagnostics::new(list)
    }
}

/// Byte offsets of the lines of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    /// Finds the lines of a text.
    pub(crate) fn new(text: &str) -> Lines {
        let ends = text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(n, _)| n as u32 + 1);
        Lines { starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the 1-based line and column of a byte offset.
    pub(crate) fn position(&self, at: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&s| s <= at);
        (line as u32, at - self.starts[line - 1] + 1)
    }

    /// Returns the 1-based line of a byte offset.
    pub(crate) fn line(&self, at: u32) -> u32 {
        self.position(at).0
    }
}
