import type { Name, NamedSession, Names } from '#site/model/find-names.ts';
import { isSuggested } from '#src/archive/next-step.ts';
import type { SessionDocument } from '#src/transcript/session-json.ts';
import { isTag } from '#src/format/tags.ts';
import { cutAtWord } from '#src/lib/text/clip.ts';
import { dayIn, duration, weekDay } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { element, symbol } from './elements.ts';
import type { Row } from './palette-rows.ts';
import { nextOf, sessionData } from './palette-session.ts';

/** Milliseconds that a row stays chosen before its session is read. */
const PAUSE = 90;
const MOST_MARKS = 28;
const MOST_LISTED = 8;
const LONGEST = 260;

let latest = 0;

/** Shows what is known of a row beside the list, at once; the data of a session follows. */
export function preview(panel: HTMLElement, row: Row | undefined, names: Names): void {
  const number = ++latest;
  panel.scrollTop = 0;
  panel.replaceChildren(...(row ? atOnce(row, names) : []));
  const name = row && 'name' in row.of ? row.of.name : null;
  const session = name?.session;
  if (!name || !session) return;
  setTimeout(async () => {
    if (number !== latest || !panel.checkVisibility()) return;
    const data = await sessionData(session.address).catch(() => null);
    if (data && number === latest) panel.replaceChildren(...whole(session, name, data, yearOf(names)));
  }, PAUSE);
}

function atOnce({ of }: Row, names: Names): HTMLElement[] {
  if ('command' in of) return [heading(of.command.name), lead(of.command.about)];
  if ('event' in of) return [heading(of.event.title), lead(of.event.text)];
  const { name } = of;
  if (name.session) return [crumb(name.session, name, yearOf(names)), heading(name.session.title)];
  const { kind, project, projectName, remark } = name;
  return [
    ...(kind === 'project' || projectName === '' ? [] : [element('p', { class: 'palette-crumb' }, projectName)]),
    heading(name.name),
    element('p', { class: 'palette-about', dir: 'auto' }, remark),
    ...sessionsOf(name, names, `/sessions/${encodeURIComponent(project)}/`),
  ];
}

/** The sessions of a project, a ticket or a branch, whose addresses begin with `base`. */
function sessionsOf({ kind, name }: Name, { sessions, today }: Names, base: string): HTMLElement[] {
  if (kind !== 'project' && kind !== 'ticket' && kind !== 'branch') return [];
  const own = sessions.filter(({ address, task, branch }) => {
    return address.startsWith(base) && (kind === 'project' || (kind === 'ticket' ? task : branch) === name);
  });
  const rest = own.length - MOST_LISTED;
  return [
    label('Sessions'),
    element(
      'dl',
      {},
      ...own.slice(0, MOST_LISTED).map(({ title, date }) => {
        const day = dayIn(date, today.slice(0, 4));
        return element('div', {}, element('dt', { dir: 'auto' }, title), element('dd', {}, day));
      }),
    ),
    ...(rest > 0 ? [element('p', { class: 'palette-about' }, `${grouped(rest)} more`)] : []),
  ];
}

function yearOf({ today }: Names): string {
  return today.slice(0, 4);
}

function whole(session: NamedSession, name: Name, data: SessionDocument, year: string): HTMLElement[] {
  const { facts, summary } = data;
  const events = [...data.events, ...data.found.filter(({ shown }) => shown)];
  const last = events.at(-1);
  const next = nextOf(data);
  const rest = events.length - MOST_MARKS;
  return [
    crumb(session, name, year, facts?.activeMinutes ?? 0),
    heading(session.title),
    ...(summary.kind !== 'machine' && summary.lead !== '' ? [lead(unmarked(summary.lead))] : []),
    ...(events.length > 0
      ? [
          element(
            'p',
            { class: 'palette-marks', 'aria-hidden': 'true' },
            ...events.slice(0, MOST_MARKS).map(({ tag }) => mark(tag)),
            ...(rest > 0 ? [element('span', {}, `+${grouped(rest)}`)] : []),
          ),
        ]
      : []),
    element(
      'dl',
      {},
      ...(facts
        ? [
            row('Prompts', grouped(facts.prompts)),
            row(
              'Files',
              grouped(facts.edits.files),
              ...(facts.edits.files > 0
                ? [
                    ' ',
                    element('span', { class: 'added' }, `+${grouped(facts.edits.added)}`),
                    ' ',
                    element('span', { class: 'removed' }, `−${grouped(facts.edits.removed)}`),
                  ]
                : []),
            ),
            row('Commits', grouped(facts.commits)),
          ]
        : []),
      row('Events', grouped(events.length)),
    ),
    ...(last
      ? [
          label('Ended with'),
          element(
            'p',
            { class: 'palette-last', 'data-tag': last.tag, dir: 'auto' },
            mark(last.tag),
            cutAtWord(last.text, LONGEST),
          ),
        ]
      : []),
    ...(next ? [label(isSuggested(next) ? 'Next step' : next.label), lead(unmarked(next.text))] : []),
  ];
}

function row(name: string, ...values: (Node | string)[]): HTMLElement {
  return element('div', {}, element('dt', {}, name), element('dd', {}, ...values));
}

function crumb({ date }: NamedSession, { projectName }: Name, year: string, minutes = 0): HTMLElement {
  const day = date.startsWith(year) ? weekDay(date) : `${weekDay(date)} ${date.slice(0, 4)}`;
  const parts = [projectName, day, minutes > 0 ? `${duration(minutes)} active` : ''];
  return element('p', { class: 'palette-crumb' }, parts.filter((part) => part !== '').join(' · '));
}

function heading(text: string): HTMLElement {
  return element('p', { class: 'palette-title', dir: 'auto' }, text);
}

function lead(text: string): HTMLElement {
  return element('p', { class: 'palette-lead', dir: 'auto' }, cutAtWord(text, LONGEST));
}

function label(text: string): HTMLElement {
  return element('p', { class: 'palette-label' }, text);
}

function mark(tag: string): SVGSVGElement {
  const made = symbol(`#g-${tag}`, 'glyph');
  if (isTag(tag)) made.setAttribute('data-tag', tag);
  return made;
}

/** Markdown as plain words: its marks say nothing here. */
function unmarked(markdown: string): string {
  return markdown
    .replace(/[`*]+|^#+ /gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
