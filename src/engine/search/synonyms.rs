//! Synonyms and abbreviations that programmers use, and stop words.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Stop words: in every text, so they are dropped from queries that contain other words.
const STOP_WORDS: &str = "a about after all also am an and any are as at be because been before being between both but by can \
    could did do does doing done during each eg either etc for from further had has have having he her here him his how i if \
    in into is it its itself just like made makes may me might more most must my no nor not of off on once one only or \
    other our out over own same shall she should so some such than that the their them then there these they this those \
    through thus to too under until up upon us use used uses using very via was we were what when where whether which \
    while who whom whose why will with within without would you your";

/// Abbreviations with their expansions.
const SHORT_FORMS: &str = "abs:absolute acc:accumulator addr:address alloc:allocate,allocation alt:alternative app:application \
    arg:argument args:arguments arr:array async:asynchronous asynchronously attr:attribute auth:authentication,authenticate,authorization \
    avg:average bg:background bin:binary bool:boolean btn:button buf:buffer calc:calculate,compute cb:callback \
    cfg:config,configuration char:character cls:class cmd:command cmp:compare,comparison coll:collection col:column \
    concat:concatenate cond:condition config:configuration,configure conn:connection const:constant conv:convert,conversion \
    coords:coordinates ctor:constructor ctx:context cur:current,cursor db:database dec:decrement,decode decl:declaration \
    def:definition,define del:delete deps:dependencies dep:dependency desc:description,descending descr:description \
    deser:deserialize dest:destination dev:device,development dict:dictionary diff:difference dim:dimension dir:directory \
    dist:distance,distribution doc:document,documentation docs:documentation dst:destination dup:duplicate elem:element el:element \
    enc:encode,encoding env:environment eq:equal err:error eval:evaluate exc:exception exec:execute,execution expr:expression \
    ext:extension,external fd:descriptor fmt:format fn:function freq:frequency fs:filesystem func:function gen:generate,generator \
    hdr:header http:web id:identifier idx:index img:image impl:implementation,implement inc:increment info:information \
    init:initialize,initialise,initialization inst:instance int:integer iter:iterate,iterator,iteration lang:language len:length \
    lex:lexer lib:library lit:literal loc:location,locale lookup:find max:maximum mem:memory meta:metadata mgr:manager \
    min:minimum misc:miscellaneous mod:module,modify msg:message mut:mutable nav:navigation neg:negative \
    notif:notification ns:namespace num:number,numeric obj:object op:operation,operator opt:option,optional \
    opts:options orig:original param:parameter params:parameters perf:performance perm:permission pkg:package pos:position \
    pred:predicate pref:preference prev:previous priv:private proc:process,procedure prod:production prop:property \
    props:properties proto:protocol,prototype ptr:pointer pub:public,publish pw:password qs:queryset rand:random rec:record recv:receive \
    ref:reference reg:register,regular regex:regular rel:relative,relation repo:repository repr:representation req:request \
    res:result,response,resource resp:response ret:return rev:reverse,revision rt:runtime sec:second,security sel:select,selection \
    sem:semaphore seq:sequence ser:serialize sess:session sig:signal,signature spec:specification src:source std:standard \
    stmt:statement str:string struct:structure sub:subscribe,subscription subst:substitute sum:summary svc:service sync:synchronous,synchronize \
    sys:system tbl:table temp:temporary term:terminal tmp:temporary tok:token ts:timestamp tx:transaction,transmit,sender \
    rx:receiver txn:transaction ty:type typ:type util:utility val:value var:variable vec:vector ver:version win:window ws:whitespace,websocket";

/// Synonyms, of which code and descriptions use different ones.
const SAME: &str = "remove,delete,drop,discard create,make,new,build,construct get,fetch,retrieve,obtain,lookup start,begin,launch \
    stop,end,finish,terminate send,transmit,emit error,failure,exception find,search,locate check,verify,validate,test \
    convert,transform,translate close,shutdown show,display,render print,output list,enumerate change,modify,update,alter \
    combine,merge,join split,divide,partition wait,await,block call,invoke run,execute parse,interpret store,save,persist \
    load,read,import copy,clone,duplicate compare,equal replace,substitute ignore,skip allow,permit,enable \
    forbid,deny,disable register,subscribe timeout,deadline folder,directory subclass,derive,inherit \
    key,name concurrent,parallel delay,sleep,debounce limit,max,bound";

/// Irregular forms with their base word, for which the stemmer has no rule.
const IRREGULAR: &str = "ate:eat began:begin begun:begin bent:bend bound:bind broke:break broken:break brought:bring built:build \
    bought:buy caught:catch chose:choose chosen:choose came:come creation:create drawn:draw drew:draw driven:drive drove:drive \
    dying:die expiry:expire fallen:fall fed:feed fell:fall felt:feel found:find froze:freeze frozen:freeze gave:give given:give \
    gone:go got:get gotten:get grew:grow grown:grow held:hold hidden:hide hid:hide kept:keep knew:know known:know laid:lay \
    leaves:leaf led:lead lost:lose lying:lie meant:mean met:meet paid:pay ran:run risen:rise rose:rise said:say saw:see seen:see \
    sent:send shook:shake shown:show shut:shut slept:sleep sold:sell sought:seek spent:spend spun:spin stole:steal \
    stolen:steal struck:strike stuck:stick swept:sweep swung:swing taken:take taught:teach threw:throw thrown:throw tied:tie \
    told:tell took:take torn:tear tying:tie understood:understand went:go woke:wake woken:wake worn:wear wound:wind written:write \
    wrote:write indices:index vertices:vertex matrices:matrix children:child data:datum \
    behaviour:behavior behaviours:behavior colour:color colours:color coloured:color favourite:favorite grey:gray \
    honour:honor licence:license neighbour:neighbor neighbours:neighbor centre:center catalogue:catalog dialogue:dialog";

/// Weights of an abbreviation and of a synonym.
const SHORT_WEIGHT: f64 = 0.7;
const SAME_WEIGHT: f64 = 0.12;
/// Weight of an agent noun for its verb: a parser for "parse".
const AGENT_WEIGHT: f64 = 0.2;

type Forms = HashMap<&'static str, &'static str>;

/// Returns the base word of an irregular form in lower case.
pub(super) fn regular(lower: &str) -> Option<&'static str> {
    static FORMS: LazyLock<Forms> = LazyLock::new(|| {
        IRREGULAR.split_whitespace().filter_map(|entry| entry.split_once(':')).collect()
    });
    FORMS.get(lower).copied()
}

/// Returns the irregular forms of words with this stem.
pub(super) fn irregular_forms(stem: &str) -> &'static [&'static str] {
    static BY_STEM: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
        let mut by_stem: HashMap<String, Vec<&'static str>> = HashMap::new();
        for (form, regular) in
            IRREGULAR.split_whitespace().filter_map(|entry| entry.split_once(':'))
        {
            by_stem.entry(super::words::stem(regular)).or_default().push(form);
        }
        by_stem
    });
    BY_STEM.get(stem).map_or(&[], Vec::as_slice)
}

/// Returns agent nouns of a verb, or verbs of an agent noun, formed by their endings; most of them
/// do not exist.
pub(super) fn agents(lower: &str) -> Vec<(String, f64)> {
    if lower.len() < 3 || !lower.is_ascii() {
        return Vec::new();
    }
    let without = |ending: &str| lower.strip_suffix(ending).filter(|base| base.len() >= 3);
    let mut words = Vec::new();
    if let Some(base) = without("er").or_else(|| without("or")) {
        words.extend([base.to_owned(), format!("{base}e")]);
        let mut letters = base.bytes().rev();
        if letters.next() == letters.next() {
            words.push(base[..base.len() - 1].to_owned());
        }
    } else if let Some(base) = lower.strip_suffix('e') {
        words.extend([format!("{base}er"), format!("{base}or")]);
    } else {
        words.extend([format!("{lower}er"), format!("{lower}or")]);
        words.extend(lower.chars().next_back().map(|last| format!("{lower}{last}er")));
    }
    words.into_iter().map(|word| (word, AGENT_WEIGHT)).collect()
}

pub(super) fn is_stop_word(lower: &str) -> bool {
    static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut words: Vec<&str> = STOP_WORDS.split_whitespace().collect();
        words.sort_unstable();
        words
    });
    // "doesn't", "they're" and "it'll" are stop words if their first words are.
    let word = lower.split(['\'', '’']).next().unwrap_or(lower);
    let word = if word.len() < lower.len() { word.strip_suffix('n').unwrap_or(word) } else { word };
    WORDS.binary_search(&word).is_ok()
}

/// Returns the synonyms of a word in lower case, with their weights, in a fixed order.
pub(super) fn of(lower: &str) -> &'static [(&'static str, f64)] {
    type Table = HashMap<String, Vec<(&'static str, f64)>>;
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        let mut table = Table::new();
        let mut add = |from: &str, to: &'static str, weight: f64| {
            let known = table.entry(super::words::stem(from)).or_default();
            if known.iter().all(|(word, _)| *word != to) {
                known.push((to, weight));
            }
        };
        for (short, long) in
            SHORT_FORMS.split_whitespace().filter_map(|entry| entry.split_once(':'))
        {
            for long in long.split(',') {
                add(long, short, SHORT_WEIGHT);
                add(short, long, SHORT_WEIGHT);
            }
        }
        for group in SAME.split_whitespace() {
            let words: Vec<&str> = group.split(',').collect();
            for word in &words {
                words
                    .iter()
                    .filter(|other| *other != word)
                    .for_each(|other| add(word, other, SAME_WEIGHT));
            }
        }
        table
    });
    TABLE.get(&super::words::stem(lower)).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_work_both_ways_and_for_every_form_of_a_word() {
        let check = |word: &str, other: &str, expected: bool| {
            assert_eq!(
                of(word).iter().any(|(known, _)| *known == other),
                expected,
                "{word} {other}"
            );
        };
        check("configuration", "cfg", true);
        check("configurations", "cfg", true);
        check("cfg", "configuration", true);
        check("delete", "remove", true);
        check("pool", "remove", false);
    }

    #[test]
    fn only_words_without_content_are_stop_words() {
        for word in ["the", "how", "does", "of"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["switch", "map", "self", "new", "get", "return", "switchmap"] {
            assert!(!is_stop_word(word), "{word}");
        }
    }
}
