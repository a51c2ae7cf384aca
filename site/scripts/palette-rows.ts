import { runsOf } from '#src/palette/fold-name.ts';
import type { Name, TicketName } from '#src/palette/name.ts';
import type { NameIndex } from '#src/palette/name-index.ts';
import { addressOf, asideOf, remarkOn } from '#src/palette/name-words.ts';
import { element } from './elements.ts';
import type { Command } from './palette-commands.ts';
import type { FoundEvent } from './palette-events.ts';
import { icon, iconOf } from './palette-icons.ts';

/** A row of the palette. A link opens; a button does something. */
export interface Row {
  element: HTMLAnchorElement | HTMLButtonElement;
  /** What is previewed beside the list. */
  of: { name: Name } | { command: Command } | { event: FoundEvent };
}

/** What rows need to know besides their names. */
export interface RowContext {
  index: NameIndex;
  /** The folded words of the query, to mark them. */
  words: readonly string[];
  ticket: TicketName | null;
}

export function nameRow(name: Name, { index, words, ticket }: RowContext): Row {
  const aside = asideOf(name, index);
  const isState = name.kind === 'rule' && name.state !== '';
  const made = option('a', { href: addressOf(name, index) });
  made.append(
    iconOf(name),
    element(
      'span',
      { class: 'palette-words' },
      element(
        'span',
        { class: isCode(name) ? 'palette-name code' : 'palette-name', dir: 'auto' },
        ...marked(name.name, words),
      ),
      ' ',
      element('span', { class: 'palette-remark', dir: 'auto' }, ...marked(remarkOn(name, index, ticket), words)),
    ),
    ' ',
    element(
      'span',
      { class: isState ? 'palette-aside state' : 'palette-aside', 'data-state': isState ? name.state : null },
      aside,
    ),
  );
  return { element: made, of: { name } };
}

export function commandRow(command: Command, words: readonly string[]): Row {
  const made = command.href === undefined ? option('button', { type: 'button' }) : option('a', { href: command.href });
  made.append(
    icon(command.href === undefined ? 'command' : 'search'),
    element(
      'span',
      { class: 'palette-words' },
      element('span', { class: 'palette-name', dir: 'auto' }, ...marked(command.name, words)),
      ' ',
      element('span', { class: 'palette-remark' }, command.remark ?? ''),
    ),
  );
  return { element: made, of: { command } };
}

export function eventRow(event: FoundEvent): Row {
  const made = option('a', { href: event.address, 'data-tag': event.tag });
  made.append(
    event.glyph,
    element(
      'span',
      { class: 'palette-words' },
      element('span', { class: 'visually-hidden' }, event.label),
      element('span', { class: 'palette-name plain', dir: 'auto' }, ...event.words),
    ),
    ' ',
    element('span', { class: 'palette-aside' }, event.aside),
  );
  return { element: made, of: { event } };
}

/** Rows under a heading. */
export function drawGroup(title: string, rows: readonly Row[], id: string): HTMLElement {
  const heading = element('div', { class: 'palette-heading', id, role: 'presentation' }, title);
  return element('div', { role: 'group', 'aria-labelledby': id }, heading, ...rows.map((row) => row.element));
}

/** Paths, hashes and branches are names of the machine. */
function isCode({ kind }: Name): boolean {
  return kind === 'commit';
}

/** Options are chosen by their listbox and never focused. */
function option<Made extends 'a' | 'button'>(
  name: Made,
  attributes: Record<string, string | null>,
): HTMLElementTagNameMap[Made] {
  return element(name, {
    class: 'palette-row',
    role: 'option',
    tabindex: '-1',
    'aria-selected': 'false',
    ...attributes,
  });
}

/** A text with the words of a query marked. */
function marked(text: string, words: readonly string[]): (Node | string)[] {
  return runsOf(text, words).map(({ text: run, isFound }) => (isFound ? element('mark', {}, run) : run));
}
