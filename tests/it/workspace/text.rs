//! Reading files that are and are not text.

use super::Tree;
use spelunk::workspace::{Encoding, MAX_FILE_BYTES, ReadError, Text};

#[test]
fn files_are_decoded_as_their_first_bytes_say() {
    let tree = Tree::new(&[]);
    let check = |bytes: &[u8], expected: &str, encoding: Encoding| {
        tree.write("file", bytes);
        let text = Text::read(&tree.resolve("file")).expect("text");
        assert_eq!((text.content.as_str(), text.encoding), (expected, encoding));
        assert_eq!(text.stamp.size, bytes.len() as u64);
    };
    check(b"", "", Encoding::Utf8);
    check(b"a\r\nb", "a\r\nb", Encoding::Utf8);
    check(b"\xef\xbb\xbfa", "a", Encoding::Utf8WithBom);
    check(b"\xff\xfeh\0i\0", "hi", Encoding::Utf16LittleEndian);
    check(b"\xfe\xff\0h\0i", "hi", Encoding::Utf16BigEndian);
    check(b"caf\xe9", "caf\u{fffd}", Encoding::Utf8);
    let long = "x".repeat(200_000);
    check(long.as_bytes(), &long, Encoding::Utf8);
}

#[test]
fn a_large_utf16_file_is_not_taken_for_binary() {
    let tree = Tree::new(&[]);
    let line = "let käse = 1;\n".repeat(20_000);
    let bytes: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(line.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    tree.write("big.rs", bytes);
    assert_eq!(Text::read(&tree.resolve("big.rs")).expect("text").content, line);
}

#[test]
fn files_without_text_have_errors_of_their_own() {
    let tree = Tree::new(&[("dir/", ""), ("binary", "a\0b"), ("gone.rs", "")]);
    let late = [vec![b'x'; 100_000], vec![0], vec![b'y'; 10]].concat();
    tree.write("late", late);
    let gone = tree.resolve("gone.rs");
    std::fs::remove_file(tree.at("gone.rs")).expect("removed");
    let read = |path: &str| Text::read(&tree.resolve(path)).expect_err("no text");
    assert!(matches!(read("dir"), ReadError::Directory { path } if path == "dir"));
    assert!(matches!(read("binary"), ReadError::Binary { path } if path == "binary"));
    assert!(matches!(read("late"), ReadError::Binary { .. }));
    let error = Text::read(&gone).expect_err("gone");
    assert!(matches!(error, ReadError::Missing { .. }));
    assert!(matches!(error.after_walk(), ReadError::Vanished { path } if path == "gone.rs"));
}

#[test]
fn a_huge_file_is_refused_or_read_up_to_a_limit() {
    let tree = Tree::new(&[("lines.txt", "one\ntwo\nthree\n")]);
    let sparse = std::fs::File::create(tree.at("sparse")).expect("a file");
    sparse.set_len(100 << 20).expect("a sparse file");
    assert!(matches!(Text::read(&tree.resolve("sparse")), Err(ReadError::Binary { .. })));
    // Text at the start, so that it is the size that is refused.
    tree.write("huge", "x\n".repeat(50_000));
    std::fs::OpenOptions::new()
        .write(true)
        .open(tree.at("huge"))
        .and_then(|file| file.set_len(MAX_FILE_BYTES + 1))
        .expect("a sparse file");
    assert!(
        matches!(Text::read(&tree.resolve("huge")), Err(ReadError::TooLarge { size, .. }) if size == MAX_FILE_BYTES + 1)
    );
    let start = Text::read_up_to(&tree.resolve("huge"), 70_001).expect("its start");
    assert_eq!((start.content.len(), start.truncated_from), (70_000, Some(MAX_FILE_BYTES + 1)));
    let cut = Text::read_up_to(&tree.resolve("lines.txt"), 9).expect("its start");
    assert_eq!((cut.content.as_str(), cut.truncated_from), ("one\ntwo\n", Some(14)));
    let whole = Text::read_up_to(&tree.resolve("lines.txt"), 14).expect("all of it");
    assert_eq!((whole.line_count(), whole.truncated_from), (3, None));
}

#[cfg(unix)]
#[test]
fn pipes_and_unreadable_files_are_errors_and_never_wait() {
    use std::os::unix::fs::PermissionsExt;
    let tree = Tree::new(&[("locked.rs", "fn a() {}")]);
    let socket = std::os::unix::net::UnixListener::bind(tree.at("socket")).expect("a socket");
    assert!(matches!(Text::read(&tree.resolve("socket")), Err(ReadError::NotRegular { .. })));
    drop(socket);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        tree.at("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .expect("a pipe");
    assert!(matches!(Text::read(&tree.resolve("pipe")), Err(ReadError::NotRegular { .. })));
    let locked = tree.at("locked.rs");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).expect("permissions");
    let read = Text::read(&tree.resolve("locked.rs"));
    if super::permissions_count(&locked) {
        assert!(matches!(read, Err(ReadError::Unreadable { .. })));
    } else {
        assert_eq!(read.expect("the superuser reads everything").content, "fn a() {}");
    }
}
