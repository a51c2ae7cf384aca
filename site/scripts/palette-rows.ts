import type { FoundName, Name } from '#site/model/find-names.ts';
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

export function nameRow({ of, marks }: FoundName): Row {
  const made = option('a', { href: of.address });
  made.append(
    iconOf(of),
    element(
      'span',
      { class: 'palette-words' },
      element('span', { class: 'palette-name', dir: 'auto' }, ...marked(of.name, marks)),
      ' ',
      element('span', { class: 'palette-remark', dir: 'auto' }, of.remark),
    ),
    ' ',
    element('span', { class: 'palette-aside' }, of.kind === 'project' ? '' : of.projectName),
  );
  return { element: made, of: { name: of } };
}

export function commandRow(command: Command): Row {
  const made = command.href === undefined ? option('button', { type: 'button' }) : option('a', { href: command.href });
  made.append(
    icon(command.href === undefined ? 'command' : 'search'),
    element(
      'span',
      { class: 'palette-words' },
      element('span', { class: 'palette-name', dir: 'auto' }, command.name),
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

/** A text with the stretches between pairs of places marked. */
function marked(text: string, places: readonly number[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (let i = 0; i + 1 < places.length; i += 2) {
    const [start = 0, end = 0] = places.slice(i, i + 2);
    parts.push(text.slice(from, start), element('mark', {}, text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)];
}
