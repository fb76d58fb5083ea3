//! Game records: whatever the bytes, an answer and no panic, and what was read is written and read back.
#![no_main]

use enban_formats::{BoardSize, Information, ggf, sgf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(reading) = sgf::read(bytes) {
        for tree in &reading.content.trees {
            let size = Information::of(tree).size.or(BoardSize::new(19, 19)).expect("19 is a size");
            for node in tree.walk().map(|id| tree.node(id)) {
                let _ = (node.moves(size), node.setup(size), node.labels(size), node.point_pairs("AR", size));
            }
        }
        let again = sgf::read(reading.content.write().as_bytes()).expect("what is written is read");
        assert_eq!(again.content, reading.content);
        assert_eq!(again.warnings, []);
    }
    if let Ok(reading) = ggf::read(bytes) {
        let again = ggf::read(ggf::write(&reading.content).as_bytes()).expect("what is written is read");
        assert_eq!(again.content, reading.content);
    }
});
