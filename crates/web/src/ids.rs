//! Ids and tokens that nobody can guess.

/// An id of a room.
pub(crate) fn random_id() -> String {
    random_text(16)
}

/// An access token.
pub(crate) fn random_token() -> String {
    random_text(32)
}

/// A number out of all.
pub(crate) fn random_number() -> u64 {
    u64::from_le_bytes(random_bytes())
}

/// Whether two texts are the same, in a time that does not depend on where they differ.
pub(crate) fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let differences = left.iter().zip(right).fold(0, |differences, (left, right)| differences | (left ^ right));
    left.len() == right.len() && differences == 0
}

fn random_text(letters: usize) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let bytes: [u8; 32] = random_bytes();
    bytes.iter().take(letters).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_and_drawn() {
        assert!(is_same("abc", "abc") && is_same("", ""));
        assert!(!is_same("abc", "abd") && !is_same("abc", "ab") && !is_same("", "a"));
        assert_eq!((random_id().len(), random_token().len()), (16, 32));
        assert_ne!(random_id(), random_id());
    }
}
