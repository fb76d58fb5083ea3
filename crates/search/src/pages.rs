//! Blocks of memory for large tables, laid out at once and on large pages where the system has them.
//!
//! A search reads its table all over. With pages of 4 KB nearly every look first asks the processor's page tables, and
//! pages that arrive during the search stop its threads; both cost most when there is more than one thread.
#![allow(unsafe_code, reason = "memory with an alignment of its own, and the system's advice about it")]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ops::Deref;
use std::ptr::NonNull;

/// The size of a large page on the machines we know.
const LARGE: usize = 2 << 20;

/// The size of a cache line on the machines we know.
#[cfg(target_arch = "x86_64")]
const CACHE_LINE: usize = 64;

/// A slice of its own, at the start of a large page if it fills one.
pub(crate) struct Pages<T> {
    first: NonNull<T>,
    count: usize,
    layout: Layout,
}

// SAFETY: a `Pages` owns its items as a boxed slice does.
unsafe impl<T: Send> Send for Pages<T> {}
// SAFETY: sharing a `Pages` shares its items and nothing else.
unsafe impl<T: Sync> Sync for Pages<T> {}

impl<T> Pages<T> {
    /// So many items, every one made now.
    pub(crate) fn new(count: usize, make: impl Fn() -> T) -> Self {
        let plain = Layout::array::<T>(count).expect("a table fits the address space");
        let is_large = plain.size() >= LARGE;
        let layout = if is_large { plain.align_to(LARGE).expect("the size is far from the limit") } else { plain };
        assert!(layout.size() > 0, "a table has items, and they have a size");
        // SAFETY: the layout is not empty, as asserted.
        let Some(first) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
        if is_large {
            advise(first, layout.size());
        }
        let first = first.cast::<T>();
        for index in 0..count {
            // SAFETY: the layout has room for `count` items. If `make` panics the memory is only lost.
            unsafe { first.add(index).write(make()) };
        }
        Self { first, count, layout }
    }

    /// Brings the cache lines of an item nearer where the machine can be asked to. A hint: nothing is read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        for line in (0..size_of::<T>()).step_by(CACHE_LINE) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = self.first.as_ptr().wrapping_add(index).wrapping_byte_add(line);
            // SAFETY: every x86-64 has the instruction, and it faults at no address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

/// Asks for large pages. It is advice: memory that does not get them works as well, only slower.
fn advise(first: NonNull<u8>, bytes: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: the range was just allocated and starts on a page; the advice does not change what is in it.
    let _ = unsafe { rustix::mm::madvise(first.as_ptr().cast(), bytes, rustix::mm::Advice::LinuxHugepage) };
    #[cfg(not(target_os = "linux"))]
    let _ = (first, bytes);
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: all items were made in `new` and live as long as `self`.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl<T> Drop for Pages<T> {
    fn drop(&mut self) {
        // SAFETY: the items were made in `new` and nobody can reach them any more; the layout is that of `alloc`.
        unsafe {
            NonNull::slice_from_raw_parts(self.first, self.count).drop_in_place();
            dealloc(self.first.as_ptr().cast(), self.layout);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn items_are_made_and_dropped_once() {
        let item = Arc::new(());
        for count in [1, 1000, LARGE / size_of::<Arc<()>>() + 1] {
            let pages = Pages::new(count, || Arc::clone(&item));
            assert_eq!((pages.len(), Arc::strong_count(&item)), (count, count + 1));
            drop(pages);
            assert_eq!(Arc::strong_count(&item), 1);
        }
    }

    #[test]
    fn large_blocks_start_on_a_large_page() {
        let pages = Pages::new(LARGE, || 7u8);
        assert!(pages.as_ptr().addr().is_multiple_of(LARGE) && pages.iter().all(|&item| item == 7));
    }
}
