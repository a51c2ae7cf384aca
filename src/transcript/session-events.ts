/**
 * Finds the events of one session: commits with a reason, answered questions, corrections, reverts, stated causes, repeated
 * failures. Which messages count, and under which prompt, `reduce.ts` decides; what makes an event, the
 * files beside it and in `src/import`.
 */
import type { FactsBody } from './facts.ts';
import { isDenied } from './denial.ts';
import { ErrorStreaks } from './error-streaks.ts';
import { isOwnFailure, obstacleOf } from './failure.ts';
import { isAnswer, isFriction } from './friction.ts';
import { shownChange } from './shown-change.ts';
import { answeredQuestions, planInPrompt } from './agreements.ts';
import { questionEvent } from './choices.ts';
import { commitEvent } from './commit-event.ts';
import { type FoundEvent, FoundEvents } from './found-events.ts';
import type { Done, Moment } from './moments.ts';
import { type ToolCall, type ToolResult, type TranscriptRecord, wordOf } from './records.ts';
import { Corrections, isRefusal } from './refusals.ts';
import { Reverts } from './reverts.ts';
import { Turns } from './turn-events.ts';

const PLANS = /[\\/]\.claude[\\/]plans[\\/]/;
const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;

/** A result, and its call if that is known. */
interface Ended extends Pick<Done, 'result' | 'commits'> {
  call?: ToolCall;
  /** Whether it changed a memory: no approach is given up by that. */
  isMemory: boolean;
}

export class SessionEvents {
  readonly #corrections = new Corrections();
  readonly #streaks = new ErrorStreaks();
  readonly #reverts = new Reverts();
  readonly #turns = new Turns();
  readonly #events = new FoundEvents();

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

  #succeed(call: ToolCall, { result, commits, isMemory }: Omit<Ended, 'call'>, moment: Moment, cwd: string): void {
    const edit = editOf(call, result);
    this.#turns.called(edit);
    if (edit !== null) this.#streaks.edit(edit.path);
    this.#events.addCounts(this.#streaks.succeed(call, cwd));
    this.#events.add(answeredQuestions(call, result).flatMap((answered) => questionEvent(answered, moment) ?? []));
    this.committed(commits, moment);
    if (!isMemory) this.#events.add(this.#reverts.succeed(call, result, cwd, moment, this.#turns.lastAnswer));
  }

  /** Ends finding. An event names the hash that the facts have, and is not later than the prompt after its own. */
  end(prompts: FactsBody['prompts'], finalHash: (hash: string) => string): FoundEvent[] {
    this.#events.addCounts(this.#streaks.end());
    this.#events.add(this.#turns.end());
    this.#events.endTurn();
    const times = prompts.map(({ at }) => Date.parse(at));
    return withFinalHashes(this.#events.all, finalHash).map((event) => inTurn(event, times));
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
