/**
 * Reads observations as lines: the form of the notebook, and that of observational memory, which may be mixed:
 *
 *     Date: 2026-02-11
 *     - [P1] (14:30) The API launches on 15 March. {ref: 2026-03-15}
 *       - [P2] (14:31) The review moved. {rel: 2026-02-18 from "next Tuesday"}
 *     - 15:10 [decision] [P1] Refresh tokens rotate every seven days
 *       Narrative: Rotation was added because …
 *
 *     Current Task: the database migration
 *     Suggested Next: the migration's command line
 */
import { type Handoff, type HandoffField, handoffField } from '#src/format/notebook/handoff-fields.ts';
import { readObservations } from '#src/format/notebook/observation.ts';
import { isScope, SCOPES } from '#src/format/notebook/observation-kinds.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { MOST_FAULTS, type Observed, readType, type Told } from './observed.ts';

/** Reads all observations and handoff fields; a text with faults is not to be kept. */
export function readLines(text: string): Told {
  const reader = new LineReader();
  const faults: Told['faults'] = [];
  text.split('\n').forEach((line, i) => {
    const sentence = reader.add(line.trimEnd());
    if (sentence !== null && faults.length < MOST_FAULTS) faults.push({ line: i + 1, sentence });
  });
  return { ...reader.done(), faults };
}

/** Takes lines one by one; each step returns what is wrong with its line, or null. */
class LineReader {
  readonly #observations: Observed[] = [];
  readonly #handoff: Handoff = {};
  /** The lines of the observation that is being read, in the notebook's form. */
  #open: string[] = [];
  /** The field of the handoff that is being read. */
  #field: HandoffField | null = null;
  #day: string | null = null;

  add(line: string): string | null {
    if (line === '') return this.#blank();
    if (/^\s/.test(line)) return this.#indented(line);
    if (/^[-*] /.test(line)) return this.#begin(line);
    this.#close();
    if (/^#{1,6} (?:Observations|Handoff)$/i.test(line) || /^<!--[^>]*-->$/.test(line)) return null;
    const day = /^Date:\s*(\S*)$/i.exec(line)?.[1];
    if (day !== undefined) return this.#newDay(day);
    const colon = line.slice(0, 40).indexOf(':');
    this.#field = colon < 1 ? null : handoffField(line.slice(0, colon));
    if (this.#field === null)
      return 'This line is neither an observation nor a field of a handoff. Begin it with "- ".';
    this.#handoff[this.#field] = line.slice(colon + 1).trim();
    return null;
  }

  done(): Pick<Told, 'observations' | 'handoff'> {
    this.#close();
    const stated = Object.entries(this.#handoff).map(([field, value]) => [field, value.trim()]);
    return {
      observations: this.#observations,
      handoff: Object.fromEntries(stated.filter(([, value]) => value !== '')),
    };
  }

  #blank(): null {
    if (this.#open.length > 0) this.#open.push('');
    else this.#append('');
    return null;
  }

  #newDay(day: string): string | null {
    if (!isDay(day)) return `"${day.slice(0, 40)}" is not a day such as 2026-03-15.`;
    this.#day = day;
    return null;
  }

  #begin(line: string): string | null {
    this.#close();
    const { head, title, dates } = readTitle(line.slice(2));
    const word = /^\[([A-Za-z_-]{2,20})\]/.exec(title)?.[1];
    const type = word === undefined ? null : readType(word);
    if (type !== null && typeof type !== 'string') return type.sentence;
    const words = word === undefined ? title : title.slice(word.length + 2).trim();
    const wrong = /^\[P(\d{1,3})\]/i.exec(words)?.[1];
    if (wrong !== undefined) return `There is no priority P${wrong}. Use [P1], [P2] or [P3].`;
    if (words === '') return 'The observation has no title.';
    this.#open = [`- ${head.time}${type === null ? '' : `[${type}] `}${head.priority}${words}`, ...dates];
    return null;
  }

  #indented(line: string): string | null {
    if (this.#open.length === 0 && this.#field === null) return 'This line is indented, but below no observation.';
    if (this.#open.length === 0) return this.#append(line.trim());
    const wrong = wrongField(line.trim());
    if (wrong !== null) return wrong;
    const fact = /^(\s+)[-*] (.*)$/.exec(line);
    if (fact) {
      const [, indent = '', words = ''] = fact;
      const { head, title, dates } = readTitle(words);
      const depth = Math.max(1, Math.floor(indent.replaceAll('\t', '  ').length / 2));
      this.#open.push(`${'  '.repeat(depth)}- ${head.priority}${head.time}${title}${inline(dates)}`);
    } else this.#open.push(line);
    return null;
  }

  #append(words: string): null {
    if (this.#field !== null) this.#handoff[this.#field] = `${this.#handoff[this.#field] ?? ''}\n${words}`;
    return null;
  }

  #close(): void {
    this.#field = null;
    if (this.#open.length === 0) return;
    const [observation] = readObservations(`## Observations\n\n${this.#open.join('\n')}\n`);
    this.#open = [];
    if (!observation) return;
    const { id: _id, line: _line, ...observed } = observation;
    this.#observations.push({ ...observed, date: observed.date ?? this.#day });
  }
}

interface Title {
  /** With a blank after each, or empty. */
  head: { time: string; priority: string };
  title: string;
  /** Detail lines for the dates that were in the text. */
  dates: string[];
}

const MARKS =
  /^(?:(\d{4}-\d\d-\d\d) )?(?:((?:[01]\d|2[0-3]):[0-5]\d|--:--) )?((?:\[[A-Za-z_-]{2,20}\] )?)(?:\[P([123])\] ?)?(?:\((?:((?:[01]\d|2[0-3]):[0-5]\d)|--:--)\) ?)?/;

function readTitle(words: string): Title {
  const [all = '', day, time, type = '', priority, bracketed] = MARKS.exec(words) ?? [];
  const dates: string[] = [];
  const title = `${type}${words.slice(all.length)}`
    .replace(
      /\{ref: ?(\d{4}-\d\d-\d\d)\}|\{rel: ?(\d{4}-\d\d-\d\d) from "([^"{}]{1,200})"\}/g,
      (whole, ref, rel, from) => {
        if (!isDay(ref ?? rel)) return whole;
        dates.push(ref === undefined ? `  Rel: ${rel} from "${from}"` : `  Ref: ${ref}`);
        return '';
      },
    )
    .replace(/\s+/g, ' ')
    .trim();
  const when = [day, time ?? bracketed].filter((part) => part !== undefined).join(' ');
  return {
    head: {
      // A day counts only with a time, as for notes.
      time: time === undefined && bracketed === undefined ? '' : `${when} `,
      priority: priority === undefined ? '' : `[P${priority}] `,
    },
    title,
    dates,
  };
}

/** The dates of a nested line stay in its text. */
function inline(dates: readonly string[]): string {
  return dates.map((line) => ` {${line.trim().replace(/^R/, 'r')}}`).join('');
}

/** What is wrong with the value of a label; null if nothing is. */
function wrongField(line: string): string | null {
  const [, label, value = ''] = /^(Scope|Ref|Rel|Prompt):\s*(.*)$/.exec(line) ?? [];
  if (label === 'Scope' && !isScope(value))
    return `There is no scope "${value.slice(0, 40)}". The scopes are ${SCOPES.join(', ')}.`;
  if (label === 'Ref' && !value.split(',').every((day) => isDay(day.trim())))
    return `"${value.slice(0, 40)}" is not a day such as 2026-03-15.`;
  if (label === 'Rel' && !/^\d{4}-\d\d-\d\d from ".+"$/.test(value))
    return 'Write a computed date as Rel: 2026-03-15 from "next Tuesday".';
  if (label === 'Prompt' && !/^[1-9]\d{0,5}$/.test(value)) return 'A prompt is a number from 1.';
  return null;
}
