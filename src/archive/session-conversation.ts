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
import { whenOf } from '../notes/book.ts';
import { eventLog } from './event-log.ts';
import { type Gap, idleGaps } from './idle-time.ts';
import { commitIn } from './provenance-mark.ts';
import { localClockOf, minuteOf } from './session-time.ts';

/** A prompt and what belongs to it; what comes before the first prompt has none. */
export interface Turn {
  prompt: TurnPrompt | null;
  /** The day, if it is not that of the turn before. */
  newDay: string | null;
  /** Minutes in which nothing happened before it, if they are idle time; else null. */
  idle: number | null;
  items: ConversationItem[];
}

type Prompt = Facts['prompts'][number];

/** What the conversation shows of the facts. */
type ShownFacts = Pick<
  Facts,
  'prompts' | 'commits' | 'pullRequests' | 'plans' | 'questions' | 'compactions' | 'evidence'
>;

const NO_FACTS: ShownFacts = {
  ...{ prompts: [], commits: [], pullRequests: [], plans: [], questions: [], compactions: [], evidence: [] },
};

export interface TurnPrompt extends Pick<Prompt, 'text' | 'did'> {
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
export type ConversationItem =
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
interface Conversation {
  /** Without facts, one turn without a prompt. */
  turns: Turn[];
  /** The events that do not fit on the page. */
  rest: ChronicleEvent[];
  /** The observations that belong to no turn. */
  apart: Observation[];
}

/** The turns of a session, and what is left over. */
export function sessionConversation(session: Session, found: Facts | null): Conversation {
  const { chronicle, notebook } = session;
  const facts = found ?? NO_FACTS;
  const day = chronicle.frontMatter.date;
  const local = localClockOf(chronicle);
  const times = facts.prompts.map(({ at }) => local(at));
  const places = times.map(placeOf);
  const { placed, apart } = placedObservations(notebook?.observations ?? [], places, day);
  const marks = [...marksOf(facts, local, coveredBy(chronicle.events, facts)), ...placed].sort(
    (a, b) => compare(a.place, b.place) || a.turn - b.turn,
  );
  const turns = [emptyTurn(null), ...promptsOf(facts, times).map(emptyTurn)];
  const itemOf = eventItems(facts, local);
  const limits = latestTurns(chronicle.events, facts);
  const rest: ChronicleEvent[] = [];
  let [turn, last, shown, mark, nth] = [0, '', 0, 0, 0];
  // Marks never go back: the events after them are in file order.
  const pushMark = ({ turn: own, item }: Mark) => {
    turn = Math.max(turn, Math.min(own, turns.length - 1));
    turns[turn]?.items.push(item);
    mark++;
  };
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
    for (let next = marks[mark]; next && next.place <= last && next.turn <= limit; next = marks[mark]) pushMark(next);
    while (turn < limit && (places[turn] ?? '') <= last) turn++;
    if (++shown > MOST_EVENTS) rest.push(event);
    else turns[turn]?.items.push(itemOf(event, newDay));
  }
  for (const next of marks.slice(mark)) pushMark(next);
  return { turns: withPauses(turns, times, day, found ? idleGaps(session, found) : []), rest, apart };
}

/** The prompts of a session; long ones are shortened if all together are too long for a page. */
function promptsOf(facts: ShownFacts, times: readonly DayTime[]): TurnPrompt[] {
  const longest = facts.prompts.reduce((sum, { text }) => sum + text.length, 0) > MOST_TEXT ? SHORTENED : Infinity;
  return facts.prompts.map(({ text: whole, did, record, isQueued = false }, index) => {
    const text = clip(whole, longest);
    return {
      ...{
        number: index + 1,
        anchor: promptAnchor(index),
        time: times[index]?.time ?? '',
        text,
        did,
        isQueued,
        record,
      },
      commits: facts.commits.filter(({ prompt }) => prompt === index).length,
      left: whole.length - text.length,
    };
  });
}

/** Makes the item of each event in order: a commit belongs to the first event that comes from it or that it proves. */
function eventItems(facts: ShownFacts, local: (utc: string) => DayTime) {
  const evidence = Map.groupBy(facts.evidence, ({ event }) => event);
  const commits = new Map(facts.commits.map((commit) => [commit.hash, commit]));
  return (event: ChronicleEvent, newDay: string | null): EventItem => {
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
}

/**
 * The last turn that each event can belong to. Events have minutes only, and several prompts may be sent in one; but a
 * record tells the prompt of a found event, and the events before it in the file are not later than that.
 */
function latestTurns(events: readonly ChronicleEvent[], facts: ShownFacts): number[] {
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

function emptyTurn(prompt: TurnPrompt | null): Turn {
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
  item: ConversationItem;
}

/** What the facts add to the events, by time. */
function marksOf(facts: ShownFacts, local: (utc: string) => DayTime, covered: ReadonlySet<string>): Mark[] {
  const mark = (at: string, prompt: number | null, make: (time: string) => ConversationItem): Mark => {
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

/**
 * Places observations by the prompt that they name, or else by their time. Those of an earlier day, without a time, or of a
 * session without prompts are `apart`: nothing tells where they belong.
 */
function placedObservations(
  observations: readonly Observation[],
  prompts: readonly string[],
  day: string,
): { placed: Mark[]; apart: Observation[] } {
  const placed: Mark[] = [];
  const apart: Observation[] = [];
  for (const observation of observations) {
    const { prompt, date, time } = observation;
    const made = date ?? day;
    if (prompts.length === 0 || time === null || made < day) {
      apart.push(observation);
      continue;
    }
    const at = whenOf(observation, day);
    const isNamed = prompt !== null && prompt >= 1 && prompt <= prompts.length;
    const turn = isNamed ? prompt : prompts.filter((each) => each <= at).length;
    const place = isNamed ? within(at, prompts[turn - 1], prompts[turn]) : at;
    placed.push({ turn, place, item: { kind: 'observation', time, made, observation } });
  }
  return { placed, apart };
}

/** A place, moved to where a prompt begins or the next one does. */
function within(place: string, first = place, next = place): string {
  if (place < first) return first;
  return place > next ? next : place;
}

/** What events already tell: commits by hash, as their source or their evidence; plans and answers by minute. */
function coveredBy(events: readonly ChronicleEvent[], { evidence }: ShownFacts): Set<string> {
  const told = events.flatMap((event) => {
    const from = foundIn(event);
    if (from === null) return [];
    return [from.reference, `${from.from} ${placeOf({ date: event.date, time: event.time ?? '' })}`];
  });
  const proofs = evidence.map(({ source }) => commitIn(source));
  return new Set([...told, ...proofs].filter((name) => name !== ''));
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
