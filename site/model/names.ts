/**
 * What the palette finds by its name: `/names.json`, with the newest sessions, and the edited files and commits of the newest
 * of them. Ids and hashes are in a second file, `/ids.json`, because they cannot be compressed and only who pastes one
 * needs them. All names, titles, paths and subjects are untrusted text.
 */
import type { FactsReader } from '#src/archive/facts-files.ts';
import type { Session } from '#src/format/session.ts';
import { type Tag, TAG_BOUNDARIES, TAG_ORDER, TAG_WORDS, tagWord } from '#src/format/tags.ts';
import { counted, dayIn } from '#src/lib/text/day.ts';
import {
  commitAnchor,
  filesAddress,
  narrativeAddress,
  sessionAddress,
  sessionsSearch,
} from '#src/lib/text/page-address.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { SITE_PAGES } from '../pages.ts';

/** Something with a name and an address. */
export interface Name {
  kind: Whole | 'project' | 'session' | 'commit' | 'memory' | 'narrative' | 'draft' | 'tag' | 'page';
  name: string;
  address: string;
  /** Shown beside the name. */
  remark?: string;
  /** Other words by which it is found. */
  more?: string;
  /** The name of its project, if it belongs to one. */
  project?: string;
  tag?: Tag;
}

/** Names that are never shortened, because their addresses need all of them. */
type Whole = (typeof WHOLE)[number];
const WHOLE = ['ticket', 'branch', 'file'] as const;

/** By kind, newest first within a kind. */
export type NamesFile = Name[];

/** Each session with its address and what has an id in it: itself, events, notes, observations and commits. */
export type IdsFile = [title: string, address: string, ids: string][];

/** What the edited files and commits of a session are read from. */
type SessionLists = Pick<FactsReader, 'listsOf'>;

interface Given {
  today: string;
  /** Newest first. */
  sessions: readonly Session[];
  /** What else has a page: memories, drafts, pages of the guide. */
  others: readonly Name[];
}

/** The sessions that have names, those whose files and commits have, and the most of one session: none can fill the file. */
const MOST_SESSIONS = 3000;
const NEWEST = 500;
const MOST_OF_ONE = 60;
/** The longest texts, in characters. Longer tickets, branches and paths are left out. */
const LONGEST = 160;
const LONGEST_NAME = 400;

/** All names of an archive. */
export function namesFile({ today, sessions, others }: Given, lists: SessionLists): NamesFile {
  const day = (date: string) => dayIn(date, today.slice(0, 4));
  const newest = sessions.slice(0, NEWEST);
  const files = newest.flatMap((session) => fileNames(session, lists, day));
  const all = [
    ...sessions.slice(0, MOST_SESSIONS).map((session) => sessionName(session, day)),
    ...sharedNames('ticket', 'task', sessions),
    ...sharedNames('branch', 'branch', sessions),
    ...Array.from(Map.groupBy(sessions, ({ project }) => project.slug).values(), projectName),
    ...Array.from(Map.groupBy(files, ({ address }) => address).values(), ([first]) => first as Name),
    ...newest.flatMap((session) => commitNames(session, lists, day)),
    ...sessions.filter(({ chronicle }) => chronicle.summary.narrative).map((session) => narrativeName(session, day)),
    ...SITE_PAGES.map(({ label, address, about, also = '' }): Name => {
      return { kind: 'page', name: label, remark: about, more: also, address };
    }),
    ...TAG_ORDER.map((tag): Name => {
      const [remark = ''] = TAG_BOUNDARIES[tag].split(';', 1);
      return {
        kind: 'tag',
        name: TAG_WORDS[tag].label,
        address: `/tags/${tagWord(tag)}/`,
        remark,
        more: `tag ${tag}`,
        tag,
      };
    }),
    ...others,
  ];
  return all.map(shortened).filter(({ name }) => name.length <= LONGEST_NAME);
}

function shortened(of: Name): Name {
  const name = WHOLE.some((kind) => kind === of.kind) ? of.name : clipped(of.name);
  return { ...of, name, remark: clipped(of.remark), more: clipped(of.more) };
}

function clipped(text = ''): string {
  return text.length > LONGEST ? text.slice(0, LONGEST).toWellFormed() : text;
}

/** The ids in sessions. */
export function idsFile(sessions: readonly Session[], lists: SessionLists): IdsFile {
  return sessions.map((session) => {
    const { chronicle, notebook, project, name, id } = session;
    const within = [chronicle.events, chronicle.more ?? [], notebook?.notes ?? [], notebook?.observations ?? []].flat();
    const hashes = lists.listsOf(session).commits.map(({ hash }) => hash);
    const ids = [id.slice(0, 8), ...within.map((each) => each.id), ...hashes].join(' ');
    return [clipped(sessionTitle(session)), sessionAddress(project.slug, name), ids];
  });
}

type DayWords = (date: string) => string;

function sessionName(session: Session, day: DayWords): Name {
  const { project, name, chronicle } = session;
  const { date, branch, task } = chronicle.frontMatter;
  const remark = [task || branch, day(date), counted(chronicle.events.length, 'event')];
  return {
    ...{ kind: 'session', name: sessionTitle(session), project: project.name, more: `${task} ${branch}` },
    remark: remark.filter((part) => part !== '').join(' · '),
    address: sessionAddress(project.slug, name),
  };
}

function narrativeName(session: Session, day: DayWords): Name {
  const { project, name, chronicle } = session;
  return {
    ...{ kind: 'narrative', name: sessionTitle(session), project: project.name },
    ...{ remark: day(chronicle.frontMatter.date), address: narrativeAddress(project.slug, name) },
  };
}

function projectName(own: readonly Session[]): Name {
  const { slug = '', name = '' } = own[0]?.project ?? {};
  const address = `/projects/${encodeURIComponent(slug)}/`;
  return { kind: 'project', name, remark: counted(own.length, 'session'), more: slug, project: name, address };
}

/** The tickets or branches of sessions, with how many sessions and events each has. */
function sharedNames(kind: 'ticket' | 'branch', key: 'task' | 'branch', sessions: readonly Session[]): Name[] {
  const nameOf = ({ chronicle }: Session) => chronicle.frontMatter[key];
  const named = sessions.filter((session) => nameOf(session) !== '');
  const groups = Map.groupBy(named, (session) => `${session.project.slug}\n${nameOf(session)}`);
  return Array.from(groups.values(), (own): Name => {
    const [first] = own as [Session];
    const [{ project }, name] = [first, nameOf(first)];
    const events = own.reduce((sum, each) => sum + each.chronicle.events.length, 0);
    const remark = `${counted(own.length, 'session')}, ${counted(events, 'event')}`;
    return {
      kind,
      name,
      remark,
      project: project.name,
      address: sessionsSearch({ project: project.slug, [key]: name }),
    };
  });
}

/** The edited files of a session, with its day. */
function fileNames(session: Session, lists: SessionLists, day: DayWords): Name[] {
  const { project, chronicle } = session;
  const remark = `changed ${day(chronicle.frontMatter.date)}`;
  const files = lists.listsOf(session).files.slice(0, MOST_OF_ONE);
  return files.map(({ path }) => {
    return { kind: 'file', name: path, remark, project: project.name, address: filesAddress(project.slug, path) };
  });
}

/** The commits of a session, each with its short hash and day. */
function commitNames(session: Session, lists: SessionLists, day: DayWords): Name[] {
  const { project, name, chronicle } = session;
  const commits = lists.listsOf(session).commits.slice(0, MOST_OF_ONE);
  return commits.map(({ hash, subject, at }) => {
    const remark = `${hash} · ${day(momentOf(at, chronicle.frontMatter.utc_offset).date)}`;
    const address = sessionAddress(project.slug, name, commitAnchor(hash));
    return { kind: 'commit', name: subject, remark, project: project.name, address };
  });
}
