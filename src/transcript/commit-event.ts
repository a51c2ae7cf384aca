/**
 * A commit states what was done and why. Its form is the same in any language: a subject, a blank line, a body.
 *
 *     fix(auth): refresh twice [AB-12]        a mistake that was put right: ERROR
 *     Revert "Cache the totals"               an approach given up: PIVOT
 *     Move the limiter to the gateway         anything else that gives its reason: DECISION
 *     Address review comments                 what its body says was changed: DECISION
 */

import type { FoundEvent, Origin } from './found.ts';
import { headline, plain, sentencesOf } from './prose.ts';
import { givesReason, setsAgainst } from './phrases.ts';

/** A commit that git confirmed. */
export interface Commit {
  hash: string;
  subject: string;
  body: string;
}

const READ = 4000;
const MOST_DETAILS = 3;
/** The salience of a commit that has only a subject. */
const BARE = 2;
/** Lines of a body that tools write. */
const TRAILER =
  /^\s*(?:[A-Z][A-Za-z-]{1,30}-(?:by|authored-by|session|id|url)\s?:|(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|related|part of|issue|ticket|jira)\s?:?\s+(?:[\w./-]{0,80}#\d+|[A-Z]{2,10}-\d+|https?:\S+)|🤖|generated with|https?:\S+\s*$|change-id:)/i;
const CONVENTION = /^(\p{L}{2,12})(?:\([^()]{0,60}\))?!?:\s+/u;
const TICKET =
  /^\s*(?:\[[^\]]{1,40}\]|#\d+|[A-Z][A-Z0-9]{1,9}-\d+)[:\s-]*|\s*[([](?:#\d+|[A-Z][A-Z0-9]{1,9}-\d+|[\w./-]{1,60}#\d+)[)\]]\s*$|^\p{Extended_Pictographic}\ufe0f?\s*|^:[a-z_]{2,30}:\s*/u;
const MENDS =
  /^(?:(?:hot|bug)?fix(?:e[sd]|ing)?|repair|correct|resolve|behebe?n?|korrigiere?n?|corrige|corriger|corrigir|arregla|correggi|исправ\p{L}*)(?![\p{L}\p{N}])/iu;
/** Fixes of words and of looks: no mistake that anybody made in the work. */
const FIXES_WORDS =
  /^\p{L}{3,6}\((?:docs?|deps|lint|style)\)|^fix(?:e[sd]|ing)? (?:(?:a|some|the|more) )?(?:\p{L}+ )?(?:typos?|wording|spelling|grammar|docs|documentation|comments?|lint|formatting|indentation)(?![\p{L}\p{N}])/iu;
/** A way around something outside of the project is a choice. */
const AROUND =
  /\b(?:upstream|third[- ]party|vendor(?:['’]s)?|provider(?:['’]s)?|registry|outage|runner(?:['’]s)?|work(?:s|ed)? around|workaround|no longer (?:has|have|includes?|ships?|supports?|accepts?|provides?))\b/i;
const REVERTS = /^(?:revert|back out|undo|roll back|rollback)(?![\p{L}\p{N}])|^reapply/iu;
/** An answer to a review: its subject says neither what was wrong nor what was changed. */
const ANSWERS_REVIEW =
  /^(?:address|apply|resolve|fix|incorporate|handle|implement|act on|respond to|follow)(?:e?[sd]|ing)? (?:[\p{L}'’-]+ ){0,3}?(?:reviews?|reviewers?|feedback|(?:pr|review) (?:comments?|nits?|suggestions?|remarks?)|nits|suggestions)(?![\p{L}])/iu;
/** Kinds of the convention that choose nothing. */
const ROUTINE = /^(?:chore|style|docs?|ci|build|release|bump|wip|test|tests|merge)$/i;
/** Subjects that say nothing. */
const EMPTY =
  /^(?:wip|fix(?:es|ed)?|update[sd]?|changes?|tmp|temp|initial commit|first commit|checkpoint|save|misc|cleanup|format(?:ting)?|lint|typo|merge .*|release .*|bump .*|v?\d+\.\d+.*)$/i;

/** The event of a commit; null if it says too little: a decision without its reason is only work. */
export function commitEvent({ hash, subject, body }: Commit, origin: Origin): FoundEvent | null {
  const [, convention = ''] = CONVENTION.exec(subject) ?? [];
  const said = subjectWords(subject);
  if (said === '' || EMPTY.test(said)) return null;
  const sentences = bodyParagraphs(body).flatMap(sentencesOf);
  const source = { from: 'commit', reference: hash } as const;
  if (ANSWERS_REVIEW.test(said)) {
    const [first = '', ...rest] = sentences;
    const { text, full } = headline(first);
    const details = [full, ...rest].filter((detail) => detail !== '').slice(0, MOST_DETAILS);
    return text === '' ? null : { tag: 'DECISION', text, details, origin, source };
  }
  const reverts = REVERTS.test(said) || /^revert$/i.test(convention);
  const isFix = /^(?:hot|bug)?fix$/i.test(convention) || (convention === '' && MENDS.test(said));
  const isErrorFix = !reverts && isFix && !FIXES_WORDS.test(subject) && !sentences.some((each) => AROUND.test(each));
  const tag = reverts ? 'PIVOT' : isErrorFix ? 'ERROR' : 'DECISION';
  const reason = sentences.find(weighs);
  const isTold = sentences.length > 0 || reverts || tag === 'ERROR' || weighs(said);
  if (!isTold || (tag === 'DECISION' && reason === undefined && ROUTINE.test(convention))) return null;
  // Of a fix, the sentence that says what was wrong comes first: people log the mistake, not its repair.
  const [first = ''] = sentences;
  const says = tag === 'ERROR' ? (sentences.find(saysWrong) ?? first) : (reason ?? first);
  const { text, full } = headline(
    reverts ? said.replace(/^Revert "(.+)"$/, 'Reverted the commit “$1”') : lineOf(said, says),
  );
  const others = sentences.filter((sentence) => sentence !== says);
  const details = [full, says, ...others]
    .filter((detail) => detail !== '' && !text.includes(detail.replace(/\.$/, '')))
    .slice(0, MOST_DETAILS);
  const event: FoundEvent = { tag, text, details, origin, source };
  return sentences.length > 0 || reverts ? event : { ...event, salience: BARE };
}

/** A short subject says little without the sentence that gives its reason. */
function lineOf(subject: string, says: string): string {
  const reason = says.replace(/[.。]$/, '');
  const both = `${subject}: ${reason}`;
  return reason !== '' && subject.length < SHORT && both.length <= LONGEST ? both : subject;
}

const SHORT = 36;
const LONGEST = 140;

/** A subject without the prefixes of conventions, tickets and signs. */
export function subjectWords(subject: string): string {
  const bare = subject.replace(TICKET, '').replace(CONVENTION, '').replace(TICKET, '').replace(TICKET, '');
  return plain(bare);
}

/** The paragraphs and items of a body, without what tools added. */
function bodyParagraphs(body: string): string[] {
  const paragraphs: string[] = [];
  let open = '';
  const close = () => {
    if (open !== '') paragraphs.push(plain(open));
    open = '';
  };
  for (const line of body.slice(0, READ).split('\n')) {
    const [, item] = /^\s{0,8}(?:[-*•]|\d{1,2}[.)])\s+(.*)$/.exec(line) ?? [];
    if (line.trim() === '' || TRAILER.test(line) || item !== undefined) close();
    if (line.trim() === '' || TRAILER.test(line)) continue;
    open = open === '' ? (item ?? line.trim()) : `${open} ${line.trim()}`;
  }
  close();
  return paragraphs;
}

function weighs(sentence: string): boolean {
  return givesReason(sentence) || setsAgainst(sentence);
}

const WRONG =
  /\b(?:was|were|wasn['’]t|weren['’]t|didn['’]t|never|caus(?:ed|ing)|broke|broken|fail(?:s|ed|ing)?|crash(?:es|ed|ing)?|miss(?:es|ed|ing)|wrong(?:ly)?|incorrect(?:ly)?|stale|leak(?:s|ed|ing)?|overwr(?:ote|itten)|duplicat(?:e|ed)|ignored|dropped|lost|race|because|would)\b/i;

function saysWrong(sentence: string): boolean {
  return WRONG.test(sentence) || givesReason(sentence);
}
