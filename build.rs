//! Writes the `o200k_base` vocabulary as read-only tables, so that counting tokens needs no
//! construction at run time, and packs the descriptions of languages and servers.

#![expect(clippy::disallowed_methods, reason = "a program of its own")]

use std::path::{Path, PathBuf};

#[path = "src/domain/tokens/layout.rs"]
mod layout;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/domain/tokens/layout.rs");
    // What is packed into the crate, which has to be built anew when a file is added or changed.
    println!("cargo::rerun-if-changed=languages");
    println!("cargo::rerun-if-changed=servers");

    let out = std::env::var("OUT_DIR")?;
    let out = Path::new(&out);
    let tables = tables(&vocabulary()?)?;
    std::fs::write(out.join("o200k.slots"), tables.slots)?;
    std::fs::write(out.join("o200k.bytes"), tables.bytes)?;
    std::fs::write(out.join("o200k.lengths"), tables.lengths)?;
    std::fs::write(out.join("o200k.bases"), tables.bases)?;
    std::fs::write(out.join("embedded"), packed(&["languages", "servers"])?)?;
    std::fs::write(out.join("o200k.longest"), tables.longest)?;
    Ok(())
}

/// The files below some folders, in the form that `src/lang/embedded.rs` reads.
fn packed(folders: &[&str]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    const LEVEL: u8 = 10;
    let mut paths: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    let mut files = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(&path)? {
                paths.push(entry?.path());
            }
        } else {
            let name = path.to_str().ok_or("paths are UTF-8")?.replace('\\', "/");
            files.push((name, std::fs::read_to_string(&path)?));
        }
    }
    files.sort();
    let text: String =
        files.iter().map(|(name, text)| format!("{name}\n{}\n{text}", text.len())).collect();
    Ok(miniz_oxide::deflate::compress_to_vec(text.as_bytes(), LEVEL))
}

/// The bytes of every ordinary token, at the index that is its rank.
fn vocabulary() -> Result<Vec<Vec<u8>>, Box<dyn std::error::Error>> {
    let tokenizer = tiktoken_rs::o200k_base()?;
    let mut tokens = Vec::new();
    // Ordinary ranks run without a gap from 0; the special ones, which decode as well, stand behind
    // a gap.
    for rank in 0.. {
        match tokenizer.decode_bytes(&[rank]) {
            Ok(token) => tokens.push(token),
            Err(_) => break,
        }
    }
    if tokens.len() < 190_000 {
        return Err(format!("the vocabulary ends after {} tokens", tokens.len()).into());
    }
    Ok(tokens)
}

struct Tables {
    slots: Vec<u8>,
    bytes: Vec<u8>,
    lengths: Vec<u8>,
    bases: Vec<u8>,
    longest: Vec<u8>,
}

fn tables(vocabulary: &[Vec<u8>]) -> Result<Tables, Box<dyn std::error::Error>> {
    let mut slots = vec![layout::EMPTY; layout::SLOTS];
    let (mut bytes, mut lengths, mut bases) = (Vec::new(), Vec::new(), Vec::new());
    let mut longest = vec![1; 256];
    for group in vocabulary.chunks(layout::GROUP) {
        bases.extend(u32::try_from(bytes.len())?.to_le_bytes());
        for token in group {
            lengths.push(u8::try_from(token.len())?);
            bytes.extend(token);
        }
    }
    for (rank, token) in vocabulary.iter().enumerate() {
        let rank = u32::try_from(rank)?;
        if rank >= layout::RANK_MASK || token.len() > layout::MAX_TOKEN_BYTES {
            return Err(
                format!("token {rank} of {} bytes does not fit the layout", token.len()).into()
            );
        }
        for byte in token {
            let known: &mut u8 = &mut longest[usize::from(*byte)];
            *known = (*known).max(u8::try_from(token.len())?);
        }
        let hash = if token.len() <= layout::SHORT {
            let mut word = [0; 16];
            word[..token.len()].copy_from_slice(token);
            layout::hash_short(layout::short_key(u128::from_le_bytes(word), token.len()))
        } else {
            layout::hash_long(token)
        };
        let mut at = layout::first_slot(hash);
        while slots[at % layout::SLOTS] != layout::EMPTY {
            at += 1;
        }
        slots[at % layout::SLOTS] = layout::fingerprint(hash) | rank;
    }
    let slots =
        slots.iter().flat_map(|slot| slot.to_le_bytes().into_iter().take(layout::SLOT_BYTES));
    let slots = slots.collect();
    Ok(Tables { slots, bytes, lengths, bases, longest })
}
