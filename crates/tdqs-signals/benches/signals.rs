//! Micro-benchmarks of the deterministic pass.
fn main() {
    divan::main();
}
