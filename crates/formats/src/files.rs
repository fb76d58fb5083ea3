//! Files of others, which may be larger than memory or have no end at all.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The most megabytes of a record.
pub const RECORD_MAX_MB: u64 = 16;
/// The most megabytes of a list: openings, test positions, an experiment.
pub const LIST_MAX_MB: u64 = 64;

/// The bytes of a file that has at most so many megabytes.
pub fn read_file(path: &Path, most_mb: u64) -> io::Result<Vec<u8>> {
    let most = most_mb << 20;
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::new(ErrorKind::InvalidData, format!("larger than {most_mb} MB"))),
        false => Ok(bytes),
    }
}

/// The text of a file that has at most so many megabytes.
pub fn read_text_file(path: &Path, most_mb: u64) -> io::Result<String> {
    String::from_utf8(read_file(path, most_mb)?)
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, format!("no text in UTF-8: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_their_limit() {
        let path = std::env::temp_dir().join(format!("enban-files-{}", std::process::id()));
        std::fs::write(&path, vec![b'a'; 1 << 20]).unwrap();
        assert_eq!(read_text_file(&path, 1).unwrap().len(), 1 << 20);
        std::fs::write(&path, vec![b'a'; (1 << 20) + 1]).unwrap();
        assert_eq!(read_file(&path, 1).unwrap_err().to_string(), "larger than 1 MB");
        assert_eq!(read_file(&path, 2).unwrap().len(), (1 << 20) + 1);
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(read_text_file(&path, 1).unwrap_err().to_string().contains("no text"));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(read_file(&path, 1).unwrap_err().kind(), ErrorKind::NotFound);
        if Path::new("/dev/zero").exists() {
            assert_eq!(read_file(Path::new("/dev/zero"), 1).unwrap_err().to_string(), "larger than 1 MB");
        }
    }
}
