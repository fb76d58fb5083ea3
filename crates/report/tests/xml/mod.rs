//! A small reader of XML that refuses what is not well formed. HTML passes with its few void elements.

/// What a text held.
#[derive(Default, Debug)]
pub struct Read {
    /// Each opening tag, with its attributes as they were written.
    pub tags: Vec<String>,
    /// The texts between tags, unescaped.
    pub texts: Vec<String>,
}

/// Reads the text; the error says where it is not well formed.
pub fn read(text: &str) -> Result<Read, String> {
    let mut read = Read::default();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.strip_prefix("<!DOCTYPE html>").unwrap_or(text);
    while let Some(at) = rest.find('<') {
        read.push_text(&rest[..at])?;
        let end = tag_end(&rest[at..]).ok_or_else(|| format!("no end of tag at {:?}", start(&rest[at..])))?;
        let tag = &rest[at + 1..at + end];
        rest = &rest[at + end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            match open.pop() {
                Some(opened) if opened == name => {}
                opened => return Err(format!("</{name}> closes {opened:?}")),
            }
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        check_attributes(tag.trim_end_matches('/')[name.len()..].trim())?;
        read.tags.push(tag.to_owned());
        if !tag.ends_with('/') && name != "meta" {
            open.push(name);
        }
        if name == "style" {
            let end = rest.find("</style>").ok_or("no end of style")?;
            rest = &rest[end..];
        }
    }
    read.push_text(rest)?;
    if open.is_empty() { Ok(read) } else { Err(format!("not closed: {open:?}")) }
}

impl Read {
    fn push_text(&mut self, text: &str) -> Result<(), String> {
        if text.contains('>') {
            return Err(format!("a bare > in {:?}", start(text)));
        }
        let text = unescape(text)?;
        if !text.trim().is_empty() {
            self.texts.push(text);
        }
        Ok(())
    }
}

fn start(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Where the tag at the start of a text ends; quotes may hold its sign.
fn tag_end(text: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '>' if !quoted => return Some(at),
            '<' if at > 0 => return None,
            _ => {}
        }
    }
    None
}

/// Attributes are `name="value"`, each once.
fn check_attributes(mut text: &str) -> Result<(), String> {
    let mut names = Vec::new();
    while !text.is_empty() {
        let (name, rest) = text.split_once("=\"").ok_or_else(|| format!("no value in {text:?}"))?;
        let (value, rest) = rest.split_once('"').ok_or_else(|| format!("no quote in {text:?}"))?;
        unescape(value)?;
        let proper =
            !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-:".contains(letter));
        if !proper || names.contains(&name) {
            return Err(format!("attribute {name:?} of {names:?}"));
        }
        names.push(name);
        text = rest.trim_start();
    }
    Ok(())
}

fn unescape(text: &str) -> Result<String, String> {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').ok_or_else(|| format!("a bare & before {:?}", start(part)))?;
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            other => return Err(format!("unknown entity {other:?}")),
        });
        out += rest;
    }
    if let Some(bad) = out.chars().find(|letter| letter.is_control() && !"\n\t\r".contains(*letter)) {
        return Err(format!("control {bad:?}"));
    }
    Ok(out)
}
