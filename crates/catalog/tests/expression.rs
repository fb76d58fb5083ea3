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

proptest! {
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
