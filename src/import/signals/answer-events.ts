/**
 * Finds what the answers of a turn say that is worth keeping: the cause that was found, what stood in the way, what is done
 * instead of what the user objected to, and the points that say most. Where a text stands counts as much as its words:
 * between a failed call and an edit it explains the failure, at the end of a turn without edits it is what was found out.
 * That holds in any language.
 */
import type { Tag } from '#src/chronicle/tags.ts';
import type { FoundEvent, Origin } from '../found-event.ts';
import { causeEvent, fixOf, tagOfCause } from './cause-event.ts';
import { headline } from './headline.ts';
import { ACCEPTS, FAULT, UNABLE, UNABLE_UNSPACED, WHY } from './phrases.ts';
import { isWeighed, type Point, pointsIn } from './points.ts';
import { blocksOf, sentencesOf } from './prose.ts';
import { salienceOf } from './salience.ts';
import { blamesItself, isStatement, statedBy } from './statement.ts';
import type { Said, Turn } from './turn.ts';
import { agrees } from './yields.ts';

/** The score from which a point is an unconfirmed event. Tuned on the development set. */
const TELLING = 3;
/** How many events a turn has at most from its answers. */
const MOST = 2;
/** The score of a second point: it says something of its own. */
const SECOND = 4;
const SEARCHED = 3;
const REPORT = 200;
/** Begins a text in which the agent notices something. A rule on phrases. */
const STOPS = /^(?:stop|wait|hmm+|hm|oops|hold on|uh-oh|ah|aha|interesting|curious|odd|strange)[,.!:–— …]/i;

/** A prompt that ends in a question. */
const ASKS = /[?？]\s*$/;

interface Placed {
  said: Said;
  point: Point;
}

/** The events in the answers of a turn. `isObjection` tells that its prompt objects to what was done. */
export function answerEvents(turn: Turn, isObjection: boolean): FoundEvent[] {
  const all = turn.texts
    .filter((said) => maySay(turn, said))
    .flatMap((said) => pointsIn(said.text).map((point): Placed => ({ said, point })));
  const causes = causesIn(turn, all);
  const certain = [
    ...causes.map(({ said, point }) => causeEvent(turn, said, point)),
    blockedEvent(turn),
    isObjection && causes.length === 0 ? insteadEvent(turn) : null,
  ].filter((event) => event !== null);
  // The first answer to an objection is about the objection.
  const answered = isObjection ? turn.first : null;
  const said = new Set(certain.flatMap(({ text, details }) => [text, ...details.map(withoutStop)]));
  // The sentences around a cause belong to it.
  const explained = new Set(all.filter(({ point }) => point.cause !== null).map(({ said: text }) => text));
  const points = all
    .map((each) => ({ ...each, score: each.point.score + bonusOf(turn, each) }))
    .filter(({ point, score }) => score >= TELLING && point.cause === null && !said.has(wholeOf(point)))
    .filter(({ point, said: text }) => text !== answered || blamesItself(point))
    .filter(
      ({ point, said: text }) => point.kind !== 'plain' || !(explained.has(text) || isReportOfWork(turn, text, point)),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(1, mostIn(turn) - certain.length))
    .filter(({ score }, index) => index === 0 || score >= SECOND);
  const found = [...certain, ...points.map((each) => pointEvent(turn, each))];
  const end = found.length === 0 && hasSearched(turn) ? all.findLast(({ said }) => said === turn.last) : undefined;
  return end === undefined ? found : [pointEvent(turn, firstOf(all, end.said))];
}

/** What a point says: its first detail, if its line was cut. */
function wholeOf({ text, why }: Point): string {
  return text.endsWith('…') ? withoutStop(why[0] ?? text) : text;
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.。]$/, '');
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

/**
 * A quick look before a text is taken apart: most texts between two calls only say what comes next. Those that end the turn,
 * lead to an edit or follow a failure are read in any language.
 */
function maySay(turn: Turn, said: Said): boolean {
  const isPlaced = said === turn.last || said.edit !== null || said.hasFailure || turn.texts.length <= FEW;
  return isPlaced || MAY_STATE.test(said.text);
}

const FEW = 3;
/** Letters of the phrases with which causes and findings are named. */
const MAY_STATE =
  /root|issue|problem|bug|cause|culprit|reason|turn(?:s|ed) out|found|confirmed|actually|notice|interesting|instead|because|mistake|wrong|★|ursache|fehler|grund|stellt|weil|causa|cause|erreur|avère|trouvé|resulta|encontr|trovat|porque|parce|perché|причин|проблем|оказ|наш|потому|原因|問題|问题|原来|找到|ため|因为|원인|문제/i;

/** How many events the answers of a turn give: a long one has more to say. */
function mostIn({ calls, edits }: Turn): number {
  if (calls === 0 && edits === 0) return 1;
  return Math.min(MOST + Math.floor(calls / 15), 5);
}

/** The items of a report only tell what was done, unless they stand under a heading for notes or give a reason. */
function isReportOfWork(turn: Turn, said: Said, point: Point): boolean {
  return turn.edits > 0 && said === turn.last && said.edit === null && point.kind === 'plain' && !isWeighed(point);
}

/**
 * The causes that a turn names. Those in its report stand side by side; of those on the way, the last one counts, a strict
 * one before others.
 */
function causesIn(turn: Turn, all: readonly Placed[]): Placed[] {
  const held = all.filter(({ said, point }) => point.cause !== null && holds(turn, said, point));
  const reported = held.filter(({ said }) => said === turn.last);
  const strict = held.filter(({ point }) => point.cause === 'strict');
  const rooted = reported.filter(({ point }) => point.cause === 'strict');
  // "Issue" above "Root cause" only tells what was seen.
  if (rooted.length > 0) return rooted.slice(0, MOST);
  if (reported.length > 0 && strict.length === 0) return reported.slice(0, MOST);
  const last = strict.at(-1) ?? held.at(-1);
  return last === undefined ? [] : [last];
}

/** A weak statement is only a step of a search, unless something was changed after it or the turn ends with it. */
function holds(turn: Turn, said: Said, point: Point): boolean {
  const isEnd = said === turn.last || turn.texts.slice(-2).includes(said);
  return point.cause === 'strict' || turn.edits > said.edits || isEnd || blamesItself(point);
}

/** What a point says more by its place and by who is to blame. */
function bonusOf(turn: Turn, { said, point }: Placed): number {
  const isLast = said === turn.last;
  return (
    (isLast && turn.edits === 0 ? 1 : 0) +
    (isLast && turn.edits === 0 && turn.calls > 0 && ASKS.test(turn.prompt.text) ? 1 : 0) +
    (said.edit !== null ? (said.hasFailure ? 3 : isDiagnosis(turn, said) ? 2 : 0.5) : 0) +
    (blamesItself(point) ? 2 : 0) +
    (said === turn.first && agrees(said.text) ? 1 : 0) +
    (STOPS.test(said.text) ? 1 : 0)
  );
}

function pointEvent(turn: Turn, { said, point }: Placed): FoundEvent {
  const tag = tagOf(turn, said, point);
  return { tag, text: point.text, details: point.why, origin: said.origin, recorded: null, ...fixOf(tag, said) };
}

function tagOf(turn: Turn, said: Said, point: Point): Tag {
  if (PLANS.test(point.text) && !blamesItself(point)) return 'DECISION';
  if (point.kind === 'choice') return turn.edits > 0 || isContrastive(point) ? 'DECISION' : 'INSIGHT';
  if (blamesItself(point) || (said.edit !== null && said.hasFailure) || isDiagnosis(turn, said))
    return tagOfCause(turn, point, 'weak', turn.edits > 0);
  const isReport = said === turn.last && turn.edits > 0;
  return isReport && point.kind !== 'finding' && isContrastive(point) ? 'DECISION' : 'INSIGHT';
}

/** Whether a text explains what the prompt reports as wrong: it comes right before the first edit. */
function isDiagnosis(turn: Turn, { edit, edits }: Said): boolean {
  return edit !== null && edits === 0 && REPORTS.some((words) => words.test(turn.prompt.text.slice(0, 2000)));
}

/** Says what is done, which is no mistake and no discovery. */
const PLANS =
  /^(?:(?:so|then|instead)[, ]+)?(?:i['’]ll|i will|add|use|replace|move|split|switch|ich (?:nehme|mache|ändere|lasse|setze|stelle)|je (?:prends|remplace|mets|passe)|uso|usaré|voy a|vou|uso|userò)(?![\p{L}\p{N}])/iu;
/** A prompt that reports a fault or asks for its reason. */
const REPORTS = [FAULT, WHY];
/** Chooses one thing over another. */
const CHOSEN =
  /\b(?:i (?:kept|used|chose|went|picked|left|made|put|avoided|skipped|decided|stayed)|kept|chose[n]?|instead of|rather than|now (?:uses?|lives?|runs?|goes|passes|reads?|returns?)|moved (?:to|into|out)|switched|deliberately|on purpose|intentionally|by design|statt|bewusst|en lugar de|en vez de|au lieu de|plutôt que|em vez de|invece di|вместо)\b|ではなく|代わりに|而不是|改为|대신/i;

function isContrastive({ text, why }: Point): boolean {
  return CHOSEN.test([text, ...why].join(' '));
}

/** What stood in the way: a call failed to the end of the turn, and the last answer says that it cannot be done. */
function blockedEvent({ last, unresolved }: Turn): FoundEvent | null {
  if (last === null || unresolved.size === 0) return null;
  const sentences = blocksOf(last.text).flatMap(({ text }) => sentencesOf(text));
  const at = sentences.findIndex((sentence) => UNABLE.in(sentence) || UNABLE_UNSPACED.test(sentence));
  const said = at === -1 ? null : statedBy(sentences.slice(at));
  if (said === null) return null;
  const before = sentences.slice(Math.max(0, at - 1), at).filter((sentence) => isStatement(sentence));
  return { tag: 'BLOCKED', text: said.text, details: [...before, ...said.why], origin: last.origin, recorded: null };
}

const WILL =
  /^(?:(?:ok(?:ay)?|then|so|instead|ah|right|sure)[,.! ]+)*(?:i['’]ll|i will|i['’]m (?:going to|now)|we['’]ll|let me)(?: now| instead| just| simply)*\s+/i;
/** Promises that say nothing of what is done. */
const VAGUE =
  /^(?:let me|let['’]s|i['’]ll (?:check|look|see|take a|fix|read|search|investigate|do that|update (?:it|that|this)|change (?:it|that)|redo|try again|be more)|sorry|understood|got it|noted|makes sense|thanks|good (?:catch|point)|you['’]?(?:re| are) right|verstanden|entendido|compris|entendi|capito|понял|わかりました|了解|好的|알겠)[^,;:–—]{0,40}$/i;

/** What the agent does instead of what the user objected to: the sentence of its first answer that says what. */
function insteadEvent({ first, edits }: Turn): FoundEvent | null {
  if (first === null || edits === 0) return null;
  const sentences = blocksOf(first.text).flatMap(({ kind, text }) => (kind === 'paragraph' ? sentencesOf(text) : []));
  const bare = sentences.map((sentence) => sentence.replace(LEADS_IN, ''));
  const planned = bare
    .map((sentence, at) => ({
      sentence,
      at,
      score: salienceOf(sentence) + (WILL.test(sentence) ? 1.5 : 0) + at * 0.25,
    }))
    .filter(
      ({ sentence }) => sentence.length >= 30 && !VAGUE.test(sentence) && !/[?？]$|^(?:that|this|it)\b/i.test(sentence),
    )
    .filter(({ at, sentence }) => at > 0 || bare.length === 1 || WILL.test(sentence))
    .sort((a, b) => b.score - a.score);
  const [best] = planned;
  if (best === undefined || best.score < 0.25) return null;
  const { text, full } = headline(best.sentence.replace(WILL, ''));
  const details = [full, ...bare.filter((sentence, at) => at !== best.at && isStatement(sentence))].filter(Boolean);
  return { tag: 'DECISION', text, details: details.slice(0, 2), origin: first.origin, recorded: null };
}

const LEADS_IN =
  /^(?:you['’]?(?:re| are) (?:absolutely |completely )?right|understood|got it|sorry|right|ok(?:ay)?|ah|good (?:catch|point)|verstanden|alles klar|es verdad|de acuerdo|d['’]accord|certo|好的|わかりました)[,.!:;–— ，。]+\s*/i;

const PROPOSED = /\b(?:would|could|can|should|instead|würde|könnte|podría|pourrait|poderia|potrebbe)\b/i;

/** A finding of the turn before that the prompt has acted on is a decision; other events are unchanged. */
export function accepted(event: FoundEvent, prompt: string, origin: Origin): FoundEvent {
  const words = [event.text, ...event.details].join(' ');
  const isFinding = event.tag === 'INSIGHT' && event.recorded === null && PROPOSED.test(words);
  return isFinding && ACCEPTS.test(prompt) ? { ...event, tag: 'DECISION', origin } : event;
}
