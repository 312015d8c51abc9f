//! Which operation a verb names.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What kind of thing a tool does, as far as its verb tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    /// Gives many: `list`.
    List,
    /// Gives those that match: `search`.
    Search,
    /// Gives one: `get`.
    Get,
    /// Looks at something and says something new about it: `analyze`, `count`, `validate`.
    Examine,
    /// Makes something of what it is given and leaves the world as it is: `convert`, `render`.
    Derive,
    /// Brings something into being: `create`.
    Create,
    /// Creates or replaces: `write`, `set`.
    Write,
    /// Changes what is there: `update`.
    Update,
    /// Takes away: `delete`.
    Delete,
    /// Gives something to others: `send`.
    Send,
    /// Moves a process or a device: `start`, `click`.
    Control,
    /// Does whatever it is told: `run`.
    Run,
    /// Says nothing: `process`, `handle`.
    Vague,
}

impl Operation {
    /// Whether the world stays as it is.
    pub(crate) const fn reads(self) -> bool {
        matches!(self, Self::List | Self::Search | Self::Get | Self::Examine | Self::Derive)
    }

    /// Whether the world changes. `run` and `process` may be either, so neither is said of them.
    pub(crate) const fn mutates(self) -> bool {
        matches!(self, Self::Create | Self::Write | Self::Update | Self::Delete | Self::Send | Self::Control)
    }
}

/// A verb in its plain form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Verb {
    /// The plain form: `create`.
    pub(crate) base: &'static str,
    /// What it does.
    pub(crate) operation: Operation,
}

/// Every verb the rules know.
const TABLE: [(Operation, &str); 13] = [
    (Operation::List, "list browse enumerate ls"),
    (Operation::Search, "search find query lookup look discover locate grep filter recall explore"),
    (
        Operation::Get,
        "get fetch retrieve read show view describe return download display obtain load give pull \
         inspect see tail print receive export collect capture gather report access screenshot scrape \
         extract crawl poll monitor watch track observe expose provide ping echo",
    ),
    (
        Operation::Examine,
        "analyze analyse check compare compute calculate count validate verify test evaluate estimate \
         detect diagnose audit assess measure identify determine resolve review scan lint profile \
         preview simulate predict forecast rank score classify recommend suggest explain summarize \
         summarise diff aggregate trace investigate examine probe decide infer interpret answer ask \
         research think sum multiply subtract divide match benchmark reason",
    ),
    (
        Operation::Derive,
        "convert translate format parse render transform encode decode generate build compile plan draw \
         plot visualize visualise design synthesize transcribe normalize tokenize hash decrypt encrypt \
         decompress compress draft produce compose beautify minify derive expand split sort group select \
         map reduce geocode wrap construct",
    ),
    (
        Operation::Create,
        "create add insert new make register upload import clone fork copy duplicate provision append \
         attach invite book schedule define initialize init mint subscribe enroll order purchase buy \
         propose place allocate scaffold bootstrap record log commit store remember index ingest deploy \
         launch spawn establish reserve install stage snapshot backup archive",
    ),
    (Operation::Write, "write save set put upsert sync synchronize persist overwrite apply fill"),
    (
        Operation::Update,
        "update edit modify change rename move patch replace configure assign unassign enable disable \
         merge close reopen approve reject resize adjust transition tag label link unlink lock unlock \
         mark toggle rotate promote extend refactor fix restore revert rollback migrate upgrade \
         downgrade reorder increment decrement refresh publish unpublish complete finish pin unpin swap \
         customize populate finalize scale attest grant alter amend sign renew rebase squash push checkout switch reset \
         mute unmute hide delegate transfer",
    ),
    (
        Operation::Delete,
        "delete remove destroy drop purge erase wipe clear truncate revoke cancel uninstall detach \
         unregister deregister unsubscribe prune discard forget terminate trash clean cleanup evict \
         flush undeploy deprovision undo",
    ),
    (
        Operation::Send,
        "send post notify reply respond submit share forward broadcast email message comment announce \
         call dial pay charge trigger emit dispatch deliver request react vote tweet escalate ship",
    ),
    (
        Operation::Control,
        "start stop restart pause resume open click type press scroll drag hover navigate play connect \
         disconnect kill abort wait login logout authenticate authorize activate deactivate turn swipe \
         tap zoom focus reload shutdown reboot boot suspend wake sleep step skip shuffle join leave hang \
         go walk fly drive acquire release mount unmount power quit exit retry",
    ),
    (Operation::Run, "run execute invoke eval exec spin orchestrate batch automate"),
    (
        Operation::Vague,
        "process handle manage perform do work interact deal help support use operate act control assist \
         facilitate utilize helper try serve",
    ),
];

static VERBS: LazyLock<HashMap<&'static str, Verb>> = LazyLock::new(|| {
    let verbs =
        TABLE.iter().flat_map(|(operation, bases)| bases.split(' ').map(move |base| (base, *operation)));
    verbs.map(|(base, operation)| (base, Verb { base, operation })).collect()
});

/// The verb that a lower-case word is, in its plain form or its third person.
pub(crate) fn verb(word: &str) -> Option<Verb> {
    plain(word).or_else(|| third_person(word))
}

/// The verb that a lower-case word is in its plain form.
pub(crate) fn plain(word: &str) -> Option<Verb> {
    VERBS.get(word).copied()
}

/// The verb that a lower-case word is in its third person: `creates`, `fetches`, `copies`.
pub(crate) fn third_person(word: &str) -> Option<Verb> {
    let stem = word.strip_suffix('s')?;
    plain(stem)
        .or_else(|| plain(stem.strip_suffix('e')?))
        .or_else(|| plain(&format!("{}y", stem.strip_suffix("ie")?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_verb_stands_in_two_rows() {
        let count: usize = TABLE.iter().map(|(_, bases)| bases.split(' ').count()).sum();
        assert_eq!(VERBS.len(), count);
    }

    #[test]
    fn verbs_are_known_in_both_forms() {
        for (word, base) in [
            ("create", "create"),
            ("creates", "create"),
            ("fetches", "fetch"),
            ("copies", "copy"),
            ("uses", "use"),
        ] {
            assert_eq!(verb(word).map(|verb| verb.base), Some(base), "{word}");
        }
        assert_eq!(verb("boats"), None);
        assert_eq!(verb("s"), None);
    }
}
