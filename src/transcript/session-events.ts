/**
 * Finds the events of one session: commits with a reason, answered questions, corrections, reverts, stated causes, repeated
 * failures. Which messages count, and under which prompt, `reduce.ts` decides; what makes an event, the
 * files beside it.
 */
import { answeredQuestions, planInPrompt } from './dialogs.ts';
import { EDITS, isAnswer, isDenied, isFriction, isOwnFailure, isRefusal, shownChange } from './calls.ts';
import { questionEvent } from './choices.ts';
import { beginningLines } from './clean-line.ts';
import { commitEvent } from './commit-event.ts';
import { Corrections } from './corrections.ts';
import type { FactsBody } from './facts.ts';
import { ErrorStreaks, obstacleOf } from './failures.ts';
import { bestRecords, type FoundEvent } from './found.ts';
import { FoundEvents } from './found-events.ts';
import type { Done, Moment } from './moments.ts';
import { type ToolCall, type ToolResult, type TranscriptRecord, wordOf } from './records.ts';
import { Reverts } from './reverts.ts';
import { Turns } from './turn-events.ts';

const PLANS = /[\\/]\.claude[\\/]plans[\\/]/;
const MEMORY = /[\\/]projects[\\/][^\\/]+[\\/]memory[\\/][^\\/]+\.md$/;

/** A result, and its call if that is known. */
interface Ended extends Pick<Done, 'result' | 'commits'> {
  call?: ToolCall;
}

export class SessionEvents {
  readonly #corrections = new Corrections();
  readonly #streaks = new ErrorStreaks();
  readonly #reverts = new Reverts();
  readonly #turns = new Turns();
  readonly #events = new FoundEvents();
  readonly #excerpts = new Excerpts();

  /** The person stopped the agent. */
  interrupt(): void {
    this.#corrections.interrupt();
  }

  /** The next prompt. `isAgain` tells that it replaces the last one. */
  prompt(text: string, moment: Moment, isAgain: boolean): void {
    this.#events.addCounts(this.#streaks.end());
    const own = { ...moment, prompt: isAgain ? moment.prompt : (moment.prompt ?? -1) + 1 };
    this.#events.add(this.#turns.prompt(text, own, isAgain));
    this.#events.endTurn();
    const corrections = planInPrompt(text) === null ? this.#corrections.prompt(text, own) : [];
    if (corrections.length > 0) this.#turns.corrected();
    this.#events.add(corrections);
  }

  /** A message of the model. */
  answer({ texts }: TranscriptRecord, moment: Moment): void {
    for (const text of texts) this.#turns.says(text, moment);
  }

  /** The result of a call, in `cwd`. */
  result({ call, result, ...done }: Ended, moment: Moment, cwd: string): void {
    if (isRefusal(result)) this.#events.add(this.#corrections.refuse(call ?? null, result, moment));
    else if (call === undefined) return;
    else if (result.isError) this.#fail(call, result, moment);
    else this.#succeed(call, { result, ...done }, moment, cwd);
  }

  /** Commits that were made in a shell. */
  committed(commits: Done['commits'], moment: Moment): void {
    this.#events.add(commits.flatMap((commit) => (commit.hash === null ? [] : (commitEvent(commit, moment) ?? []))));
  }

  #fail(call: ToolCall, result: ToolResult, moment: Moment): void {
    const { text: error } = result;
    if (isAnswer(call, error) || isOwnFailure(call, error) || isFriction(call, error)) return;
    const isRun = !isDenied(result);
    if (isRun) this.#turns.failed();
    // Repeated denials are BLOCKED, never an ERROR.
    if (isRun || obstacleOf(error) !== null) this.#streaks.fail(call, error, moment);
  }

  #succeed(call: ToolCall, { result, commits }: Omit<Ended, 'call'>, moment: Moment, cwd: string): void {
    const edit = editOf(call, result);
    this.#turns.called(edit);
    if (edit !== null) this.#streaks.edit(edit.path);
    this.#events.addCounts(this.#streaks.succeed(call, cwd));
    this.#events.add(answeredQuestions(call, result).flatMap((answered) => questionEvent(answered, moment) ?? []));
    this.committed(commits, moment);
    // No approach is given up by a change of a memory.
    if (!MEMORY.test(wordOf(call.input.file_path) ?? ''))
      this.#events.add(this.#reverts.succeed(call, result, cwd, moment, this.#turns.lastAnswer));
  }

  /** Ends finding. An event names the hash that the facts have, and is not later than the prompt after its own. */
  end(prompts: FactsBody['prompts'], finalHash: (hash: string) => string): FoundEvent[] {
    this.#events.addCounts(this.#streaks.end());
    this.#events.add(this.#turns.end());
    this.#events.endTurn();
    const times = prompts.map(({ at }) => Date.parse(at));
    return withFinalHashes(this.#events.all, finalHash).map((event) => inTurn(event, times));
  }

  /** Something that the person or the agent said, to quote from. Call it for each record, also for one without words. */
  said(record: string, texts: readonly string[], isPrompt: boolean): void {
    this.#excerpts.add(record, texts, isPrompt);
  }

  /** What was said around the best of these events. */
  excerptsOf(events: readonly FoundEvent[]): FactsBody['excerpts'] {
    return this.#excerpts.around(bestRecords(events));
  }
}

/** Of the events of one commit, which was amended or squashed, the last one. */
function withFinalHashes(events: readonly FoundEvent[], finalHash: (hash: string) => string): FoundEvent[] {
  const named = events.map((event): FoundEvent => {
    if (event.source?.from !== 'commit') return event;
    return { ...event, source: { ...event.source, reference: finalHash(event.source.reference) } };
  });
  const last = new Map(named.flatMap((event) => (isCommit(event) ? [[event.source?.reference, event]] : [])));
  return named.filter((event) => !isCommit(event) || last.get(event.source?.reference) === event);
}

function isCommit({ source }: FoundEvent): boolean {
  return source?.from === 'commit' && source.reference !== '';
}

/** An event with a time between its prompt's and the next one's: answers may be recorded long after they were given. */
function inTurn(event: FoundEvent, times: readonly number[]): FoundEvent {
  const { origin } = event;
  const index = origin.prompt ?? -1;
  const next = times[index + 1];
  if (origin.prompt === undefined || next === undefined || origin.at < next) return event;
  return { ...event, origin: { ...origin, at: Math.max(times[index] ?? 0, next - 1) } };
}

/** The change that a call made to a file; null for others. A plan is a file, too, but no change. */
function editOf(call: ToolCall, result: ToolResult): { path: string; lines: string } | null {
  const path = wordOf(call.input.file_path) ?? wordOf(call.input.notebook_path);
  if (path === null || !EDITS.test(call.name) || PLANS.test(path)) return null;
  return shownChange(call, result) ?? { path, lines: '' };
}

/** How much of each message is kept while a transcript is read. The margin is for secrets, which are removed later. */
const MESSAGE = 700;
/** The longest messages before and after the event's own. */
const AROUND = 300;

interface Said {
  record: string;
  who: 'User' | 'Agent';
  text: string;
}

/**
 * Keeps the beginnings of what was said in a session, to quote from: excerpts around its best found events are for who tells
 * its story after the transcript is gone.
 *
 *     User: The login page is empty again
 *     Agent: The list was empty because …
 *     User: good, commit it
 */
class Excerpts {
  readonly #said: Said[] = [];
  /** The message that each record is, or that came before it. */
  readonly #places = new Map<string, number>();

  /** Adds a record. Without words, as a tool's result, it belongs to the message before it. `isPrompt` if a person wrote it. */
  add(record: string, texts: readonly string[], isPrompt: boolean): void {
    const text = beginningLines(texts.join('\n\n').slice(0, MESSAGE * 2), MESSAGE);
    if (text !== '') this.#said.push({ record, who: isPrompt ? 'User' : 'Agent', text });
    this.#places.set(record, this.#said.length - 1);
  }

  /** What was said around these records, each once: the message before, the record's own, and the one after it. */
  around(records: readonly string[]): { record: string; text: string }[] {
    return [...new Set(records)].flatMap((record) => {
      const place = this.#places.get(record) ?? -1;
      const own = this.#said[place];
      if (own === undefined) return [];
      const near = this.#said.slice(Math.max(0, place - 1), place + 2);
      const lines = near.map((each) => `${each.who}: ${each === own ? each.text : each.text.slice(0, AROUND)}`);
      return [{ record, text: lines.join('\n') }];
    });
  }
}
