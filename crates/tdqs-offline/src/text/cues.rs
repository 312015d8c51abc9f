//! Phrases by which a description gives itself away, as one table.
//!
//! A cue is a sign, not a proof: "up to 20" signals a limit, "use this when" guidance. All of them are
//! looked for in one walk over the words, so that a text of any length costs one look-up a word.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// What a phrase is a sign of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Cue {
    /// When to use the tool.
    When,
    /// When not to use it.
    WhenNot,
    /// Another way to the same end.
    Alternative,
    /// What it is good for or where it stands in a sequence, said in passing.
    Implied,
    /// What changes, and whether it can be taken back.
    Effect,
    /// That nothing changes.
    Harmless,
    /// Who may call it, and with what credentials.
    Access,
    /// Rates, sizes, pages, costs.
    Limit,
    /// What happens when it goes wrong.
    Failure,
    /// What comes back.
    Result,
    /// What is left in or out.
    Scope,
    /// What happens unless told otherwise.
    Default,
    /// How long it takes and what is waited for.
    Timing,
    /// What must be there first.
    Precondition,
    /// What a value looks like.
    Format,
    /// An introduction that says nothing.
    Padding,
}

/// By kind the phrases, with commas between them.
const TABLE: [(Cue, &str); 16] = [
    (
        Cue::When,
        "use this when, use this tool when, use when, use it when, use this if, use if, use this tool \
         if, use this to, use this tool to, use it to, use this for, use for, use this tool for, use it \
         for, use to, use this before, use this after, use this tool before, use this tool after, use \
         before, use after, use after you, use only when, only use when, only use this, only use if, \
         should be used when, should be used to, when to use, call this when, call this to, call when, \
         call this before, call this after, call this first, call first, call this tool when, call this \
         tool before, call this tool first, call once, call after, call before, when you need, when the \
         user, when a user, when users, when you want, when you have, if you need, if you want, if the \
         user, useful for, useful when, useful to, useful if, helpful for, helpful when, ideal for, best \
         for, best used, good for, suitable for, recommended for, recommended when, intended for, \
         designed for, triggers on, use cases, use case, always use, must be used, must be called, \
         should be called, run this before, run this after, run this first, start here, best when, \
         prefer this, preferred for, preferred way, invoke when, invoke this, utile pour, à utiliser, \
         usar cuando, útil para, verwenden wenn, 适用于, 用于, 使用场景, 使用此工具, 場合に使用, に使用します, ときに使, используйте, \
         사용하세요",
    ),
    (
        Cue::WhenNot,
        "do not use, don't use, not for, not intended for, not suitable, when not to use, not \
         recommended, never use, avoid using, avoid this, should not be used, not to be used, do not \
         call, don't call, cannot be used, not use this, do not combine, never call, isn't for, not \
         meant for, instead of, rather than, 不要使用, 请勿, 不适用, 使用しないで, не используйте",
    ),
    (
        Cue::Alternative,
        "instead, prefer, alternatively, as an alternative, unlike, in contrast to, compared to, see \
         also, for that use, rather than, in favor of, other than this, not to be confused, different \
         from, otherwise use, 而不是, 改用, 代わりに, вместо",
    ),
    (
        Cue::Implied,
        "so that, in order to, so you can, allows, allowing, helps, before, after, first, then, once, \
         typically, usually, commonly, workflow, step, next, followed by, based on, to find, to get, to \
         see, to check, to understand, to identify, to determine, to avoid, to ensure, to verify, to \
         discover, to help, to enable, to create, related to, requires, can be used to, matching, when, \
         if, including, filter, filters, filtered, optionally, only, supports, such as, 需要, 例えば",
    ),
    (
        Cue::Effect,
        "overwrite, overwrites, overwritten, overwriting, irreversible, irreversibly, permanent, \
         permanently, cannot be undone, can't be undone, reversible, undo, undone, side effect, side \
         effects, destructive, replaces, replaced, in place, persists, persisted, notifies, \
         notification, cascade, cascades, cascading, soft delete, recoverable, restored, recovered, \
         backup, backed up, atomic, atomically, idempotent, modifies, mutates, appends, appended, \
         preserves, preserved, merges, merged, unchanged, creates a, creates new, if it doesn't exist, \
         if not exists, will be deleted, will be removed, will be created, are deleted, is deleted, also \
         deletes, also removes, charged, billable, immediately, automatically, updates the, saves, \
         saved, writes, written, stores, stored, logged, locks, 不可恢复, 不可逆, 覆盖, 上書き, 削除されます",
    ),
    (
        Cue::Harmless,
        "read only, readonly, does not modify, doesn't modify, without modifying, no side effects, does \
         not change, doesn't change, non destructive, nondestructive, safe to call, safe to, makes no \
         changes, no changes, never modifies, never writes, does not write, nothing is, dry run, \
         without changing, without executing, does not execute, 只读, 読み取り専用",
    ),
    (
        Cue::Access,
        "permission, permissions, authentication, authenticated, authorization, authorized, api key, api \
         token, access token, bearer, oauth, scope, scopes, admin, administrator, login, logged in, \
         credentials, role, privileges, owner only, private, subscription, premium, enterprise, allowed, \
         allowlist, denied, forbidden, approval, sandbox, sandboxed, encrypted, secret, no auth, jwt, \
         signed, 权限, 权限要求, 認証",
    ),
    (
        Cue::Limit,
        "rate limit, rate limits, rate limited, max, maximum, up to, at most, limit, limited, limits, \
         paginated, pagination, page, cursor, truncated, truncates, quota, credits, credit, cost, costs, \
         free, timeout, times out, cached, cache, at least, minimum, min, capped, per minute, per \
         second, per day, per call, per request, per page, large, tokens, most recent, latest, newest, \
         batch, 最多, 限制, 分页, 最大",
    ),
    (
        Cue::Failure,
        "error, errors, fails, fail, failure, failed, throws, raises, raise, not found, invalid, \
         rejects, rejected, refuses, returns null, null if, none if, empty if, if no, if none, not \
         exist, doesn't exist, missing, unavailable, fallback, falls back, retry, retries, aborts, \
         iserror, exception, unsupported, may not, might not, best effort, partial, empty, warning, \
         stale, 失败, 错误, 报错, エラー",
    ),
    (
        Cue::Result,
        "returns, return, returned, returning, output, outputs, result, results, responds with, \
         response, yields, gives back, in the response, as json, sorted by, sorted, ordered by, grouped \
         by, newest first, ranked, devuelve, retourne, renvoie, retorna, liefert, 返回, 返します, 返却, \
         возвращает, 반환",
    ),
    (
        Cue::Scope,
        "only, does not, doesn't, do not, don't, not, never, no, without, excludes, excluding, exclude, \
         ignores, ignored, ignoring, regardless, across, both, entire, whole, all, except, cannot, \
         can't, but not, including, includes, recursive, recursively, case sensitive, case insensitive, \
         exact match, partial match, fuzzy, 不会, 仅, 只, のみ",
    ),
    (
        Cue::Default,
        "default, defaults, by default, defaults to, if omitted, if not provided, when omitted, if not \
         specified, unless, otherwise, if empty, 默认, デフォルト, 預設",
    ),
    (
        Cue::Timing,
        "asynchronous, asynchronously, async, background, waits, wait for, polls, polling, queued, \
         queue, blocks, blocking, non blocking, long running, seconds, minutes, hours, days, real time, \
         realtime, streaming, streams, synchronous, takes a while, may take, delay, delayed, interval, \
         schedule, scheduled, ttl, expires, expire, expiry, updated daily, instant, instantly, fast, \
         slow, each time, 秒, 异步, 実時間",
    ),
    (
        Cue::Precondition,
        "must, requires, required, require, need to, needs to, needed, prerequisite, prerequisites, \
         ensure, make sure, must exist, already, after calling, before calling, before using, first \
         call, call first, run first, if you, obtained from, returned by, from the, first, depends on, \
         assumes, existing, in use, configured, installed, enabled, 需要, 必须, 先, 必要",
    ),
    (
        Cue::Format,
        "iso, iso 8601, format, formatted, yyyy, utc, e g, eg, for example, example, examples, such as, \
         regex, comma separated, one of, either, default, defaults, url, uuid, unix, timestamp, string, \
         integer, number, boolean, array, json, optional, required, like, range, between, must be, can \
         be, accepts, syntax, pattern, glob, wildcard, 例如, 可选, 格式, 例, par exemple, ejemplo, zum \
         beispiel, например",
    ),
    (
        Cue::Padding,
        "this tool allows you to, this tool allows, this tool is used, this tool can be used, this tool \
         is designed, this tool provides, this tool enables, this function allows, this function is \
         used, this endpoint allows, please note, it is important to note, as the name suggests, a \
         powerful, powerful tool, seamlessly, cutting edge, state of the art, feel free, in other words",
    ),
];

const KINDS: usize = TABLE.len();

/// Phrases by their first word: the cue and the words that follow. Phrases of scripts that do not
/// separate words stand apart and are looked for as they are.
struct Phrases {
    spaced: HashMap<&'static str, Vec<(Cue, Vec<&'static str>)>>,
    unspaced: Vec<(Cue, &'static str)>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut phrases = Phrases { spaced: HashMap::new(), unspaced: Vec::new() };
    for (cue, phrase) in
        TABLE.iter().flat_map(|(cue, phrases)| phrases.split(", ").map(move |phrase| (*cue, phrase)))
    {
        if phrase.chars().any(super::words::is_unspaced) {
            phrases.unspaced.push((cue, phrase));
        } else {
            let mut words = phrase.split(' ');
            let first = words.next().unwrap_or_default();
            phrases.spaced.entry(first).or_default().push((cue, words.collect()));
        }
    }
    phrases
});

/// The cues of a text: of each kind the place where it first occurs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cues {
    first: [Option<Range<usize>>; KINDS],
}

impl Cues {
    /// The cues in a text, given in lower case with the byte ranges of its words.
    pub(crate) fn find(lower: &str, words: &[Range<usize>]) -> Self {
        let mut cues = Self::default();
        for (at, first) in words.iter().enumerate() {
            let Some(phrases) = PHRASES.spaced.get(&lower[first.clone()]) else { continue };
            for (cue, rest) in phrases {
                let following = words[at + 1..].iter().map(|span| &lower[span.clone()]);
                if rest.len() < words.len() - at && following.zip(rest).all(|(word, wanted)| word == *wanted)
                {
                    cues.note(*cue, first.start..words[at + rest.len()].end);
                }
            }
        }
        if !lower.is_ascii() {
            for (cue, phrase) in &PHRASES.unspaced {
                if let Some(at) = lower.find(phrase) {
                    cues.note(*cue, at..at + phrase.len());
                }
            }
        }
        cues
    }

    /// Where a cue of the kind first occurs.
    pub(crate) fn get(&self, cue: Cue) -> Option<Range<usize>> {
        self.first[cue as usize].clone()
    }

    /// Whether there is a cue of the kind.
    pub(crate) fn has(&self, cue: Cue) -> bool {
        self.first[cue as usize].is_some()
    }

    fn note(&mut self, cue: Cue, place: Range<usize>) {
        let first = &mut self.first[cue as usize];
        if first.as_ref().is_none_or(|first| place.start < first.start) {
            *first = Some(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    fn check(text: &str, cue: Cue, expected: Option<&str>) {
        let lower = text.to_ascii_lowercase();
        let found = Cues::find(&lower, &words::spans(&lower)).get(cue);
        assert_eq!(found.map(|place| &lower[place]), expected, "{text}");
    }

    #[test]
    fn the_rows_stand_in_the_order_of_the_kinds() {
        assert!(TABLE.iter().enumerate().all(|(at, (cue, _))| *cue as usize == at));
    }

    #[test]
    fn every_phrase_can_be_found() {
        for (cue, phrases) in TABLE {
            for phrase in phrases.split(", ") {
                let found = Cues::find(phrase, &words::spans(phrase)).get(cue);
                assert!(found.is_some_and(|place| place.start == 0), "{phrase}");
            }
        }
    }

    #[test]
    fn phrases_are_found_at_word_boundaries_however_they_are_joined() {
        check("A read-only view.", Cue::Harmless, Some("read-only"));
        check("Spread only thinly.", Cue::Harmless, None);
        check("Use this tool when it rains.", Cue::When, Some("use this tool when"));
        check("Use this tool", Cue::When, None);
    }

    #[test]
    fn scripts_without_spaces_have_cues_too() {
        check("列出船只，返回名称", Cue::Result, Some("返回"));
    }
}
