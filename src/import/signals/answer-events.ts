/**
 * Finds what the answers of a turn say that is worth keeping: the cause that was found, what stood in the way, what is done
 * instead of what the user objected to, and the points that say most. Where a text stands counts as much as its words:
 * between a failed call and an edit it explains the failure, at the end of a turn without edits it is what was found out.
 * That holds in any language.
 */
import type { Tag } from '#src/chronicle/tags.ts';
import type { Origin } from '../candidate.ts';
import type { FoundEvent } from '../found-event.ts';
import { headline } from './headline.ts';
import { UNABLE, UNABLE_UNSPACED } from './phrases.ts';
import { isWeighed, type Point, pointsIn } from './points.ts';
import { blocksOf, sentencesOf } from './prose.ts';
import { salienceOf } from './salience.ts';
import { blamesItself, isStatement, statedBy, tagOfCause } from './statement.ts';
import type { Said, Turn } from './turn.ts';
import { agrees } from './yields.ts';

/** The score from which a point is an unconfirmed event. Tuned on the development set. */
const TELLING = 3;
/** How many events a turn has at most from its answers. */
const MOST = 2;
const SEARCHED = 3;
const REPORT = 200;
/** Begins a text in which the agent notices something. A rule on phrases. */
const STOPS = /^(?:stop|wait|hmm+|hm|oops|hold on|uh-oh|ah|aha|interesting|curious|odd|strange)[,.!:–— …]/i;

interface Placed {
  said: Said;
  point: Point;
}

/** The events in the answers of a turn. `isObjection` tells that its prompt objects to what was done. */
export function answerEvents(turn: Turn, isObjection: boolean): FoundEvent[] {
  const all = turn.texts.flatMap((said) => pointsIn(said.text).map((point): Placed => ({ said, point })));
  const cause = all.findLast(({ said, point }) => point.cause !== null && holds(turn, said, point));
  const certain = [
    cause === undefined ? null : causeEvent(turn, cause),
    blockedEvent(turn),
    isObjection ? insteadEvent(turn) : null,
  ].filter((event) => event !== null);
  const said = new Set(certain.map(({ text }) => text));
  const points = all
    .map((each) => ({ ...each, score: each.point.score + bonusOf(turn, each) }))
    .filter(({ point, score }) => point.cause === null && score >= TELLING && !said.has(point.text))
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(1, MOST - certain.length));
  const found = [...certain, ...points.map((each) => pointEvent(turn, each))];
  const end = found.length === 0 && hasSearched(turn) ? all.findLast(({ said }) => said === turn.last) : undefined;
  return end === undefined ? found : [pointEvent(turn, firstOf(all, end.said))];
}

/** Whether the agent looked into something and reports at length, without changing anything. */
function hasSearched({ last, edits, calls }: Turn): boolean {
  return edits === 0 && calls >= SEARCHED && last !== null && last.text.length >= REPORT;
}

/** The first of the points in a text that says most. */
function firstOf(all: readonly Placed[], said: Said): Placed {
  const own = all.filter((each) => each.said === said);
  return own.reduce((best, each) => (each.point.score > best.point.score ? each : best));
}

/** A weak statement is only a step of a search, unless something was changed after it or the turn ends with it. */
function holds(turn: Turn, { edits, origin }: Said, { cause }: Point): boolean {
  return cause === 'strict' || turn.edits > edits || origin === turn.last?.origin;
}

/** What a point says more by its place and by who is to blame. */
function bonusOf(turn: Turn, { said, point }: Placed): number {
  const isLast = said === turn.last;
  return (
    (isLast && turn.edits === 0 ? 1 : 0) +
    (said.edit !== null ? (said.hasFailure ? 3 : 0.5) : 0) +
    (blamesItself(point) ? 2 : 0) +
    (said === turn.first && agrees(said.text) ? 1 : 0) +
    (STOPS.test(said.text) ? 1 : 0)
  );
}

function causeEvent(turn: Turn, { said, point }: Placed): FoundEvent {
  const tag = tagOfCause(point, point.cause ?? 'weak', turn.edits > said.edits);
  const recorded = { statement: 'cause', reference: '' } as const;
  return { tag, text: point.text, details: point.why, origin: said.origin, recorded, ...fixOf(tag, said) };
}

function pointEvent(turn: Turn, { said, point }: Placed): FoundEvent {
  const tag = tagOf(turn, said, point);
  return { tag, text: point.text, details: point.why, origin: said.origin, recorded: null, ...fixOf(tag, said) };
}

/** The change that put an error right. */
function fixOf(tag: Tag, { edit }: Said): Pick<FoundEvent, 'diff'> {
  return tag === 'ERROR' && edit !== null && edit.lines !== '' ? { diff: edit } : {};
}

function tagOf(turn: Turn, said: Said, point: Point): Tag {
  if (point.kind === 'choice') return 'DECISION';
  if (blamesItself(point) || (said.hasFailure && said.edit !== null)) return tagOfCause(point, 'weak', true);
  const isReport = said === turn.last && turn.edits > 0;
  return isReport && point.kind !== 'finding' && isWeighed(point) ? 'DECISION' : 'INSIGHT';
}

/** What stood in the way: a call failed to the end of the turn, and the last answer says that it cannot be done. */
function blockedEvent({ last, unresolved }: Turn): FoundEvent | null {
  if (last === null || unresolved.size === 0) return null;
  const sentences = blocksOf(last.text).flatMap(({ text }) => sentencesOf(text));
  const at = sentences.findIndex((sentence) => UNABLE.test(sentence) || UNABLE_UNSPACED.test(sentence));
  const said = at === -1 ? null : statedBy(sentences.slice(at));
  if (said === null) return null;
  const before = sentences.slice(Math.max(0, at - 1), at).filter((sentence) => isStatement(sentence));
  return { tag: 'BLOCKED', text: said.text, details: [...before, ...said.why], origin: last.origin, recorded: null };
}

const WILL =
  /^(?:(?:ok(?:ay)?|then|so|instead|ah|right|sure)[,.! ]+)*(?:i['’]ll|i will|i['’]m (?:going to|now)|we['’]ll)(?: now| instead| just| simply)*\s+/i;
/** Promises that say nothing of what is done. */
const VAGUE =
  /^(?:let me|let['’]s|i['’]ll (?:check|look|see|take a|fix|read|search|investigate|do that|update (?:it|that|this)|change (?:it|that)|redo|try again|be more)|sorry|understood|got it|noted|makes sense|thanks|good (?:catch|point)|you['’]?(?:re| are) right|verstanden|entendido|compris|entendi|capito|понял|わかりました|了解|好的|알겠)[^,;:–—]{0,40}$/i;

/** What the agent does instead of what the user objected to: the sentence of its first answer that says what. */
function insteadEvent({ first, edits }: Turn): FoundEvent | null {
  if (first === null || edits === 0) return null;
  const sentences = blocksOf(first.text).flatMap(({ kind, text }) => (kind === 'heading' ? [] : sentencesOf(text)));
  const bare = sentences.map((sentence) => sentence.replace(LEADS_IN, ''));
  const planned = bare
    .map((sentence, at) => ({
      sentence,
      at,
      score: salienceOf(sentence) + (WILL.test(sentence) ? 1.5 : 0) + at * 0.25,
    }))
    .filter(({ sentence }) => sentence.length >= 30 && !VAGUE.test(sentence) && !/[?？]$/.test(sentence))
    .filter(({ at, sentence }) => at > 0 || bare.length === 1 || WILL.test(sentence))
    .sort((a, b) => b.score - a.score);
  const [best] = planned;
  if (best === undefined || best.score < 0.25) return null;
  const { text, rest } = headline(best.sentence.replace(WILL, ''));
  const details = [rest, ...bare.filter((sentence, at) => at !== best.at && isStatement(sentence))].filter(Boolean);
  return { tag: 'DECISION', text, details: details.slice(0, 2), origin: first.origin, recorded: null };
}

const LEADS_IN =
  /^(?:you['’]?(?:re| are) (?:absolutely |completely )?right|understood|got it|sorry|right|ok(?:ay)?|ah|good (?:catch|point)|verstanden|alles klar|es verdad|de acuerdo|d['’]accord|certo|好的|わかりました)[,.!:;–— ，。]+\s*/i;

/** A prompt that has something done which was only talked about. */
const ACCEPTS =
  /^(?:(?:ok(?:ay)?|yes|yeah|great|perfect|good|ja|sí|oui|sim)[,.! ]+)*(?:do (?:it|that|so|this)|go (?:for|with) (?:it|that)|make it so|implement (?:it|that)|please do|let['’]?s do (?:it|that)|mach (?:das|es)(?: so)?|hazlo|dale|fais-le|vas-y|faz isso|pode fazer|fallo|делай|сделай так|お願いします|やってください|就这样|就这么办|그렇게 해)(?![\p{L}\p{N}])/iu;
const PROPOSED = /\b(?:would|could|can|should|instead|würde|könnte|podría|pourrait|poderia|potrebbe)\b/i;

/** A finding of the turn before that the prompt has acted on is a decision; other events are unchanged. */
export function accepted(event: FoundEvent, prompt: string, origin: Origin): FoundEvent {
  const words = [event.text, ...event.details].join(' ');
  const isFinding = event.tag === 'INSIGHT' && event.recorded === null && PROPOSED.test(words);
  return isFinding && ACCEPTS.test(prompt) ? { ...event, tag: 'DECISION', origin } : event;
}
