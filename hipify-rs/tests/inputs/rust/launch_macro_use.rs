#[macro_use]
extern crate rustacuda;

fn run() {
    launch!(module.k<<<1, 32, 0, stream>>>(x));
}
