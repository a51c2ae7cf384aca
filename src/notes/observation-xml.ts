/**
 * Reads observations and summaries in the XML of claude-mem:
 *
 *     <observation>
 *       <type>feature</type>
 *       <title>JWT Refresh Token Implementation</title>
 *       <facts><fact>Redis key format: refresh:{userId}</fact></facts>
 *     </observation>
 *     <summary><request>…</request><next_steps>…</next_steps></summary>
 *
 * Agents write it by hand, so `<` in a text need not be escaped: an element ends at the first end tag that is followed by the
 * next element or by the end of what surrounds it. Nothing is dropped: what cannot be read is a fault.
 */
import type { Handoff, HandoffField } from '#src/format/notebook/handoff-fields.ts';
import { isScope, type Priority, SCOPES } from '#src/format/notebook/observation-kinds.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { lineAt, MOST_FAULTS, type Observed, plainObservation, readType, type Told } from './observed.ts';

/** The elements of a summary by the field of a handoff they become. */
const SUMMARY: Readonly<Record<string, HandoffField>> = {
  current_task: 'currentTask',
  next_steps: 'suggestedNext',
  suggested_next: 'suggestedNext',
  request: 'request',
  investigated: 'investigated',
  learned: 'learned',
  completed: 'completed',
  files_read: 'filesRead',
  files_edited: 'filesEdited',
  notes: 'notes',
};

/** The elements of an observation. */
const FIELDS = new Set(
  'type title subtitle facts narrative concepts files files_read files_modified priority scope ref supersedes'.split(
    ' ',
  ),
);

const ROOTS = new Set(['observation', 'summary']);

interface Element {
  name: string;
  /** Offsets of its content in the text. */
  start: number;
  end: number;
}

/** Whether a text has an element of ours. */
export function hasXml(text: string): boolean {
  return /<(?:observation|summary)[\s>/]/.test(text);
}

/** Reads all observations and the summary; a text with faults is not to be kept. */
export function readXml(text: string): Told {
  const told: Told = { observations: [], handoff: {}, faults: [] };
  const fault = (offset: number, sentence: string) => {
    if (told.faults.length < MOST_FAULTS) told.faults.push({ line: lineAt(text, offset), sentence });
  };
  for (const { name, start, end } of elementsIn(text, 0, text.length, ROOTS, fault)) {
    if (name === 'summary') Object.assign(told.handoff, readSummary(text, start, end, fault));
    else told.observations.push(readObservation(text, start, end, fault));
  }
  return told;
}

type Report = (offset: number, sentence: string) => void;

function readSummary(text: string, start: number, end: number, fault: Report): Handoff {
  const handoff: Handoff = {};
  for (const element of elementsIn(text, start, end, new Set(Object.keys(SUMMARY)), fault)) {
    const field = SUMMARY[element.name];
    const value = element.name.startsWith('files_') ? listOf(text, element, fault).join(', ') : content(text, element);
    if (field !== undefined && value !== '') handoff[field] = value;
  }
  return handoff;
}

function readObservation(text: string, start: number, end: number, fault: Report): Observed {
  const observed = plainObservation('');
  for (const element of elementsIn(text, start, end, FIELDS, fault)) {
    const value = content(text, element);
    const wrong = setField(observed, element.name, value, () => listOf(text, element, fault));
    if (wrong !== null) fault(element.start, wrong);
  }
  if (observed.title === '') fault(start, 'The observation has no title.');
  return observed;
}

/** Sets a field; returns a sentence if its value is not allowed. */
function setField(observed: Observed, name: string, value: string, list: () => string[]): string | null {
  if (name === 'type') {
    const type = readType(value);
    if (typeof type !== 'string') return type.sentence;
    observed.type = type;
  } else if (name === 'title' || name === 'subtitle') observed[name] = value.replace(/\s+/g, ' ');
  else if (name === 'narrative') observed.narrative = value;
  else if (name === 'facts')
    observed.facts = list().map((fact) => ({ text: fact.replace(/\s+/g, ' '), depth: 0, priority: null, time: null }));
  else if (name === 'concepts') observed.concepts.push(...list());
  else if (name === 'supersedes') observed.supersedes.push(...list());
  else if (name.startsWith('files')) observed.files = [...new Set([...observed.files, ...list()])];
  else if (name === 'priority') {
    if (!/^P?[123]$/i.test(value)) return `There is no priority "${value.slice(0, 40)}". Use P1, P2 or P3.`;
    observed.priority = Number(value.at(-1)) as Priority;
  } else if (name === 'scope') {
    if (!isScope(value)) return `There is no scope "${value.slice(0, 40)}". The scopes are ${SCOPES.join(', ')}.`;
    observed.scope = value;
  } else if (!isDay(value)) return `The date "${value.slice(0, 40)}" is not a day such as 2026-03-15.`;
  else observed.refs.push(value);
  return null;
}

const OPEN = /\s*(?:<([a-z_]+)(?:\s[^<>]*?)?(\/?)>|$)/y;
/** Between observations, agents often write the marks of a code fence. */
const ROOT_OPEN = /(?:[\s`~]|(?<=[`~])xml)*(?:<([a-z_]+)(?:\s[^<>]*?)?(\/?)>|$)/y;

/** The elements between two offsets, in order. Anything else there is a fault, and reading goes on after it. */
function elementsIn(text: string, from: number, to: number, names: ReadonlySet<string>, fault: Report): Element[] {
  const found: Element[] = [];
  const part = text.slice(0, to);
  const pattern = names === ROOTS ? ROOT_OPEN : OPEN;
  for (let at = from; at < to; ) {
    pattern.lastIndex = at;
    const open = pattern.exec(part);
    const name = open?.[1];
    if (open && name === undefined) break;
    if (!open || name === undefined || !names.has(name)) {
      const next = nextOpen(part, open ? pattern.lastIndex : at + 1, names);
      fault(at + (/^\s*/.exec(part.slice(at, at + 1000))?.[0].length ?? 0), strange(name, names));
      at = next;
      continue;
    }
    const start = pattern.lastIndex;
    if (open[2] === '/') {
      found.push({ name, start, end: start });
      at = start;
      continue;
    }
    const end = endOf(part, name, start, names);
    if (end === null) {
      fault(start, `<${name}> is not closed.`);
      break;
    }
    found.push({ name, start, end });
    at = end + name.length + 3;
  }
  return found;
}

function strange(name: string | undefined, names: ReadonlySet<string>): string {
  if (name !== undefined) return `There is no element <${name.slice(0, 40)}> here.`;
  return names.has('observation')
    ? 'This line is not part of an <observation> or <summary>.'
    : 'This text is not part of an element.';
}

/** The offset of the next element of these names; the end of the text if there is none. */
function nextOpen(text: string, from: number, names: ReadonlySet<string>): number {
  const open = new RegExp(`<(?:${[...names].join('|')})[\\s>/]`, 'g');
  open.lastIndex = from;
  return open.exec(text)?.index ?? text.length;
}

/** Where an element's content ends: before the first end tag that is followed by one of these elements, or by the end. */
function endOf(text: string, name: string, from: number, names: ReadonlySet<string>): number | null {
  const close = `</${name}>`;
  const pattern = names === ROOTS ? ROOT_OPEN : OPEN;
  const first = text.indexOf(close, from);
  for (let at = first; at !== -1; at = text.indexOf(close, at + close.length)) {
    pattern.lastIndex = at + close.length;
    const next = pattern.exec(text);
    if (next && (next[1] === undefined || names.has(next[1]))) return at;
  }
  // What follows it is a fault of its own.
  return first === -1 ? null : first;
}

/** The items of a list; of one without items, its lines or the parts between commas. */
function listOf(text: string, { name, start, end }: Element, fault: Report): string[] {
  const item = name.startsWith('files') ? 'file' : name === 'supersedes' ? 'id' : name.slice(0, -1);
  if (!text.slice(start, end).includes(`<${item}`))
    return content(text, { name, start, end })
      .split(name === 'facts' ? '\n' : /[\n,]/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return elementsIn(text, start, end, new Set([item]), fault)
    .map((element) => content(text, element))
    .filter((value) => value !== '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The text of an element, with its entities resolved. */
function content(text: string, { start, end }: Element): string {
  return text
    .slice(start, end)
    .trim()
    .replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 31 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
    });
}
