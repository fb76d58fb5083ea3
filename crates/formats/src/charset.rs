//! Bytes to text: byte order marks, named character sets, and a guess where none is named.

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252};

/// A text, and how it was read from its bytes.
pub(crate) struct Decoded<'b> {
    pub(crate) text: Cow<'b, str>,
    /// The name of the character set.
    pub(crate) charset: &'static str,
    /// Whether some bytes had no meaning and became U+FFFD.
    pub(crate) malformed: bool,
}

/// Reads what begins with a byte order mark.
pub(crate) fn by_mark(bytes: &[u8]) -> Option<Decoded<'_>> {
    let (encoding, mark_bytes) = Encoding::for_bom(bytes)?;
    Some(decode(&bytes[mark_bytes..], encoding))
}

/// Reads bytes in the given character set.
pub(crate) fn decode<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> Decoded<'b> {
    let (text, malformed) = encoding.decode_without_bom_handling(bytes);
    Decoded { text, charset: name(encoding), malformed }
}

/// Reads bytes of which nothing is known: UTF-8 if they are that, else Shift_JIS, else Latin-1.
///
/// Latin-1 takes anything, and many a French name is also two bytes of Shift_JIS. But the bytes 81 to 9F, with which
/// kana and the common kanji begin, are no letters in Latin-1, so Shift_JIS is taken only if one of them is there.
pub(crate) fn guess(bytes: &[u8]) -> Decoded<'_> {
    if let Some(decoded) = by_mark(bytes) {
        return decoded;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: Cow::Borrowed(text), charset: name(UTF_8), malformed: false };
    }
    let japanese = decode(bytes, SHIFT_JIS);
    let has_common_lead = bytes.iter().any(|byte| (0x81..=0x9F).contains(byte));
    if has_common_lead && !japanese.malformed { japanese } else { decode(bytes, WINDOWS_1252) }
}

/// The character set of a label such as `Shift_JIS` or `latin1`, if text whose label is written in ASCII can be in it.
pub(crate) fn by_label(label: &str) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label.as_bytes())?;
    (encoding.is_ascii_compatible() || encoding == ISO_2022_JP).then_some(encoding)
}

/// Whether ASCII bytes mean what they mean in ASCII.
pub(crate) fn keeps_ascii(encoding: &'static Encoding) -> bool {
    encoding != ISO_2022_JP
}

/// The usual name: what the web calls windows-1252 is Latin-1 with a few letters more.
pub(crate) fn name(encoding: &'static Encoding) -> &'static str {
    if encoding == WINDOWS_1252 { "ISO-8859-1" } else { encoding.name() }
}

/// Finds the first `CA[label]` in bytes that cannot be read yet, because the label is what says how.
pub(crate) fn declared_in(bytes: &[u8]) -> Option<&'static Encoding> {
    const LABEL_MAX: usize = 40;
    let starts = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(b"CA"));
    let names = starts.filter(|&at| at == 0 || !bytes[at - 1].is_ascii_alphanumeric());
    names.into_iter().find_map(|at| {
        let rest = bytes[at + 2..].trim_ascii_start().strip_prefix(b"[")?;
        let end = rest.iter().take(LABEL_MAX).position(|&byte| byte == b']')?;
        by_label(std::str::from_utf8(&rest[..end]).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, GBK};

    #[test]
    fn what_is_not_named_is_guessed() {
        let check = |bytes: &[u8], text: &str, charset: &str| {
            let decoded = guess(bytes);
            assert_eq!((&*decoded.text, decoded.charset, decoded.malformed), (text, charset, false));
        };
        check(b"plain", "plain", "UTF-8");
        check("円盤".as_bytes(), "円盤", "UTF-8");
        check(b"\xEF\xBB\xBFabc", "abc", "UTF-8");
        check(b"\xFF\xFEa\0b\0", "ab", "UTF-16LE");
        check(&SHIFT_JIS.encode("表の石").0, "表の石", "Shift_JIS");
        check(b"Andr\xE9]", "André]", "ISO-8859-1");
        check(b"M\xFCller", "Müller", "ISO-8859-1");
        check(b"\x81", "\u{81}", "ISO-8859-1");
    }

    #[test]
    fn labels_are_found() {
        let check = |bytes: &[u8], expected: Option<&'static Encoding>| assert_eq!(declared_in(bytes), expected);
        check(b"(;GM[1]CA[euc-jp]", Some(EUC_JP));
        check(b"(;CA [ GB2312 ]", Some(GBK));
        check(b"CA[latin1]", Some(WINDOWS_1252));
        check(b"(;XCA[euc-jp]", None);
        check(b"(;CA[nonsense]CA[utf-8]", Some(UTF_8));
        check(b"(;CA[UTF-16]", None);
        check(b"(;CA[hz-gb-2312]", None);
        check(b"(;CA[euc-jp", None);
        check(b"CA", None);
    }
}
