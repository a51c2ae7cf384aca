import { UNSPACED } from '../unspaced.ts';
import { headline } from './headline.ts';
import {
  ANNOUNCED,
  CAUSE_ELSEWHERE,
  FAULT_IS,
  GUESSES,
  GUESSES_UNSPACED,
  INTENDS,
  INTENDS_UNSPACED,
  ROOT_CAUSE,
  TURNS_OUT,
} from './phrases.ts';

/** What an answer states in one sentence or two. */
export interface Stated {
  /** The line of the event. */
  text: string;
  /** What the answer says further about it, at most a few sentences. */
  why: string[];
}

/** How an answer names a cause. Strict ones are recorded events. */
export type CauseKind = 'strict' | 'weak' | 'finding';

/** A statement of fewer characters says too little, as in "The issue is clear." Scripts without spaces need fewer. */
const LEAST = 24;
const LEAST_UNSPACED = 8;

/** Whether a sentence states something: it neither guesses, asks, nor says what comes next, and is long enough. */
export function isStatement(sentence: string): boolean {
  const least = UNSPACED.test(sentence) ? LEAST_UNSPACED : LEAST;
  return (
    sentence.length >= least &&
    !/[?？]["'”’)\]]?$/.test(sentence) &&
    !INTENDS.test(sentence) &&
    !INTENDS_UNSPACED.test(sentence) &&
    !guesses(sentence)
  );
}

/** Whether a sentence only guesses. A guess far into a long sentence is beside the point. */
function guesses(sentence: string): boolean {
  const start = sentence.slice(0, 160);
  return GUESSES.in(start) || (UNSPACED.test(start) && GUESSES_UNSPACED.test(start));
}

/** The statement in sentences that begin with it; null if the first is none. */
export function statedBy([sentence = '', ...others]: readonly string[], listed: readonly string[] = []): Stated | null {
  if (!isStatement(sentence)) return null;
  // "There is a mismatch:" needs what is listed below it.
  if (/[:：]$/.test(sentence) && listed.length > 0) return statedBy([`${sentence} ${listed.join('; ')}`, ...others]);
  const { text, full } = headline(sentence);
  const next = others.slice(0, 2).filter((other) => isStatement(other));
  return { text, why: [...(full === '' ? [] : [full]), ...next] };
}

/** The cause that sentences state, and how; null if they state none. */
export function causeIn(
  sentences: readonly string[],
  listed: readonly string[] = [],
): (Stated & { kind: CauseKind }) | null {
  const last = sentences.at(-1) ?? '';
  const whole =
    /[:：]$/.test(last) && listed.length > 0 ? [...sentences.slice(0, -1), `${last} ${listed.join('; ')}`] : sentences;
  for (const [index, sentence] of whole.entries()) {
    const found = causeOf(sentence, whole.slice(index + 1));
    if (found !== null) return found;
  }
  return null;
}

const LEADS: readonly [lead: RegExp, kind: CauseKind][] = [
  [ROOT_CAUSE, 'strict'],
  [FAULT_IS, 'weak'],
  [TURNS_OUT, 'finding'],
  [CAUSE_ELSEWHERE, 'weak'],
];

function causeOf(sentence: string, others: readonly string[]): (Stated & { kind: CauseKind }) | null {
  const [announced] = ANNOUNCED.exec(sentence) ?? [];
  if (announced !== undefined) {
    const rest = sentence.slice(announced.length).trim();
    const said = statedBy(rest === '' ? others : [rest, ...others]);
    return namedNext(others) ?? (said && { ...said, kind: 'weak' });
  }
  for (const [lead, kind] of LEADS) {
    const [led] = lead.exec(sentence) ?? [];
    if (led === undefined) continue;
    const rest = sentence.slice(led.length);
    if (NOT_A_CAUSE.test(rest) && !/(?:that|que|dass|che|что)\s*$/i.test(led)) return null;
    const said = statedBy([withoutLead(sentence, led), ...others]);
    return said && { ...said, kind: PAST.test(led) ? 'finding' : kind };
  }
  return null;
}

/** "The problem is not that …" names what it is not. */
const NOT_A_CAUSE =
  /^(?:not (?!only|just)(?!.*\b(?:but|it is|it['’]s)\b)|nicht(?!.*\bsondern\b)|no (?:es|está) |pas |não |non è |не (?!.*, а ))/iu;
/** "The original bug was …" tells of another time. */
const PAST = /\b(?:original|old|earlier|previous|former|historical)\b/i;

/** What a sentence right after "Found it" names as the fault. */
function namedNext(others: readonly string[]): (Stated & { kind: CauseKind }) | null {
  for (const [at, sentence] of others.slice(0, 2).entries()) {
    const lead = LEADS.find(([pattern]) => pattern.test(sentence));
    if (lead !== undefined) return causeOf(sentence, others.slice(at + 1));
  }
  return null;
}

/** The statement without "The root cause is that"; whole where the rest is no statement of its own, as in "The bug is in …". */
function withoutLead(sentence: string, led: string): string {
  const rest = sentence.slice(led.length);
  // A German clause after "dass" has its verb at the end and cannot stand alone.
  if (/dass\s*$/i.test(led)) return sentence;
  const [, place] = /^(?:in|with|inside|at) [^:]{3,60}: (.{30,})$/i.exec(rest) ?? [];
  if (place !== undefined) return place;
  return /^(?:in|with|at|on|from|inside|between|due|caused|how|when|not|simply|just|a missing|im|in der|en|dans|em|nel|в)(?![\p{L}\p{N}])/iu.test(
    rest,
  )
    ? sentence
    : rest;
}

/** Whether the agent calls something its own mistake. */
export function blamesItself({ text, why }: Stated): boolean {
  const words = [text, ...why].join(' ').slice(0, 600);
  return BLAMES.test(words);
}

const BLAMES =
  /\b(?:(?:is|was|are|were) (?:mine|my (?:mistake|fault|error|bug))|my (?:own )?(?:mistake|fault|bad|error|bug)|my (?:[\w'’"“”-]{1,20} ){0,3}(?:is|was|were|breaks?|broke|caused?|removed|drops?|dropped|missed|ignores?|ignored|throws?|threw|overwrites?|overwrote|leaks?|assumed|did(?:n['’]t| not)|does(?:n['’]t| not)|never|only)|i (?:\w{1,20} ){1,6}(?:wrong|instead|twice|by mistake|too early|too late|on top)|i (?:forgot|misread|misunderstood|overlooked|missed|assumed|introduced|broke|took the wrong|used the wrong|picked the wrong|mixed up|had (?:assumed|forgotten|left|put|set|used)|should(?:n['’]t| not)? have|was wrong|wrongly|mistakenly|accidentally)|when i (?:added|moved|renamed|changed|removed|refactored|wrote)|mein fehler|mi error|mon erreur|meu erro|errore mio|моя ошибка)\b|私の(?:ミス|誤り)|我的(?:错|失误)/i;
