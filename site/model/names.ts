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
  kind:
    | 'ticket'
    | 'project'
    | 'session'
    | 'branch'
    | 'file'
    | 'commit'
    | 'memory'
    | 'narrative'
    | 'draft'
    | 'tag'
    | 'page';
  name: string;
  /** Shown beside the name. */
  remark: string;
  /** Other words by which it is found. */
  more: string;
  /** The name of its project; empty for what belongs to none. */
  project: string;
  address: string;
  tag?: Tag;
}

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
/** The longest texts, in characters. Longer tickets, branches and paths are left out: their addresses need all of it. */
const LONGEST = 160;
const LONGEST_NAME = 400;

/** All names of an archive. */
export function namesFile({ today, sessions, others }: Given, lists: SessionLists): NamesFile {
  const year = today.slice(0, 4);
  const newest = sessions.slice(0, NEWEST);
  const narrated = sessions.filter(({ chronicle }) => chronicle.summary.narrative);
  const seen = new Set<string>();
  return [
    ...sessions.slice(0, MOST_SESSIONS).map((session) => sessionName(session, year)),
    ...ticketsAndBranches(sessions),
    ...Array.from(Map.groupBy(sessions, ({ project }) => project.slug).values(), projectName),
    ...newest
      .flatMap((session) => fileNames(session, lists, year))
      .filter(({ address }) => !seen.has(address) && seen.add(address)),
    ...newest.flatMap((session) => commitNames(session, lists, year)),
    ...narrated.map((session): Name => {
      const { project, name, chronicle } = session;
      const remark = dayIn(chronicle.frontMatter.date, year);
      const address = narrativeAddress(project.slug, name);
      return {
        kind: 'narrative',
        name: clipped(sessionTitle(session)),
        remark,
        more: '',
        project: project.name,
        address,
      };
    }),
    ...SITE_PAGES.map(({ label, address, about, also = '' }): Name => {
      return { kind: 'page', name: label, remark: about, more: also, project: '', address };
    }),
    ...TAG_ORDER.map((tag): Name => {
      const [remark = ''] = TAG_BOUNDARIES[tag].split(';', 1);
      const own = { name: TAG_WORDS[tag].label, address: `/tags/${tagWord(tag)}/`, more: `tag ${tag}` };
      return { kind: 'tag', remark, project: '', tag, ...own };
    }),
    ...others.map((each) => ({
      ...each,
      name: clipped(each.name),
      remark: clipped(each.remark),
      more: clipped(each.more),
    })),
  ];
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

function sessionName(session: Session, year: string): Name {
  const { project, name, chronicle } = session;
  const { date, branch, task } = chronicle.frontMatter;
  const remark = [task || branch, dayIn(date, year), counted(chronicle.events.length, 'event')];
  return {
    ...{ kind: 'session', name: clipped(sessionTitle(session)), project: project.name },
    remark: clipped(remark.filter((part) => part !== '').join(' · ')),
    more: clipped([task, branch].join(' ')),
    address: sessionAddress(project.slug, name),
  };
}

function projectName(own: readonly Session[]): Name {
  const { slug = '', name = '' } = own[0]?.project ?? {};
  const address = `/projects/${encodeURIComponent(slug)}/`;
  return { kind: 'project', name, remark: counted(own.length, 'session'), more: slug, project: name, address };
}

/** The tickets and branches of sessions, with how many sessions and events each has. */
function ticketsAndBranches(sessions: readonly Session[]): Name[] {
  return (['task', 'branch'] as const).flatMap((key) => {
    const named = sessions.filter(({ chronicle: { frontMatter } }) => {
      return frontMatter[key] !== '' && frontMatter[key].length <= LONGEST_NAME;
    });
    const groups = Map.groupBy(named, ({ chronicle, project }) => `${project.slug}\n${chronicle.frontMatter[key]}`);
    return Array.from(groups.values(), (own): Name => {
      const [{ project, chronicle }] = own as [Session];
      const name = chronicle.frontMatter[key];
      const events = own.reduce((sum, each) => sum + each.chronicle.events.length, 0);
      return {
        ...{ kind: key === 'task' ? 'ticket' : 'branch', name, more: '', project: project.name },
        remark: `${counted(own.length, 'session')}, ${counted(events, 'event')}`,
        address: sessionsSearch({ project: project.slug, [key]: name }),
      };
    });
  });
}

/** The edited files of a session, with its day. */
function fileNames(session: Session, lists: SessionLists, year: string): Name[] {
  const { project, chronicle } = session;
  const remark = `changed ${dayIn(chronicle.frontMatter.date, year)}`;
  const paths = lists.listsOf(session).files.map(({ path }) => path);
  return paths
    .slice(0, MOST_OF_ONE)
    .filter((path) => path.length <= LONGEST_NAME)
    .map((path) => {
      const address = filesAddress(project.slug, path);
      return { kind: 'file', name: path, remark, more: '', project: project.name, address };
    });
}

/** The commits of a session, each with its short hash and day. */
function commitNames(session: Session, lists: SessionLists, year: string): Name[] {
  const { project, name, chronicle } = session;
  const { commits } = lists.listsOf(session);
  return commits.slice(0, MOST_OF_ONE).map(({ hash, subject, at }) => {
    const { date } = momentOf(at, chronicle.frontMatter.utc_offset);
    const remark = `${hash} · ${dayIn(date, year)}`;
    const address = sessionAddress(project.slug, name, commitAnchor(hash));
    return { kind: 'commit', name: clipped(subject), remark, more: '', project: project.name, address };
  });
}

function clipped(text: string): string {
  return text.length > LONGEST ? text.slice(0, LONGEST).toWellFormed() : text;
}
