/** What is shown of a name beside it: where it leads, what there is to say about it, and to what it belongs. */
import { fileHistoryAddress } from '../archive/file-parts.ts';
import { counted, dayIn } from '../text/day.ts';
import { commitAnchor, narrativeAddress, sessionAddress } from '../text/page-address.ts';
import { unreadWords } from '../text/unread-words.ts';
import { grouped } from '../value/grouped.ts';
import type { BranchName, FileName, Name, TicketName } from './name.ts';
import type { NameIndex } from './name-index.ts';

/** The page of a name, as a path from the site's root. */
export function addressOf(name: Name, index: NameIndex): string {
  switch (name.kind) {
    case 'session':
      return sessionAddress(name.project, name.session);
    case 'ticket':
      return `/sessions/?${new URLSearchParams({ project: name.project, task: name.name })}`;
    case 'branch':
      return `/sessions/?${new URLSearchParams({ project: name.project, branch: name.name })}`;
    case 'file':
      return fileHistoryAddress(name.project, name.name, index.fileParts(name.project));
    case 'commit':
      return sessionAddress(name.project, name.session.session, commitAnchor(name.name));
    case 'project':
      return `/projects/${encodeURIComponent(name.project)}/`;
    case 'narrative':
      return narrativeAddress(name.project, name.session.session);
    case 'rule':
    case 'draft':
    case 'page':
      return name.address;
  }
}

/** A short remark about a name. `ticket` is the one that was asked for, if any. */
export function remarkOn(name: Name, index: NameIndex, ticket: TicketName | null): string {
  const year = index.head.today.slice(0, 4);
  switch (name.kind) {
    case 'session':
      return [name.task || name.branch, dayIn(name.date, year), counted(name.events, 'event')].join(' · ');
    case 'ticket': {
      const parts = [sessionsOf(name, name.sum.sessions, index), counted(name.sum.events, 'event')];
      return [...parts, daysOf(name, year)].join(', ');
    }
    case 'branch': {
      const { sessions, commits } = name.sum;
      const parts = [sessionsOf(name, sessions, index), commits > 0 ? counted(commits, 'commit') : ''];
      return [...parts, daysOf(name, year)].filter((part) => part !== '').join(', ');
    }
    case 'file':
      return changesOf(name, ticket);
    case 'commit':
      return name.subject;
    case 'project':
      return sessionsOf(name, name.sessions, index);
    case 'rule': {
      const [did] = name.changes.find(([, task]) => task === ticket?.name) ?? [];
      return did && ticket ? `${did} in ${ticket.name}` : name.title;
    }
    case 'narrative':
      return dayIn(name.date, year);
    case 'draft':
      return name.state;
    case 'page':
      return name.about;
  }
}

/** What stands at the end of a row: the project, and for a rule its state. */
export function asideOf(name: Name, index: NameIndex): string {
  if (name.kind === 'rule' && name.state !== '') return name.state;
  if (name.kind === 'commit') return dayIn(name.date, index.head.today.slice(0, 4));
  return name.kind === 'project' || name.project === '' ? '' : index.projectName(name.project);
}

/** `2 sessions, and 1 that could not be read` */
function sessionsOf({ kind, name, project }: Name, count: number, { head }: NameIndex): string {
  const unread = head.unread.filter(([slug, branch, task]) => {
    if (slug !== project) return false;
    return kind === 'project' || (kind === 'ticket' ? task : branch).normalize('NFC') === name;
  });
  return `${counted(count, 'session')}${unreadWords(unread.length)}`;
}

/** `+188 −41 in LAR-30`, `+188 −41 in 3 sessions` */
function changesOf({ edits, sum }: FileName, ticket: TicketName | null): string {
  const inTicket = ticket ? edits.filter(({ session }) => ticket.sessions.includes(session)) : [];
  if (!ticket || inTicket.length === 0)
    return `+${grouped(sum.added)} −${grouped(sum.removed)} in ${counted(sum.sessions, 'session')}`;
  const added = inTicket.reduce((all, edit) => all + edit.added, 0);
  const removed = inTicket.reduce((all, edit) => all + edit.removed, 0);
  return `+${grouped(added)} −${grouped(removed)} in ${ticket.name}`;
}

/** `26 to 29 Oct` */
function daysOf({ date: last, sum: { first } }: TicketName | BranchName, year: string): string {
  if (first === last) return dayIn(last, year);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? Number(first.slice(8)) : dayIn(first, year)} to ${dayIn(last, year)}`;
}
