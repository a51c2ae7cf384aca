/**
 * The queue of everything that a person decides in a terminal: memory proposals and redaction findings.
 * It shows one item at a time and takes one key. A key means the same in every review, and mostly as in `git add -p`:
 *
 *     y  yes      a  yes to all      s  later          u  undo the last answer
 *     n  no       x  leave out       q  quit,  ?  explain the keys
 *
 * An answer is carried out at once, so everything decided so far is kept when the person stops.
 */
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Io } from './io.ts';
import { printResult, say } from './print.ts';
import { columns } from './table.ts';
import { bold, cyan, dim, joined, line, type Text } from './text.ts';
import { measureOf, widthOf, wrap } from './wrap.ts';

/** In the order in which they are offered. */
const KEYS = ['y', 'n', 'a', 'x', 's', 'u', 'q', '?'] as const;
type Key = (typeof KEYS)[number];

/** An item as a person sees it. */
export interface Card {
  /** The name that commands know it by. */
  name: Text;
  /** Its project, day or kind. */
  about?: Text;
  title: Text;
  details?: readonly Text[];
  evidence?: { from: Text; lines: readonly Text[] };
  /** What a yes changes. */
  change?: readonly Text[];
}

/** A key as it is offered. */
interface Offer {
  label: string;
  /** What it does, for `?`. */
  hint: string;
}

export interface Answer extends Offer {
  /** Carries it out, and returns the way back. An error is printed, and the question asked again. */
  run: () => Undo;
}

interface Undo {
  undo: () => void;
}

/** What is asked about an item. */
export interface Question {
  card: Card;
  question: string;
  answers: Partial<Record<'y' | 'n' | 'a' | 'x', Answer>>;
  /** What stays if it is left for later. */
  laterHint: string;
}

/** Items of one kind that wait for a decision. */
export interface Queue {
  /** Printed above its first item. */
  heading: string;
  /** What to ask about each item when its turn comes; null if it was decided with an earlier one. */
  items: readonly (() => Question | null | Promise<Question | null>)[];
  /** Says what came of it, also if the person stopped before. */
  conclude: () => void;
}

/** Asks about the items of all queues, one after the other, until the person stops. */
export async function review(io: Io, queues: readonly Queue[]): Promise<void> {
  await askAll(io, queues);
  for (const { conclude } of queues) conclude();
}

async function askAll(io: Io, queues: readonly Queue[]): Promise<void> {
  const items = queues.flatMap(({ heading, items: own }) => own.map((ask) => ({ heading, ask })));
  const answered: (Undo & { at: number })[] = [];
  let above: string | null = null;
  for (let at = 0; at < items.length; ) {
    const { heading = '', ask } = items[at] ?? {};
    const asked = (await ask?.()) ?? null;
    if (asked === null) {
      at++;
      continue;
    }
    if (heading !== above) printResult(io, joined(['', bold(heading)]));
    above = heading;
    printResult(io, formatCard(asked.card, `${at + 1} of ${items.length}`, io.stdout.columns));
    const last = answered.at(-1);
    const outcome = await decide(io, asked, last);
    if (outcome === 'quit') return;
    if (outcome === 'undone') {
      answered.pop();
      at = last?.at ?? at;
    } else answered.push({ at: at++, undo: outcome.undo });
  }
}

/** Asks until a key decides. With `last`, its answer can be taken back. */
async function decide(
  io: Io,
  { question, answers, laterHint }: Question,
  last: Undo | undefined,
): Promise<Undo | 'quit' | 'undone'> {
  const all: Partial<Record<Key, Offer>> = {
    ...answers,
    s: { label: 'later', hint: laterHint },
    ...(last && { u: { label: 'undo', hint: 'take the last answer back, and decide again' } }),
    q: { label: 'quit', hint: 'stop here, as Escape does; what you decided is kept' },
    '?': { label: 'help', hint: 'explain the keys' },
  };
  const offered = KEYS.flatMap((key) => (all[key] ? [{ key, ...all[key] }] : []));
  const names = offered.map(({ key, label }) => line`${cyan(`[${key}]`)} ${label}`);
  const width = measureOf(io.stdout.columns);
  for (;;) {
    // Listens before it prints, so that a key pressed at once is not lost.
    const listening = io.ask.key(offered.map(({ key }) => key));
    printResult(io, joined(['', bold(question), ...keyLines(names, width)]));
    const pressed = await listening;
    const { key = 'q', label = 'quit' } = offered.find((each) => each.key === pressed) ?? {};
    printResult(io, dim(`> ${label}`));
    const hints = offered.map((each) => [cyan(each.key), each.hint] as const);
    if (key === 'q') return 'quit';
    if (key === 's') return { undo: () => {} };
    try {
      if (key === '?') printResult(io, columns(hints, { width }));
      else if (key === 'u') {
        last?.undo();
        return 'undone';
      } else if (answers[key]) return answers[key].run();
    } catch (error) {
      say(io, sentenceOf(error));
    }
  }
}

/** The keys on as many lines as they need; a key stays with its label. */
function keyLines(names: readonly Text[], width: number): Text[] {
  let used = 0;
  const lines: Text[][] = [[]];
  for (const name of names) {
    const size = GAP + widthOf(name);
    if (used > 0 && used + size > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(name);
    used += size;
  }
  return lines.map((parts) => line`${' '.repeat(GAP)}${joined(parts, ' '.repeat(GAP))}`);
}

const GAP = 2;

/** An item below a line that says which of how many it is. */
export function formatCard(card: Card, position: string, terminalWidth: number): Text {
  const width = measureOf(terminalWidth);
  const { name, about, title, details = [], evidence, change } = card;
  const head = [bold(position), dim(name), ...(about ? [dim(about)] : [])];
  const indented = (lines: readonly Text[]) => lines.map((each) => wrap(each, width, { indent: 2 }));
  return joined([
    '',
    head.flatMap((part, i) => (i === 0 ? [part] : [dim(' · '), part])).reduce((all, part) => line`${all}${part}`, ''),
    wrap(title, width),
    ...indented(details),
    ...(evidence
      ? ['', wrap(line`Evidence: ${evidence.from}`, width, { indent: 0 }), ...indented(evidence.lines)]
      : []),
    ...(change ? ['', ...change] : []),
  ]);
}
