/**
 * A session's page as a conversation: each prompt with what belongs to it, in order. Events stay in the order of the file;
 * commits, plans, observations and the like are put between them by time.
 *
 *     before the first prompt   - 14:00 [MEMORY-HIT] …
 *     1  fix the login redirect - 14:06 commit a1b2c3d, 14:07 [ERROR] …
 *     2  and the logout?        - …
 */
import type { ChronicleEvent } from '../format/chronicle.ts';
import type { Observation } from '../format/notebook/observation.ts';
import type { Session } from '../format/session.ts';
import type { Facts } from '../transcript/facts.ts';
import type { DayTime } from '../transcript/moment.ts';
import { foundIn, recordOf, type SourceKind } from '../format/event-source.ts';
import { clip } from '../lib/text/clip.ts';
import { promptAnchor } from '../lib/text/page-address.ts';
import { compare } from '../lib/compare.ts';
import { eventLog } from './event-log.ts';
import { type Gap, idleGaps } from './idle-time.ts';
import { commitIn } from './provenance-mark.ts';
import { localClockOf, minuteOf } from './session-time.ts';
import { observationsInTurns } from './spine-observations.ts';

/** A prompt and what belongs to it; what comes before the first prompt has none. */
export interface Turn {
  prompt: SpinePrompt | null;
  /** The day, if it is not that of the turn before. */
  newDay: string | null;
  /** Minutes in which nothing happened before it, if they are idle time; else null. */
  idle: number | null;
  items: SpineItem[];
}

type Prompt = Facts['prompts'][number];

/** What the spine reads of the facts. */
type SpineFacts = Pick<
  Facts,
  'prompts' | 'commits' | 'pullRequests' | 'plans' | 'questions' | 'compactions' | 'evidence'
>;

const NO_FACTS: SpineFacts = {
  prompts: [],
  commits: [],
  pullRequests: [],
  plans: [],
  questions: [],
  compactions: [],
  evidence: [],
};

export interface SpinePrompt extends Pick<Prompt, 'text' | 'did'> {
  /** From 1. */
  number: number;
  anchor: string;
  /** Local `HH:MM`. */
  time: string;
  isQueued: boolean;
  /** The id of its record in the transcript. */
  record: string;
  /** How many commits belong to it. */
  commits: number;
  /** How many characters of its text are left out. */
  left: number;
}

/** Something that happened. Everything but events, strays and observations comes from the facts. */
export type SpineItem =
  | EventItem
  | { kind: 'stray'; text: string }
  | { kind: 'commit'; time: string; commit: Facts['commits'][number] }
  | { kind: 'pull request'; time: string; pullRequest: Facts['pullRequests'][number] }
  | { kind: 'plan'; time: string; plan: Facts['plans'][number] }
  | { kind: 'question'; time: string; question: Facts['questions'][number] }
  | { kind: 'compaction'; time: string; compaction: Facts['compactions'][number] }
  | { kind: 'observation'; time: string; made: string; observation: Observation };

/** An event with what the facts know about it. */
export interface EventItem {
  kind: 'event';
  event: ChronicleEvent;
  newDay: string | null;
  /** What proves a logged event, such as `commit a1b2c3d`. */
  evidence: string[];
  /** The commits that it comes from or that prove it, unless an earlier event has them. */
  commits: Facts['commits'];
  /** The accepted plan that it comes from. */
  plan: Facts['plans'][number] | null;
}

/** So much text of prompts is on one page (characters); in a session with more, the long ones are shortened. */
const MOST_TEXT = 50_000;
const SHORTENED = 400;

/** The most events on one page: about 1 MB of HTML. */
const MOST_EVENTS = 1500;

/** What a session's page shows in order. */
export interface Spine {
  /** Without facts, one turn without a prompt. */
  turns: Turn[];
  /** The events that do not fit on the page. */
  rest: ChronicleEvent[];
  /** The observations that belong to no turn. */
  apart: Observation[];
}

/** The turns of a session, and what is left over. */
export function promptSpine(session: Session, found: Facts | null): Spine {
  const { chronicle, notebook } = session;
  const facts = found ?? NO_FACTS;
  const local = localClockOf(chronicle);
  const times = facts.prompts.map(({ at }) => local(at));
  const places = times.map(placeOf);
  const { placed, apart } = observationsInTurns(notebook?.observations ?? [], times, chronicle.frontMatter.date);
  const marks = inOrder([
    ...marksOf(facts, local, coveredBy(chronicle.events, facts)),
    ...placed.map(
      ({ turn, place, time, made, observation }): Mark => ({
        turn,
        place,
        item: { kind: 'observation', time, made, observation },
      }),
    ),
  ]);
  const evidence = Map.groupBy(facts.evidence, ({ event }) => event);
  const commits = new Map(facts.commits.map((commit) => [commit.hash, commit]));
  const itemOf = (event: ChronicleEvent, newDay: string | null): EventItem => {
    const proofs = [...new Set((evidence.get(event.id) ?? []).map(({ source }) => source))];
    const from = foundIn(event);
    const own = [from?.reference ?? '', ...proofs.map(commitIn)].flatMap((hash) => {
      const commit = commits.get(hash);
      commits.delete(hash);
      return commit ?? [];
    });
    const isPlan = ({ at }: { at: string }) => placeOf(local(at)) === `${event.date} ${event.time}`;
    const plan = from?.from === 'plan' ? (facts.plans.find(isPlan) ?? null) : null;
    return { kind: 'event', event, newDay, evidence: proofs, commits: own, plan };
  };
  const turns: Turn[] = [emptyTurn(null)];
  const longest = facts.prompts.reduce((sum, { text }) => sum + text.length, 0) > MOST_TEXT ? SHORTENED : Infinity;
  for (const [index, { text: whole, did, record, isQueued = false }] of facts.prompts.entries()) {
    const text = clip(whole, longest);
    const commits = facts.commits.filter(({ prompt }) => prompt === index).length;
    const { time = '' } = times[index] ?? {};
    const anchor = promptAnchor(index);
    turns.push(
      emptyTurn({
        number: index + 1,
        anchor,
        time,
        text,
        did,
        isQueued,
        record,
        commits,
        left: whole.length - text.length,
      }),
    );
  }
  let turn = 0;
  let mark = 0;
  let last = '';
  let shown = 0;
  const rest: ChronicleEvent[] = [];
  const limits = latestTurns(chronicle.events, facts);
  let nth = 0;
  for (const row of eventLog(chronicle)) {
    if (row.kind === 'stray') {
      turns[turn]?.items.push(row);
      continue;
    }
    const { event, newDay } = row;
    const limit = limits[nth++] ?? places.length;
    // An event without a time follows the one before it.
    const place = event.time === null ? last : placeOf({ date: event.date, time: event.time });
    last = place > last ? place : last;
    for (let next = marks[mark]; next && next.place <= last && next.turn <= limit; next = marks[++mark])
      turn = pushMark(turns, next, turn);
    while (turn < limit && (places[turn] ?? '') <= last) turn++;
    if (++shown > MOST_EVENTS) rest.push(event);
    else turns[turn]?.items.push(itemOf(event, newDay));
  }
  for (; marks[mark]; mark++) turn = pushMark(turns, marks[mark], turn);
  return {
    turns: withPauses(turns, times, chronicle.frontMatter.date, found ? idleGaps(session, found) : []),
    rest,
    apart,
  };
}

/**
 * The last turn that each event can belong to. Events have minutes only, and several prompts may be sent in one; but a
 * record tells the prompt of a found event, and the events before it in the file are not later than that.
 */
function latestTurns(events: readonly ChronicleEvent[], facts: SpineFacts): number[] {
  const prompts = new Map(facts.prompts.map(({ record }, index) => [record, index + 1]));
  const acts = [...facts.commits, ...facts.plans, ...facts.questions];
  const turnOf = (event: ChronicleEvent): number | undefined => {
    const { reference = '' } = foundIn(event) ?? {};
    const act = acts.find((one) => ('hash' in one ? one.hash === reference : isToldBy(event, one)));
    return act && (act.prompt ?? -1) + 1;
  };
  const limits: number[] = [];
  let limit = facts.prompts.length;
  for (const event of events.toReversed()) {
    const prompt = prompts.get(recordOf(event) ?? '');
    limit = Math.min(limit, prompt ?? turnOf(event) ?? limit);
    limits.push(limit);
    // A prompt comes before everything else in its turn.
    if (prompt !== undefined) limit = Math.min(limit, prompt - 1);
  }
  return limits.reverse();
}

/** Whether a found event tells about an accepted plan or an answered question. */
function isToldBy(event: ChronicleEvent, act: Facts['plans'][number] | Facts['questions'][number]): boolean {
  const statement = foundIn(event)?.from;
  if ('heading' in act) return statement === 'plan' && event.text === act.heading;
  return statement === 'dialog' && event.text.includes(act.answer);
}

function emptyTurn(prompt: SpinePrompt | null): Turn {
  return { prompt, newDay: null, idle: null, items: [] };
}

/** A local time that sorts as text. */
function placeOf({ date, time }: DayTime): string {
  return `${date} ${time}`;
}

interface Mark {
  place: string;
  /** The turn it belongs to: 0 is before the first prompt. */
  turn: number;
  item: SpineItem;
}

/** What the facts add to the events, by time. */
function marksOf(facts: SpineFacts, local: (utc: string) => DayTime, covered: ReadonlySet<string>): Mark[] {
  const mark = (at: string, prompt: number | null, make: (time: string) => SpineItem): Mark => {
    const time = local(at);
    return { place: placeOf(time), turn: prompt === null ? 0 : prompt + 1, item: make(time.time) };
  };
  const { commits, pullRequests, plans, questions, compactions, prompts } = facts;
  const turnAt = (at: string) => prompts.findLastIndex((prompt) => Date.parse(prompt.at) <= Date.parse(at));
  const isNew = (statement: SourceKind, at: string) => !covered.has(`${statement} ${placeOf(local(at))}`);
  return [
    ...commits
      .filter(({ hash }) => !covered.has(hash))
      .map((commit) => mark(commit.at, commit.prompt, (time) => ({ kind: 'commit', time, commit }))),
    ...pullRequests.map((pullRequest) =>
      mark(pullRequest.at, pullRequest.prompt, (time) => ({ kind: 'pull request', time, pullRequest })),
    ),
    ...plans
      .filter(({ at }) => isNew('plan', at))
      .map((plan) => mark(plan.at, plan.prompt, (time) => ({ kind: 'plan', time, plan }))),
    ...questions
      .filter(({ at }) => isNew('dialog', at))
      .map((question) => mark(question.at, question.prompt, (time) => ({ kind: 'question', time, question }))),
    ...compactions.map((compaction) => {
      const turn = turnAt(compaction.at);
      return mark(compaction.at, turn === -1 ? null : turn, (time) => ({ kind: 'compaction', time, compaction }));
    }),
  ];
}

function inOrder(marks: readonly Mark[]): Mark[] {
  return marks.toSorted((a, b) => compare(a.place, b.place) || a.turn - b.turn);
}

/** What events already tell: commits by hash, as their source or their evidence; plans and answers by minute. */
function coveredBy(events: readonly ChronicleEvent[], { evidence }: SpineFacts): Set<string> {
  const told = events.flatMap((event) => {
    const from = foundIn(event);
    if (from === null) return [];
    return [from.reference, `${from.from} ${placeOf({ date: event.date, time: event.time ?? '' })}`];
  });
  const proofs = evidence.map(({ source }) => commitIn(source));
  return new Set([...told, ...proofs].filter((name) => name !== ''));
}

/** Puts a mark into its turn. Never goes back: the events after it are in file order. */
function pushMark(turns: readonly Turn[], mark: Mark | undefined, turn: number): number {
  if (!mark) return turn;
  const own = Math.max(turn, Math.min(mark.turn, turns.length - 1));
  turns[own]?.items.push(mark.item);
  return own;
}

/** Adds days and idle time, and drops an empty beginning. */
function withPauses(turns: readonly Turn[], times: readonly DayTime[], firstDay: string, gaps: readonly Gap[]): Turn[] {
  const idle = new Map(gaps.map(({ from, to }) => [to, to - from]));
  let day = firstDay;
  const found = turns.map((turn, index): Turn => {
    const time = index === 0 ? undefined : times[index - 1];
    if (!time) return turn;
    const newDay = time.date === day ? null : time.date;
    day = time.date;
    const began = minuteOf(`${time.date}T${time.time}`);
    const before = idle.get(began) ?? null;
    // A second prompt in the same minute.
    idle.delete(began);
    return { ...turn, newDay, idle: before };
  });
  return found.filter(({ prompt, items }) => prompt !== null || items.length > 0);
}
