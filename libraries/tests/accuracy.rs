//! Errors of results against sums with twice the digits of f64, and their table in the book
//! (docs/reference/accuracy.md). `UPDATE_DOCS=1` writes the table anew.

#![allow(dead_code, reason = "each library's tests use a part of them")]

use crate::shared::Matrix;
use num_complex::Complex64;
use std::fmt::Write as _;
use std::path::Path;

/// Sum of products, with an error of about 2^-104 (T. Ogita, S. M. Rump and S. Oishi, "Accurate sum and dot
/// product", 2005).
#[derive(Clone, Copy, Default)]
struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        let sum = self.high + x;
        let part = sum - self.high;
        self.low += (self.high - (sum - part)) + (x - part);
        self.high = sum;
    }

    fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        self.low += a.mul_add(b, -product);
        self.add(product);
    }
}

/// The same of complex numbers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Exact {
    re: Sum,
    im: Sum,
}

impl Exact {
    pub(crate) fn add_product(&mut self, a: Complex64, b: Complex64) {
        self.re.add_product(a.re, b.re);
        if a.im != 0.0 || b.im != 0.0 {
            self.re.add_product(-a.im, b.im);
            self.im.add_product(a.re, b.im);
            self.im.add_product(a.im, b.re);
        }
    }

    pub(crate) fn subtract(&mut self, z: Complex64) {
        self.re.add(-z.re);
        self.im.add(-z.im);
    }

    /// The sum, rounded once.
    pub(crate) fn value(self) -> Complex64 {
        Complex64::new(self.re.high + self.re.low, self.im.high + self.im.low)
    }
}

/// Frobenius norm.
pub(crate) fn norm(of: &Matrix<Complex64>) -> f64 {
    of.values.iter().map(Complex64::norm_sqr).sum::<f64>().sqrt()
}

/// `A B - C`, each element a sum that is rounded once.
pub(crate) fn residual(
    a: &Matrix<Complex64>,
    b: &Matrix<Complex64>,
    c: &Matrix<Complex64>,
) -> Matrix<Complex64> {
    let element = |n: usize| {
        let (i, j) = (n / c.columns, n % c.columns);
        let mut sum = Exact::default();
        (0..a.columns).for_each(|k| sum.add_product(a.get(i, k), b.get(k, j)));
        sum.subtract(c.get(i, j));
        sum.value()
    };
    Matrix { rows: c.rows, columns: c.columns, values: (0..c.rows * c.columns).map(element).collect() }
}

/// Error of `A B = C` in relation to the norm of `C`, of products and of the factors of a matrix.
pub(crate) fn error_of_product(a: &Matrix<Complex64>, b: &Matrix<Complex64>, c: &Matrix<Complex64>) -> f64 {
    norm(&residual(a, b, c)) / norm(c)
}

/// Error of a solution of `A X = B` in relation to the norms of `A` and of `X`: by so much `A` would have to
/// differ for `X` to be exact.
pub(crate) fn error_of_solution(a: &Matrix<Complex64>, x: &Matrix<Complex64>, b: &Matrix<Complex64>) -> f64 {
    norm(&residual(a, x, b)) / (norm(a) * norm(x))
}

/// Distance of one and the next number of a type (`hipDataType`).
pub(crate) fn epsilon(ty: u32) -> f64 {
    match ty {
        0 | 4 => f64::from(f32::EPSILON),
        1 | 5 => f64::EPSILON,
        2 => 2f64.powi(-10),
        14 => 2f64.powi(-7),
        // Integers are exact or wrong.
        _ => 1.0,
    }
}

/// Name of a type (`hipDataType`) in the table.
pub(crate) fn type_name(ty: u32) -> &'static str {
    match ty {
        0 => "f32",
        1 => "f64",
        2 => "f16",
        3 => "i8",
        4 => "c32",
        5 => "c64",
        8 => "u32",
        10 => "i32",
        _ => "bf16",
    }
}

/// Rows of one library.
pub(crate) struct Table {
    library: &'static str,
    rows: Vec<Row>,
}

struct Row {
    /// Function, size and type, and the limit.
    what: [String; 4],
    error: f64,
    limit: f64,
}

impl Table {
    pub(crate) fn new(library: &'static str) -> Table {
        Table { library, rows: Vec::new() }
    }

    /// Adds a relative error of a result of a type, and its limit in units of the type's epsilon.
    pub(crate) fn add(&mut self, function: &str, size: &str, ty: u32, error: f64, limit: f64) {
        let what = [function, size, type_name(ty), &format!("{limit}")].map(str::to_owned);
        self.rows.push(Row { what, error: error / epsilon(ty), limit });
    }

    /// Adds a value that has no unit.
    pub(crate) fn add_plain(&mut self, function: &str, size: &str, ty: u32, value: f64, limit: f64) {
        self.add(function, size, ty, value * epsilon(ty), limit);
    }

    /// Compares the table with the book's, or writes it.
    ///
    /// # Panics
    /// An error is greater than its limit, or the book has other rows.
    pub(crate) fn check(&self) {
        for Row { what: [function, size, ty, _], error, limit } in &self.rows {
            assert!(error <= limit, "{function} {size} {ty}: {error:.2}, limit {limit}");
        }
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/accuracy.md");
        let text = std::fs::read_to_string(&page).expect("the page");
        let [start, end] = ["", "/"].map(|mark| format!("<!-- {mark}{} -->\n", self.library));
        let (before, rest) = text.split_once(&start).expect("the start of the table");
        let (table, after) = rest.split_once(&end).expect("the end of the table");
        let head = "| function | size | type | error | limit |\n|---|---|---|---|---|\n";
        if std::env::var_os("UPDATE_DOCS").is_some() {
            let mut table = head.to_owned();
            for Row { what: [function, size, ty, limit], error, .. } in &self.rows {
                let _ = writeln!(table, "| {function} | {size} | {ty} | {error:.2} | {limit} |");
            }
            let text = format!("{before}{start}{table}{end}{after}");
            return std::fs::write(&page, text).expect("the page is written");
        }
        // Errors depend on the processor: sums are in another order with wider vectors.
        let without_errors = |line: &str| {
            let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
            (cells.len() == 7).then(|| [1, 2, 3, 5].map(|n| cells[n].clone()))
        };
        let written: Vec<_> = table.lines().skip(2).map(without_errors).collect();
        let rows: Vec<_> = self.rows.iter().map(|row| Some(row.what.clone())).collect();
        assert_eq!(written, rows, "docs/reference/accuracy.md: regenerate it with UPDATE_DOCS=1");
    }
}
