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
 * Agents write it by hand, so `<` in a text need not be escaped: an element ends at its first end tag. Nothing is dropped: what
 * cannot be read is a fault.
 */
import type { Handoff, HandoffField } from '#src/format/notebook/handoff-fields.ts';
import { isScope, type Priority, SCOPES } from '#src/format/notebook/observation-kinds.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { MOST_FAULTS, type Observed, plainObservation, readType, type Told } from './observed.ts';

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
const FIELDS =
  'type title subtitle facts narrative concepts files files_read files_modified priority scope ref supersedes'.split(
    ' ',
  );

/** An element with its content, and where that begins in the text. */
interface Element {
  name: string;
  content: string;
  at: number;
}

type Report = (offset: number, sentence: string) => void;

/** Whether a text has an element of ours. */
export function hasXml(text: string): boolean {
  return /<(?:observation|summary)[\s>/]/.test(text);
}

/** Reads all observations and the summary; a text with faults is not to be kept. */
export function readXml(text: string): Told {
  const told: Told = { observations: [], handoff: {}, faults: [] };
  const fault: Report = (offset, sentence) => {
    const line = text.slice(0, offset).split('\n').length;
    if (told.faults.length < MOST_FAULTS) told.faults.push({ line, sentence });
  };
  // Between observations, agents often write the marks of a code fence.
  const isNoise = (words: string) => /^(?:\s|[`~]{3,}(?:xml)?)*$/.test(words);
  for (const root of elementsIn({ content: text, at: 0 }, ['observation', 'summary'], fault, isNoise)) {
    if (root.name === 'summary') Object.assign(told.handoff, readSummary(root, fault));
    else told.observations.push(readObservation(root, fault));
  }
  return told;
}

function readSummary(root: Element, fault: Report): Handoff {
  const handoff: Handoff = {};
  for (const element of elementsIn(root, Object.keys(SUMMARY), fault)) {
    const field = SUMMARY[element.name];
    const value = element.name.startsWith('files_') ? listOf(element, fault).join(', ') : textOf(element.content);
    if (field !== undefined && value !== '') handoff[field] = value;
  }
  return handoff;
}

function readObservation(root: Element, fault: Report): Observed {
  const observed = plainObservation('');
  for (const element of elementsIn(root, FIELDS, fault)) {
    const wrong = setField(observed, element, fault);
    if (wrong !== null) fault(element.at, wrong);
  }
  if (observed.title === '') fault(root.at, 'The observation has no title.');
  return observed;
}

/** Sets a field; returns a sentence if its value is not allowed. */
function setField(observed: Observed, element: Element, fault: Report): string | null {
  const { name } = element;
  const value = textOf(element.content);
  const list = () => listOf(element, fault);
  const shown = value.slice(0, 40);
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
    if (!/^P?[123]$/i.test(value)) return `There is no priority "${shown}". Use P1, P2 or P3.`;
    observed.priority = Number(value.at(-1)) as Priority;
  } else if (name === 'scope') {
    if (!isScope(value)) return `There is no scope "${shown}". The scopes are ${SCOPES.join(', ')}.`;
    observed.scope = value;
  } else if (!isDay(value)) return `The date "${shown}" is not a day such as 2026-03-15.`;
  else observed.refs.push(value);
  return null;
}

/** The elements of these names, in order. Anything else but noise between them is a fault. */
function elementsIn(
  { content, at: offset }: Pick<Element, 'content' | 'at'>,
  names: readonly string[],
  fault: Report,
  isNoise = (words: string) => words.trim() === '',
): Element[] {
  const found: Element[] = [];
  const open = new RegExp(`<(${names.join('|')})(?:\\s[^<>]*)?(/?)>`, 'g');
  let at = 0;
  const between = (end: number) => {
    const words = content.slice(at, end);
    if (!isNoise(words)) fault(offset + at + words.search(/\S/), strange(words, names));
  };
  for (let tag = open.exec(content); tag; tag = open.exec(content)) {
    between(tag.index);
    const [all, name = '', isEmpty] = tag;
    const start = tag.index + all.length;
    const end = isEmpty ? start : content.indexOf(`</${name}>`, start);
    at = end === -1 ? content.length : isEmpty ? start : end + name.length + 3;
    if (end === -1) fault(offset + start, `<${name}> is not closed.`);
    else found.push({ name, content: content.slice(start, end), at: offset + start });
    open.lastIndex = at;
  }
  between(content.length);
  return found;
}

function strange(words: string, names: readonly string[]): string {
  const name = /^\s*<([a-z_]{1,40})/.exec(words)?.[1];
  if (name !== undefined) return `There is no element <${name}> here.`;
  return names.includes('observation')
    ? 'This line is not part of an <observation> or <summary>.'
    : 'This text is not part of an element.';
}

/** The items of a list; of one without items, its lines or the parts between commas. */
function listOf(element: Element, fault: Report): string[] {
  const { name, content } = element;
  const item = name.startsWith('files') ? 'file' : name === 'supersedes' ? 'id' : name.slice(0, -1);
  const items = content.includes(`<${item}`)
    ? elementsIn(element, [item], fault).map((each) => textOf(each.content))
    : textOf(content).split(name === 'facts' ? '\n' : /[\n,]/);
  return items.map((part) => part.trim()).filter((part) => part !== '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The text of an element, with its entities resolved. */
function textOf(content: string): string {
  return content
    .trim()
    .replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 31 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
    });
}
