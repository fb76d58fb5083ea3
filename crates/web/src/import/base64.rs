//! Bytes written as base64.

use crate::refusal::Refusal;

/// The bytes that a text stands for; blanks and missing padding are passed over.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for (at, letter) in text.bytes().enumerate() {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' | b' ' | b'\n' | b'\r' | b'\t' => continue,
            _ => return Err(Refusal::bad(format!("base64: letter {} is none of its letters", at + 1))),
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read() {
        let check = |text: &str, bytes: &[u8]| assert_eq!(decode(text).unwrap(), bytes, "{text}");
        check("", b"");
        check("TQ==", b"M");
        check("TWE=", b"Ma");
        check("TWFu", b"Man");
        check("TW Fu\n", b"Man");
        check("/+//", &[0xff, 0xef, 0xff]);
        assert!(decode("TW?u").is_err() && decode("円").is_err());
    }
}
