/**
 * Decides what a stated cause is. Texts name causes of many things: of a failure in this session, of an outage elsewhere, of
 * an incident in a document. Only the first is an error of this session, and its form tells: something failed or was reported
 * as failing, and what was changed has the words of the statement, or made the failed call pass. The other rules rest on
 * phrases.
 */
import type { Tag } from '#src/chronicle/tags.ts';
import type { FoundEvent } from '../found-event.ts';
import { FAULT, OUTSIDE, OUTSIDE_UNSPACED, QUOTES, WHY } from './phrases.ts';
import type { Point } from './points.ts';
import { blamesItself, type CauseKind, type Stated } from './statement.ts';
import type { Said, Turn } from './turn.ts';

/** The event of a cause. It is recorded if it explains a fault: by a change that fits, or as something outside. */
export function causeEvent(turn: Turn, said: Said, point: Point): FoundEvent {
  const kind = point.cause ?? 'weak';
  const isFixed = turn.edits > 0 && (turn.isMended || isOwn(turn, point));
  const tag = tagOfCause(turn, point, kind, isFixed);
  const fits = tag === 'ERROR' ? isFixed : isOutside(point, kind);
  const isProven = fits && hasFault(turn) && !QUOTES.test(wordsOf(point));
  const recorded = isProven ? ({ statement: 'cause', reference: '' } as const) : null;
  return { tag, text: point.text, details: point.why, origin: said.origin, recorded, ...fixOf(tag, said) };
}

/** The change that put an error right. */
export function fixOf(tag: Tag, { edit }: Said): Pick<FoundEvent, 'diff'> {
  return tag === 'ERROR' && edit !== null && edit.lines !== '' ? { diff: edit } : {};
}

/** The tag of a stated cause: a mistake if it was put right or is called one, otherwise a discovery. */
export function tagOfCause(turn: Turn, stated: Stated, kind: CauseKind, isFixed: boolean): Tag {
  const words = wordsOf(stated);
  if (blamesItself(stated)) return 'ERROR';
  if (isOutside(stated, kind)) return 'INSIGHT';
  // Nothing was wrong and at most documents were written: it is somebody else's, or an old one.
  if (!hasFault(turn) && turn.changed === '') return 'INSIGHT';
  return isFixed || MISTAKE.test(words) ? 'ERROR' : 'INSIGHT';
}

/** Whether a cause is not the project's own. */
function isOutside(stated: Stated, kind: CauseKind): boolean {
  const words = wordsOf(stated);
  return kind === 'finding' || OUTSIDE.test(words) || OUTSIDE_UNSPACED.test(words);
}

/** Words that name a mistake. */
const MISTAKE =
  /\b(?:bug|mistake|my|forgot|forgotten|wrong(?:ly)?|incorrect(?:ly)?|typo|off[- ]by[- ]one|race|stale|missing|leak(?:s|ed|ing)?|never|overwr(?:ites?|itten|ote)|broke|broken|crash(?:es|ed)?|fails?|failed|i (?:was|had|did|used|added|put|left|set|wrote|missed|assumed|removed|changed))\b/i;

/** Whether a prompt or a failed call showed that something is wrong. "Why" alone also asks about things that work. */
function hasFault({ prompt, hasFault: isShown, edits }: Turn): boolean {
  return isShown || FAULT.test(prompt.text.slice(0, READ)) || (edits > 0 && WHY.test(prompt.text.slice(0, READ)));
}

const READ = 2000;
/** This many plain words in common with the changed lines show that they are about the same. Code needs one. */
const LEAST_SHARED = 2;
const CODE = /`([^`]{2,80})`|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b\w+_\w+|\b[\w-]+\.\w{1,4}\b/g;
const PART = /\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,}/gu;

/** The words in a text and in its names, in lower case: `recipeTags` has two. */
function partsOf(text: string): Set<string> {
  return new Set((text.match(PART) ?? []).map((part) => part.toLowerCase()).filter((part) => part.length >= 4));
}

/**
 * Whether a statement is about what the turn changed, or about the agent's own work. What is wrong was there before the change;
 * a way around something outside only adds lines.
 */
function isOwn(turn: Turn, stated: Stated): boolean {
  if (blamesItself(stated)) return true;
  const words = wordsOf(stated);
  const changed = partsOf(turn.changed);
  const code = [...words.matchAll(CODE)].map(([all, inCode]) => inCode ?? all).join(' ');
  if ([...partsOf(code)].some((part) => changed.has(part))) return true;
  return [...partsOf(words)].filter((part) => changed.has(part)).length >= LEAST_SHARED;
}

function wordsOf({ text, why }: Stated): string {
  return [text, ...why].join(' ').slice(0, 600);
}
