//! Question to the user, through clients with elicitation, whether to trust a root for which a
//! language server would then answer exactly.

use crate::domain::lock;
use crate::render::escaped;
use crate::tools::Host;
use rmcp::RoleServer;
use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema};
use rmcp::service::Peer;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The name of the answer in the form.
const FIELD: &str = "trust";

/// The roots that the user was asked about in this session, each once.
#[derive(Default)]
pub(super) struct TrustQuestions(Mutex<BTreeSet<PathBuf>>);

impl TrustQuestions {
    /// Asks about the roots for which a server requires trust. Does not wait for the user: the next
    /// answer follows the decision.
    pub(super) fn ask(&self, host: &Arc<Host>, peer: &Peer<RoleServer>) {
        if !can_be_asked(peer) {
            return;
        }
        let Some(servers) = &host.servers else { return };
        for (root, names) in servers.awaiting_trust() {
            if !lock(&self.0).insert(root.clone()) {
                continue;
            }
            let (servers, peer) = (servers.clone(), peer.clone());
            tokio::spawn(async move {
                if agrees(&peer, &root, &names).await
                    && let Err(error) = servers.trust(&root)
                {
                    tracing::warn!("{error}");
                }
            });
        }
    }
}

/// Returns whether the client can be asked: only clients that began with `initialize` can, since
/// the newest protocol has no requests to the client.
fn can_be_asked(peer: &Peer<RoleServer>) -> bool {
    peer.peer_info().is_some_and(|client| {
        client.protocol_version.has_initialize() && client.capabilities.elicitation.is_some()
    })
}

/// Asks the user; returns whether the answer is yes.
async fn agrees(peer: &Peer<RoleServer>, root: &Path, servers: &[String]) -> bool {
    let message = format!(
        "Trust {}? Then {} answers exactly about it. Language servers may run what belongs to a trusted project: build scripts, \
         macros, programs that its configuration names. `spelunk trust --remove` takes it back.",
        escaped(&root.display().to_string()),
        servers.join(" or ")
    );
    let requested_schema = match ElicitationSchema::builder().required_bool(FIELD).build() {
        Ok(schema) => schema,
        Err(error) => {
            tracing::warn!(error, "no question about trust");
            return false;
        }
    };
    let question =
        ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema };
    match peer.create_elicitation(question).await {
        Ok(answer) => {
            let said = answer.content.as_ref().and_then(|content| content.get(FIELD)?.as_bool());
            answer.action == ElicitationAction::Accept && said == Some(true)
        }
        Err(error) => {
            tracing::warn!(%error, "the client did not ask about trust");
            false
        }
    }
}
