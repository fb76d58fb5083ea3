//! Text that every writer needs: letters that no format can hold, and line breaks.

/// The letters of a text that can be printed. Line breaks and tabs become blanks; other controls and what
/// Unicode reserves for no letter at all are left out, for neither XML nor TeX takes them.
pub(crate) fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .map(|letter| if matches!(letter, '\n' | '\r' | '\t') { ' ' } else { letter })
        .filter(|&letter| is_letter(letter))
}

fn is_letter(letter: char) -> bool {
    let reserved = matches!(u32::from(letter), 0xFDD0..=0xFDEF) || u32::from(letter) & 0xFFFE == 0xFFFE;
    !letter.is_control() && !reserved
}

/// The lines of a command, without a last empty one.
pub(crate) fn code_lines(code: &str) -> impl Iterator<Item = String> {
    code.trim_end_matches(['\n', '\r']).split('\n').map(|line| {
        let line = line.trim_end_matches('\r').replace('\t', "    ");
        letters(&line).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_printed_is_left_out() {
        assert_eq!(letters("a\u{0}b\nc\u{7f}\u{fffe}\u{9b}円").collect::<String>(), "ab c円");
        assert_eq!(code_lines("a\n\n\tb\r\n\n").collect::<Vec<_>>(), ["a", "", "    b"]);
    }
}
