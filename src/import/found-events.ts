import { distinctEvents } from '../transcript/merge.ts';
import { beginning } from './clean-line.ts';
import type { FoundEvent, InferredEvent } from './found-event.ts';

/** Collects the events of a session turn by turn: later ones say what became of earlier ones. */
export class FoundEvents {
  #earlier: FoundEvent[] = [];
  #turn: FoundEvent[] = [];
  /** Those of the turn that only count failures. */
  readonly #counts = new Set<FoundEvent>();

  /** Adds events that were found. Only the beginnings of their texts are kept. */
  add(events: readonly (InferredEvent | FoundEvent)[]): void {
    for (const event of events) this.#turn.push(kept(event));
  }

  /** Adds events that count failures. They are left out where the agent says what was wrong. */
  addCounts(events: readonly InferredEvent[]): void {
    for (const event of events.map(kept)) {
      this.#turn.push(event);
      this.#counts.add(event);
    }
  }

  /** The end of a turn. */
  endTurn(): void {
    this.#earlier.push(...withoutCommitted(this.#withoutExplained()));
    this.#turn = [];
    this.#counts.clear();
  }

  /** All events in the order of their records, each once. */
  get all(): FoundEvent[] {
    return distinctEvents([...this.#earlier, ...this.#turn].toSorted((a, b) => a.origin.line - b.origin.line));
  }

  /** A count of failures becomes a detail of what the agent says was wrong. */
  #withoutExplained(): FoundEvent[] {
    const counts = this.#turn.filter((event) => this.#counts.has(event));
    if (counts.length === 0) return this.#turn;
    const said = this.#turn.filter((event) => !this.#counts.has(event));
    const left = counts.filter((count) => {
      const explains = ({ tag, origin }: FoundEvent) =>
        (tag === 'ERROR' || tag === 'BLOCKED') && origin.line >= count.origin.line;
      const at = said.findIndex(explains);
      const event = said[at];
      if (event !== undefined) said[at] = { ...event, details: [...event.details, count.text] };
      return event === undefined;
    });
    return [...said, ...left];
  }
}

/** A turn with one fix and one cause has one error: that of the commit, with the cause in its details. */
function withoutCommitted(events: readonly FoundEvent[]): FoundEvent[] {
  const errors = events.filter(({ tag, source }) => tag === 'ERROR' && source !== null);
  const [commit, ...otherCommits] = errors.filter(({ source }) => source?.from === 'commit');
  const [cause, ...otherCauses] = errors.filter(({ source }) => source?.from === 'cause');
  if (commit === undefined || cause === undefined || otherCommits.length + otherCauses.length > 0) return [...events];
  const merged: FoundEvent = {
    ...commit,
    details: [...linesOf(cause), ...commit.details].slice(0, MOST_DETAILS),
  };
  if (cause.diff !== undefined) merged.diff = cause.diff;
  return events.flatMap((event) => (event === cause ? [] : event === commit ? [merged] : [event]));
}

/** The text and details of an event. Of a text that was cut, the first detail has the whole. */
function linesOf({ text, details }: FoundEvent): string[] {
  const isCut = text.endsWith('…') && details[0]?.startsWith(text.slice(0, -1));
  return isCut ? details : [text, ...details];
}

const MOST_DETAILS = 4;

function kept(event: InferredEvent | FoundEvent): FoundEvent {
  const { text, details } = event;
  return { source: null, ...event, text: beginning(text), details: details.map((detail) => beginning(detail)) };
}
