//! The counts that are known of real code.

use super::{SAFE, corpus, enabled, session};
use spelunk::lsp::Ask;

const REFERENCES: Ask = Ask::References;

#[tokio::test]
async fn tokio_async_read_is_referenced_everywhere() {
    if !enabled("tokio_async_read_is_referenced_everywhere") {
        return;
    }
    let session = session(&corpus("tokio"), SAFE());
    let start = std::time::Instant::now();
    let reply = session.ask("src/io/async_read.rs", "pub trait AsyncRead", "AsyncRead", REFERENCES).await;
    println!("{:?} {:?} {:?}", start.elapsed(), reply.note, reply.state);
    println!("{}", session.places(&reply).len());
    if let Some(out) = std::env::var_os("OUT") {
        std::fs::write(out, session.places(&reply).join("\n")).unwrap();
    }
    let start = std::time::Instant::now();
    let reply = session.ask("src/io/async_read.rs", "pub trait AsyncRead", "AsyncRead", REFERENCES).await;
    println!("{:?} {:?} {:?} {:#?}", start.elapsed(), reply.note, reply.state, session.servers.states());
    session.servers.shut_down().await;
}
#[tokio::test]
async fn rxjs() {
    if !enabled("rxjs") {
        return;
    }
    let session = session(&corpus("rxjs"), SAFE());
    let start = std::time::Instant::now();
    let reply = session.ask("src/internal/Observable.ts", "export class Observable", "Observable", REFERENCES).await;
    println!("{:?} {:?} {:?}", start.elapsed(), reply.note, reply.state);
    println!("{}", session.places(&reply).len());
    if let Some(out) = std::env::var_os("OUT") {
        std::fs::write(out, session.places(&reply).join("\n")).unwrap();
    }
    let start = std::time::Instant::now();
    let reply = session.ask("src/internal/Observable.ts", "export class Observable", "Observable", REFERENCES).await;
    println!("{:?} {:?} {:?} {:#?}", start.elapsed(), reply.note, reply.state, session.servers.states());
    session.servers.shut_down().await;
}
#[tokio::test]
async fn django() {
    if !enabled("django") {
        return;
    }
    let session = session(&corpus("django"), SAFE());
    let start = std::time::Instant::now();
    let reply = session.ask("django/db/models/query.py", "class QuerySet", "QuerySet", REFERENCES).await;
    println!("{:?} {:?} {:?}", start.elapsed(), reply.note, reply.state);
    println!("{}", session.places(&reply).len());
    if let Some(out) = std::env::var_os("OUT") {
        std::fs::write(out, session.places(&reply).join("\n")).unwrap();
    }
    let start = std::time::Instant::now();
    let reply = session.ask("django/db/models/query.py", "class QuerySet", "QuerySet", REFERENCES).await;
    println!("{:?} {:?} {:?} {:#?}", start.elapsed(), reply.note, reply.state, session.servers.states());
    session.servers.shut_down().await;
}
#[tokio::test]
async fn gin() {
    if !enabled("gin") {
        return;
    }
    let session = session(&corpus("gin"), SAFE());
    let start = std::time::Instant::now();
    let reply = session.ask("gin.go", "type Engine struct", "Engine", REFERENCES).await;
    println!("{:?} {:?} {:?}", start.elapsed(), reply.note, reply.state);
    println!("{}", session.places(&reply).len());
    if let Some(out) = std::env::var_os("OUT") {
        std::fs::write(out, session.places(&reply).join("\n")).unwrap();
    }
    let start = std::time::Instant::now();
    let reply = session.ask("gin.go", "type Engine struct", "Engine", REFERENCES).await;
    println!("{:?} {:?} {:?} {:#?}", start.elapsed(), reply.note, reply.state, session.servers.states());
    session.servers.shut_down().await;
}
