//! The connection: any bytes after a handshake are survived, and every line that is sent is JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spelunk::mcp::{Server, serve};
use spelunk::tools::{Host, RootSpec, Settings, Toolbox};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

static HOST: LazyLock<(Arc<Host>, PathBuf)> = LazyLock::new(|| {
    let root = std::env::temp_dir().join(format!("spelunk-fuzz-rpc-{}", std::process::id()));
    std::fs::create_dir_all(&root).expect("a folder");
    std::fs::write(root.join("a.rs"), "pub fn a() { b() }\nfn b() {}\n").expect("a file");
    (Arc::new(Host::new(Settings::default(), None)), root)
});

const HANDSHAKE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"f","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n"
);

fuzz_target!(|data: &[u8]| {
    let (host, root) = &*HOST;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let sent = runtime.block_on(async {
        let spec = RootSpec { directories: vec![root.clone()], working_directory: root.clone(), home: None, ..RootSpec::default() };
        let server = Server::new(Toolbox::standard(&Settings::default()), Arc::clone(host), spec);
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = tokio::io::split(theirs);
        let (mut read, mut write) = tokio::io::split(ours);
        let client = async move {
            let _ = write.write_all(HANDSHAKE.as_bytes()).await;
            let _ = write.write_all(data).await;
            let _ = write.shutdown().await;
            let mut sent = Vec::new();
            let _ = read.read_to_end(&mut sent).await;
            sent
        };
        tokio::join!(serve(server, reader, writer), client).1
    });
    for line in sent.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        serde_json::from_slice::<serde_json::Value>(line).expect("JSON");
    }
});
