//! Progress notifications of a call, for the client that requested them.

use crate::domain::{Progress, ProgressSink};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Minimum time between two notifications of one call.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug, Clone, Default)]
struct Step {
    done: u64,
    total: Option<u64>,
    message: String,
}

struct Sink(watch::Sender<Step>);

impl ProgressSink for Sink {
    fn report(&self, done: u64, total: Option<u64>, message: &str) {
        self.0.send_replace(Step { done, total, message: message.to_owned() });
    }
}

/// Sends the progress of a call, at most once per [`MIN_INTERVAL`], until it is stopped.
pub(super) struct Forwarder {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Forwarder {
    /// Returns a handle for the call, and the forwarder. Without a token the handle discards
    /// progress and there is no forwarder.
    pub(super) fn start(
        token: Option<ProgressToken>,
        peer: Peer<RoleServer>,
    ) -> (Progress, Option<Self>) {
        let Some(token) = token else { return (Progress::default(), None) };
        let (steps, receiver) = watch::channel(Step::default());
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(forward(token, peer, receiver, stopped));
        (Progress::new(Arc::new(Sink(steps))), Some(Self { stop, task }))
    }

    /// Stops, and waits until nothing more is sent: a notification after the reply would violate
    /// the protocol.
    pub(super) async fn finish(self) {
        self.stop.send_replace(true);
        // A client that has stopped reading must not keep the reply from being dropped.
        let _ = tokio::time::timeout(MIN_INTERVAL, self.task).await;
    }
}

async fn forward(
    token: ProgressToken,
    peer: Peer<RoleServer>,
    mut steps: watch::Receiver<Step>,
    mut stopped: watch::Receiver<bool>,
) {
    // The protocol requires every value to be larger than the one before.
    let mut last = None;
    loop {
        tokio::select! {
            biased;
            _ = stopped.changed() => return,
            changed = steps.changed() => if changed.is_err() { return },
        }
        let step = steps.borrow_and_update().clone();
        if last.is_none_or(|last| step.done > last) {
            last = Some(step.done);
            let mut param = ProgressNotificationParam::new(token.clone(), float(step.done));
            param.total = step.total.map(float);
            param.message = Some(step.message);
            if peer.notify_progress(param).await.is_err() {
                return;
            }
            tokio::select! {
                biased;
                _ = stopped.changed() => return,
                () = tokio::time::sleep(MIN_INTERVAL) => {}
            }
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of files are far below 2^53, and progress is an estimate"
)]
fn float(count: u64) -> f64 {
    count as f64
}
