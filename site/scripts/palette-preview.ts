import type { Name, Names } from '#site/model/find-names.ts';
import { cutAtWord } from '#src/lib/text/clip.ts';
import { dayIn, weekDay } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { element } from './elements.ts';
import type { Row } from './palette-rows.ts';

const MOST_LISTED = 8;
const LONGEST = 260;

/** What is known of a row, beside the list. */
export function preview({ of }: Row, names: Names): HTMLElement[] {
  if ('command' in of) return [heading(of.command.name), lead(of.command.about)];
  if ('event' in of) return [heading(of.event.title), lead(of.event.text)];
  const { name } = of;
  const { session, kind, projectName, remark } = name;
  const day = session === null ? '' : `${weekDay(session.date)} ${session.date.slice(0, 4)}`;
  const crumb = [kind === 'project' ? '' : projectName, day].filter((part) => part !== '').join(' · ');
  return [
    ...(crumb === '' ? [] : [element('p', { class: 'meta' }, crumb)]),
    heading(session?.title ?? name.name),
    element('p', { class: 'meta', dir: 'auto' }, remark),
    ...sessionsOf(name, names),
  ];
}

/** The sessions of a project, a ticket or a branch. */
function sessionsOf({ kind, name, project }: Name, { sessions, today }: Names): HTMLElement[] {
  if (kind !== 'project' && kind !== 'ticket' && kind !== 'branch') return [];
  const base = `/sessions/${encodeURIComponent(project)}/`;
  const own = sessions.filter(({ address, task, branch }) => {
    return address.startsWith(base) && (kind === 'project' || (kind === 'ticket' ? task : branch) === name);
  });
  const rest = own.length - MOST_LISTED;
  const rows = own.slice(0, MOST_LISTED).map(({ title, date }) => {
    const day = dayIn(date, today.slice(0, 4));
    return element('div', {}, element('dt', { dir: 'auto' }, title), element('dd', {}, day));
  });
  return [
    element('p', { class: 'palette-label' }, 'Sessions'),
    element('dl', { class: 'pairs' }, ...rows),
    ...(rest > 0 ? [element('p', { class: 'meta' }, `${grouped(rest)} more`)] : []),
  ];
}

function heading(text: string): HTMLElement {
  return element('p', { class: 'title', dir: 'auto' }, text);
}

function lead(text: string): HTMLElement {
  return element('p', { class: 'palette-lead', dir: 'auto' }, cutAtWord(text, LONGEST));
}
