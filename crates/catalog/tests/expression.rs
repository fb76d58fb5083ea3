//! Expressions: read, written, mistakes named.
#![allow(clippy::unwrap_used)]

use enban_catalog::Expression;
use enban_catalog::expression::nearest;
use proptest::prelude::*;

#[test]
fn expressions_are_read_and_written() {
    let check = |text: &str, written: &str| {
        assert_eq!(Expression::parse(text).unwrap().to_string(), written);
    };
    check(" nip ", "nip");
    check("nip()", "nip");
    check("go9( komi = 6.5 , rules=japanese )", "go9(komi=6.5,rules=japanese)");
    check(r#"gtp(cmd="a (b), \"c\"")"#, r#"gtp(cmd="a (b), \"c\"")"#);
}

#[test]
fn mistakes_are_named() {
    let check = |text: &str, message: &str| assert_eq!(Expression::parse(text).unwrap_err().to_string(), message);
    check("", "character 1: the text ends, expected a name");
    check("nip(lap", "character 8: the text ends, expected = and a value for lap");
    check("nip(lap=)", "character 9: found \")\", expected a value");
    check("nip(lap=on lap=off)", "character 12: found \"l\", expected , or )");
    check("nip(lap=on,lap=off)", "character 12: found \"lap\", expected each key once");
    check("nip)", "character 4: found \")\", expected the end of the name");
    check("x(y=\"z", "character 7: the text ends, expected a closing quote");
}

#[test]
fn a_near_word_is_offered() {
    assert_eq!(nearest("revesri6", ["reversi", "reversi6", "nip"]), Some("reversi6"));
    assert_eq!(nearest("chess", ["reversi", "nip"]), None);
}

#[test]
fn letters_that_cannot_stand_in_quotes_are_escaped() {
    let check = |value: &str, written: &str| {
        let expression = Expression { name: "gtp".to_owned(), arguments: vec![("cmd".to_owned(), value.to_owned())] };
        assert_eq!(expression.to_string(), written);
        assert_eq!(Expression::parse(written), Ok(expression));
    };
    check("a\u{1b}b", r#"gtp(cmd="a\u{1b}b")"#);
    check("\0\r\u{85}", r#"gtp(cmd="\u{0}\u{d}\u{85}")"#);
    check("e\u{301} a", "gtp(cmd=\"e\u{301} a\")");
    let refused = |text: &str, message: &str| assert_eq!(Expression::parse(text).unwrap_err().to_string(), message);
    refused(r#"x(y="\q")"#, r#"character 7: found "q", expected one of n r t u " \ after a backslash"#);
    refused(r#"x(y="\u{d800}")"#, r#"character 8: found "{", expected the number of a letter, as in \u{1b}"#);
    refused(r#"x(y="\u1b")"#, r#"character 8: found "1", expected the number of a letter, as in \u{1b}"#);
}

proptest! {
    #[test]
    fn any_text_is_read_back(letters in proptest::collection::vec(any::<char>(), 0..20)) {
        let value: String = letters.into_iter().collect();
        let expression = Expression { name: "gtp".to_owned(), arguments: vec![("cmd".to_owned(), value)] };
        prop_assert_eq!(Expression::parse(&expression.to_string()), Ok(expression));
    }

    #[test]
    fn what_is_written_is_read_back(name in "[a-z][a-z0-9-]{0,8}", value in "[ -~\n\t円]*", key in "[a-z]{1,5}") {
        let expression = Expression { name, arguments: vec![(key, value)] };
        prop_assert_eq!(Expression::parse(&expression.to_string()), Ok(expression));
    }

    #[test]
    fn no_text_panics(text in "\\PC*|[a-z(),=\"\\\\ 円]*") {
        let _ = Expression::parse(&text);
        let _ = nearest(&text, ["reversi", "nip"]);
    }
}
