import { isSuggested } from '#src/archive/next-step.ts';
import type { SessionDocument } from '#src/chronicle/session-json.ts';
import { isTag } from '#src/chronicle/tags.ts';
import type { Name, SessionName } from '#src/palette/name.ts';
import type { NameIndex } from '#src/palette/name-index.ts';
import { asideOf, remarkOn } from '#src/palette/name-words.ts';
import { cutAtWord } from '#src/text/clip.ts';
import { dayIn, duration, weekDay } from '#src/text/day.ts';
import { sessionAddress } from '#src/text/page-address.ts';
import { grouped } from '#src/value/grouped.ts';
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
export function preview(panel: HTMLElement, row: Row | undefined, index: NameIndex): void {
  const number = ++latest;
  panel.scrollTop = 0;
  panel.replaceChildren(...(row ? atOnce(row, index) : []));
  const session = row && 'name' in row.of ? sessionOf(row.of.name) : null;
  if (!session) return;
  setTimeout(async () => {
    if (number !== latest || !panel.checkVisibility()) return;
    const data = await sessionData(sessionAddress(session.project, session.session)).catch(() => null);
    if (data && number === latest) panel.replaceChildren(...whole(session, data, index));
  }, PAUSE);
}

function atOnce({ of }: Row, index: NameIndex): HTMLElement[] {
  if ('command' in of) return [heading(of.command.name), lead(of.command.about)];
  if ('event' in of) return [heading(of.event.title), lead(of.event.text)];
  const session = sessionOf(of.name);
  return session ? [crumb(session, index), heading(session.name)] : plain(of.name, index);
}

function sessionOf(name: Name): SessionName | null {
  if (name.kind === 'session') return name;
  return name.kind === 'narrative' || name.kind === 'commit' ? name.session : null;
}

function whole(session: SessionName, data: SessionDocument, index: NameIndex): HTMLElement[] {
  const { facts, summary } = data;
  const events = [...data.events, ...data.found.filter(({ shown }) => shown)];
  const last = events.at(-1);
  const next = nextOf(data);
  const rest = events.length - MOST_MARKS;
  return [
    crumb(session, index, facts?.activeMinutes ?? 0),
    heading(session.name),
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

/** A name that is not one session's: what its row says, and the sessions or files behind it. */
function plain(name: Name, index: NameIndex): HTMLElement[] {
  const aside = asideOf(name, index);
  return [
    ...(aside === '' ? [] : [element('p', { class: 'palette-crumb' }, aside)]),
    heading(name.kind === 'rule' ? name.title : name.name),
    element(
      'p',
      { class: 'palette-about', dir: 'auto' },
      name.kind === 'rule' ? name.name : remarkOn(name, index, null),
    ),
    ...behind(name, index),
  ];
}

function behind(name: Name, index: NameIndex): HTMLElement[] {
  const year = index.head.today.slice(0, 4);
  const ofSession = ({ name: title, date }: SessionName, figures: readonly (Node | string)[] = [dayIn(date, year)]) =>
    listed(title, figures);
  if (name.kind === 'ticket' || name.kind === 'branch')
    return list(
      'Sessions',
      name.sessions.map((session) => ofSession(session)),
    );
  if (name.kind === 'project')
    return list(
      'Latest sessions',
      index.session
        .filter(({ project }) => project === name.project)
        .slice(0, 6)
        .map((each) => ofSession(each)),
    );
  if (name.kind === 'rule')
    return list(
      'Changes',
      name.changes.map(([did, task]) => listed(task, [did])),
    );
  if (name.kind !== 'file') return [];
  return list(
    'Changed in',
    name.edits.map(({ session, added, removed }) =>
      ofSession(session, [
        element('span', { class: 'added' }, `+${grouped(added)}`),
        ' ',
        element('span', { class: 'removed' }, `−${grouped(removed)}`),
      ]),
    ),
  );
}

function list(title: string, items: readonly HTMLElement[]): HTMLElement[] {
  if (items.length === 0) return [];
  const rest = items.length - MOST_LISTED;
  return [
    label(title),
    element('dl', {}, ...items.slice(0, MOST_LISTED)),
    ...(rest > 0 ? [element('p', { class: 'palette-about' }, `${grouped(rest)} more`)] : []),
  ];
}

function listed(name: string, figures: readonly (Node | string)[]): HTMLElement {
  return element('div', {}, element('dt', { dir: 'auto' }, name), element('dd', {}, ...figures));
}

function row(name: string, ...values: (Node | string)[]): HTMLElement {
  return element('div', {}, element('dt', {}, name), element('dd', {}, ...values));
}

function crumb({ project, date }: SessionName, index: NameIndex, minutes = 0): HTMLElement {
  const isThisYear = date.startsWith(index.head.today.slice(0, 4));
  const day = isThisYear ? weekDay(date) : `${weekDay(date)} ${date.slice(0, 4)}`;
  const parts = [index.projectName(project), day, minutes > 0 ? `${duration(minutes)} active` : ''];
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
