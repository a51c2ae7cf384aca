/**
 * A session as a conversation: each prompt with what belongs to it, in order. Events stay in the order of the file;
 * commits, plans, observations and the like are put between them by time.
 *
 *     before the first prompt   - 14:00 [MEMORY-HIT] …
 *     1  fix the login redirect - 14:06 commit a1b2c3d, 14:07 [ERROR] …
 *     2  and the logout?        - …
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Observation } from '#src/format/notebook/observation.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { DayTime } from '#src/transcript/moment.ts';
import { foundIn, recordOf } from '#src/format/event-source.ts';
import { clip } from '#src/lib/text/clip.ts';
import { promptAnchor } from '#src/lib/text/page-address.ts';
import { compare } from '#src/lib/compare.ts';
import { whenOf } from '#src/notes/superseded.ts';
import { idleGaps } from './idle-time.ts';
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

interface TurnPrompt extends Pick<Facts['prompts'][number], 'text' | 'did'> {
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
interface EventItem {
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

interface Conversation {
  /** Without facts, one turn without a prompt. */
  turns: Turn[];
  /** The observations that belong to no turn. */
  apart: Observation[];
}

/** Something with its turn, of which 0 is before the first prompt, and its place in time. */
interface Placed {
  turn: number;
  place: string;
  item: ConversationItem;
}

/** The longest text of a prompt (characters): a pasted log would be most of the page. */
const LONGEST = 8000;

type UsedFacts = Pick<
  Facts,
  'prompts' | 'commits' | 'pullRequests' | 'plans' | 'questions' | 'compactions' | 'evidence'
>;
const NO_FACTS: UsedFacts = {
  ...{ prompts: [], commits: [], pullRequests: [], plans: [], questions: [], compactions: [], evidence: [] },
};

/** The turns of a session, and what is left over. */
export function sessionConversation(session: Session, found: Facts | null): Conversation {
  const { chronicle, notebook } = session;
  const facts = found ?? NO_FACTS;
  const day = chronicle.frontMatter.date;
  const local = localClockOf(chronicle);
  const times = facts.prompts.map(({ at }) => local(at));
  const places = times.map(placeOf);
  const { placed, apart } = placedObservations(notebook?.observations ?? [], places, day);
  const all = [...factItems(facts, local, chronicle.events), ...placed, ...eventItems(session, facts, local, places)];
  const inTurn = Map.groupBy(all, ({ turn }) => Math.min(turn, places.length));
  const turns = [null, ...promptsOf(facts, times)].map((prompt, turn): Turn => {
    const own = (inTurn.get(turn) ?? []).toSorted((a, b) => compare(a.place, b.place));
    return { prompt, newDay: null, idle: null, items: own.map(({ item }) => item) };
  });
  addPauses(turns, session, found, times);
  return { turns: turns.filter(({ prompt, items }) => prompt !== null || items.length > 0), apart };
}

/**
 * The events and the lines between them that are none, which stay in the order of the file: an event without a time follows
 * the one before it. A commit belongs to the first event that comes from it or that it proves.
 */
function eventItems(
  { chronicle }: Session,
  facts: UsedFacts,
  local: (utc: string) => DayTime,
  prompts: readonly string[],
): Placed[] {
  const limits = latestTurns(chronicle.events, facts);
  const evidence = Map.groupBy(facts.evidence, ({ event }) => event);
  const commits = new Map(facts.commits.map((commit) => [commit.hash, commit]));
  let [turn, place, day, nth] = [0, '', chronicle.frontMatter.date, 0];
  return linesOf(chronicle).map((line): Placed => {
    if (typeof line === 'string') return { turn, place, item: { kind: 'stray', text: line } };
    const at = line.time === null ? place : placeOf({ date: line.date, time: line.time });
    place = at > place ? at : place;
    const limit = limits[nth++] ?? prompts.length;
    while (turn < limit && (prompts[turn] ?? '') <= place) turn++;
    const proofs = [...new Set((evidence.get(line.id) ?? []).map(({ source }) => source))];
    const from = foundIn(line);
    const own = [from?.reference ?? '', ...proofs.map(commitIn)].flatMap((hash) => {
      const commit = commits.get(hash);
      commits.delete(hash);
      return commit ?? [];
    });
    const isPlan = (plan: { at: string }) => placeOf(local(plan.at)) === `${line.date} ${line.time}`;
    const plan = from?.from === 'plan' ? (facts.plans.find(isPlan) ?? null) : null;
    const newDay = line.date === day ? null : line.date;
    day = line.date;
    return { turn, place, item: { kind: 'event', event: line, newDay, evidence: proofs, commits: own, plan } };
  });
}

/** Events, and the lines between them that are none, in the order of the file. */
function linesOf({ events, strays }: Session['chronicle']): (ChronicleEvent | string)[] {
  const waiting = [...strays];
  const before = (line: number) => {
    const here = waiting.splice(0, waiting.filter((stray) => stray.line < line).length);
    return here.length === 0 ? [] : [here.map(({ text }) => text).join('\n')];
  };
  return [...events.flatMap((event) => [...before(event.line), event]), ...before(Number.POSITIVE_INFINITY)];
}

function promptsOf({ prompts, commits }: UsedFacts, times: readonly DayTime[]): TurnPrompt[] {
  return prompts.map(({ text: whole, did, record, isQueued = false }, index) => {
    const text = clip(whole, LONGEST);
    return {
      ...{ number: index + 1, anchor: promptAnchor(index), time: times[index]?.time ?? '' },
      ...{ text, did, isQueued, record, left: whole.length - text.length },
      commits: commits.filter(({ prompt }) => prompt === index).length,
    };
  });
}

/**
 * The last turn that each event can belong to. Events have minutes only, and several prompts may be sent in one; but a
 * record tells the prompt of a found event, and the events before it in the file are not later than that.
 */
function latestTurns(events: readonly ChronicleEvent[], facts: UsedFacts): number[] {
  const prompts = new Map(facts.prompts.map(({ record }, index) => [record, index + 1]));
  const turnOf = (event: ChronicleEvent): number | undefined => {
    const { from, reference } = foundIn(event) ?? {};
    const act =
      facts.commits.find(({ hash }) => hash === reference) ??
      (from === 'plan' ? facts.plans.find(({ heading }) => heading === event.text) : undefined) ??
      (from === 'dialog' ? facts.questions.find(({ answer }) => event.text.includes(answer)) : undefined);
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

/** What the facts add to the events, without what events tell already: commits by hash, plans and answers by minute. */
function factItems(facts: UsedFacts, local: (utc: string) => DayTime, events: readonly ChronicleEvent[]): Placed[] {
  const told = new Set([
    ...events.flatMap((event) => {
      const from = foundIn(event);
      return from ? [from.reference, `${from.from} ${event.date} ${event.time ?? ''}`] : [];
    }),
    ...facts.evidence.map(({ source }) => commitIn(source)),
  ]);
  const isNew = (from: 'plan' | 'dialog', at: string) => !told.has(`${from} ${placeOf(local(at))}`);
  const turnAt = (at: string) => facts.prompts.findLastIndex((prompt) => Date.parse(prompt.at) <= Date.parse(at));
  const placed = <Fact extends { at: string; prompt?: number | null }>(
    all: readonly Fact[],
    itemOf: (fact: Fact, time: string) => ConversationItem,
  ) =>
    all.map((fact): Placed => {
      const { at, prompt = turnAt(at) } = fact;
      return { place: placeOf(local(at)), turn: (prompt ?? -1) + 1, item: itemOf(fact, local(at).time) };
    });
  return [
    ...placed(
      facts.commits.filter(({ hash }) => !told.has(hash)),
      (commit, time) => ({ kind: 'commit', time, commit }),
    ),
    ...placed(facts.pullRequests, (pullRequest, time) => ({ kind: 'pull request', time, pullRequest })),
    ...placed(
      facts.plans.filter(({ at }) => isNew('plan', at)),
      (plan, time) => ({ kind: 'plan', time, plan }),
    ),
    ...placed(
      facts.questions.filter(({ at }) => isNew('dialog', at)),
      (question, time) => ({ kind: 'question', time, question }),
    ),
    ...placed(facts.compactions, (compaction, time) => ({ kind: 'compaction', time, compaction })),
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
): { placed: Placed[]; apart: Observation[] } {
  const placed: Placed[] = [];
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
    // One that names a prompt is nowhere before it, and not after the next one.
    const [first = at, next = at] = isNamed ? [prompts[turn - 1], prompts[turn]] : [];
    const place = at < first ? first : at > next ? next : at;
    placed.push({ turn, place, item: { kind: 'observation', time, made, observation } });
  }
  return { placed, apart };
}

/** Adds to turns the days and idle times with which they begin. */
function addPauses(turns: readonly Turn[], session: Session, facts: Facts | null, times: readonly DayTime[]): void {
  const gaps = facts ? idleGaps(session, facts) : [];
  const idle = new Map(gaps.map(({ from, to }) => [to, to - from]));
  let day = session.chronicle.frontMatter.date;
  for (const [index, { date, time }] of times.entries()) {
    const turn = turns[index + 1];
    const began = minuteOf(`${date}T${time}`);
    if (turn) turn.newDay = date === day ? null : date;
    if (turn) turn.idle = idle.get(began) ?? null;
    day = date;
    // A second prompt in the same minute.
    idle.delete(began);
  }
}

/** A local time that sorts as text. */
function placeOf({ date, time }: DayTime): string {
  return `${date} ${time}`;
}

/** The hash in a source such as `commit a1b2c3d`; empty for any other. */
function commitIn(source: string): string {
  return /^commit ([0-9a-f]{4,64})$/.exec(source)?.[1] ?? '';
}
