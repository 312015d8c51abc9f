//! Work on many things at once, with results in their order.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `work` gives for each item, in the order of the items. Every core takes the next item when it is done with one:
/// some servers have two tools, others five hundred.
pub(super) fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let next = AtomicUsize::new(0);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        items.get(at).map(|item| (at, work(item)))
    };
    let take_all = || std::iter::from_fn(take).collect::<Vec<(usize, R)>>();
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(take_all)).collect();
        let mut done = take_all();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for count in [0, 1, 2, 100] {
            let items: Vec<u64> = (0..count).collect();
            let results = on_all_cores(&items, |item| {
                // The first ones take longest.
                (*item..count).for_each(|_| thread::yield_now());
                item * 2
            });
            assert!(results.into_iter().eq((0..count).map(|item| item * 2)));
        }
    }
}
