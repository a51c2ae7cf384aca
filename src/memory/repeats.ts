/**
 * What comes back in the sessions of each project: what a person keeps telling the agent, and what fails the same way each time.
 *
 *     requests.ts           the requests of a project; wording.ts compares them
 *     failures.ts           its failures
 *     proposed-memory.ts    the memory that each could become
 *
 * Nothing here asks for a decision, and nothing is shown below the limits of `LEAST`.
 */
import { isAttended, type Session } from '#src/format/session.ts';
import { compare, isSameList } from '#src/lib/compare.ts';
import type { Project } from '#src/lib/project.ts';
import { shortHash } from '#src/lib/hash.ts';
import { isSameRequest } from './wording.ts';
import { type Failed, failedIn, failuresOf, type RepeatedFailure } from './failures.ts';
import type { ProjectProposal } from './proposals.ts';
import { knownProposal } from './proposed-memory.ts';
import { LEAST, type Request, requestsOf, type Told, toldIn } from './requests.ts';
import { parseFactsList } from '#src/transcript/facts.ts';

/** The newest sessions of a project say what is asked for; older ones are not read. */
const NEWEST = 300;
/** What a project shows of each kind, and how much more is looked at, as something may be dismissed. */
const SHOWN = 3;
const FOUND = 12;

/** What comes back in the sessions of one project. */
export interface ProjectRepeats {
  project: Project;
  /** How many of its sessions were looked at. */
  of: number;
  requests: readonly Repeat[];
  failures: readonly Repeat[];
  /** Those sessions, by id. */
  sessions: ReadonlyMap<string, Session>;
}

/** Something that comes back, with its project and what was done about it. */
export type Repeat = (({ kind: 'request' } & Request) | ({ kind: 'failure' } & RepeatedFailure)) & {
  own: Pick<ProjectRepeats, 'project' | 'of' | 'sessions'>;
  /** The proposal for it that is open or was approved. */
  known: ProjectProposal | null;
  /** In how many sessions it came back on days after a memory was approved. */
  since: number;
};

/** What decides whether something that comes back is shown. */
interface Decisions {
  dismissed?: Dismissed;
  /** In the order of filing. */
  proposals?: readonly ProjectProposal[];
}

/** Finds what comes back. A project whose sessions are as before is not looked at again. */
export class RepeatsFinder {
  readonly #known = new Map<string, { read: readonly SessionRepeats[]; found: Found }>();

  /** The projects in which something comes back, those with the most sessions first. `sessions` come newest first. */
  find(
    sessions: readonly Session[],
    read: (session: Session) => SessionRepeats,
    { dismissed = {}, proposals = [] }: Decisions = {},
  ): ProjectRepeats[] {
    const projects = Map.groupBy(sessions.filter(hasPrompts), ({ project }) => project);
    return [...projects]
      .filter(([, own]) => own.length >= LEAST.sessions)
      .map(([project, all]): ProjectRepeats => {
        const newest = all.slice(0, NEWEST);
        const { requests, failures } = this.#found(project, newest, newest.map(read));
        const filed = proposals.filter((proposal) => proposal.project.directory === project.directory);
        const own = { project, of: newest.length, sessions: new Map(newest.map((session) => [session.id, session])) };
        const shown = (all: readonly Found['requests' | 'failures'][number][]): Repeat[] =>
          all
            .filter((one) => !isDismissed(dismissed, project, one))
            .map((one): Repeat => ({ ...one, own, id: idIn(project, one.id), ...answerTo(one, filed, own.sessions) }))
            .filter(isStillOpen)
            .slice(0, SHOWN);
        return { ...own, requests: shown(requests), failures: shown(failures) };
      })
      .filter(({ requests, failures }) => requests.length + failures.length > 0)
      .sort((a, b) => b.of - a.of || compare(a.project.slug, b.project.slug));
  }

  #found(project: Project, own: readonly Session[], read: readonly SessionRepeats[]): Found {
    const key = project.root ?? project.directory;
    const known = this.#known.get(key);
    if (known && isSameList(known.read, read)) return known.found;
    const told = own.flatMap(({ id, chronicle }, at) => {
      const each = read[at];
      return each ? [{ id, day: chronicle.frontMatter.date, ...each }] : [];
    });
    const found: Found = {
      requests: requestsOf(told, FOUND).map((request) => ({ kind: 'request', ...request })),
      failures: failuresOf(told, FOUND).map((failure) => ({ kind: 'failure', ...failure })),
    };
    this.#known.set(key, { read, found });
    return found;
  }
}

interface Found {
  requests: ({ kind: 'request' } & Request)[];
  failures: ({ kind: 'failure' } & RepeatedFailure)[];
}

/** What comes back in most of its project's sessions, first; for the overview. */
export function mostRepeated(all: readonly ProjectRepeats[], most: number): Repeat[] {
  const share = ({ sessionIds, own }: Repeat) => sessionIds.length / own.of;
  return allRepeats(all)
    .sort((a, b) => share(b) - share(a))
    .slice(0, most);
}

/** All requests and failures of these projects, project by project. */
export function allRepeats(all: readonly ProjectRepeats[]): Repeat[] {
  return all.flatMap(({ requests, failures }) => [...requests, ...failures]);
}

/** The requests and then the failures of these projects. */
export function requestsAndFailures(all: readonly ProjectRepeats[]): { requests: Repeat[]; failures: Repeat[] } {
  return { requests: all.flatMap(({ requests }) => requests), failures: all.flatMap(({ failures }) => failures) };
}

/** Where it was seen last: the sessions and prompts that pages link, newest first. A failure's prompt has no text. */
export function linkedPlaces(repeat: Repeat): { session: Session; prompt: number | null; text: string | null }[] {
  const places = repeat.kind === 'request' ? repeat.prompts : repeat.places.slice(0, SHOWN);
  return places.flatMap((place) => {
    const session = repeat.own.sessions.get(place.sessionId);
    return session ? [{ session, prompt: place.prompt, text: 'text' in place ? place.text : null }] : [];
  });
}

function answerTo(
  one:
    | { kind: 'request'; words: string; sessionIds: readonly string[] }
    | { kind: 'failure'; run: string; sessionIds: readonly string[] },
  proposals: readonly ProjectProposal[],
  sessions: ReadonlyMap<string, Session>,
): Pick<Repeat, 'known' | 'since'> {
  const known = knownProposal(one, proposals);
  if (known === null || known.state === 'undone') return { known: null, since: 0 };
  const day = known.decided?.slice(0, 10);
  const isLater = (id: string) => day !== undefined && (sessions.get(id)?.chronicle.frontMatter.date ?? '') > day;
  return { known, since: one.sessionIds.filter(isLater).length };
}

/** A person who skipped its proposal does not want it; an approved one is told again only if it did not help. */
function isStillOpen({ known, since }: Repeat): boolean {
  return known === null || known.state === 'open' || (known.state === 'approved' && since > 0);
}

/** An id that no other project has: a request may come back in several. */
function idIn({ root, directory }: Project, id: string): string {
  const digits = shortHash(`${root ?? directory}\n${id}`)
    .toString(16)
    .padStart(6, '0')
    .slice(-6);
  return `${id.slice(0, 2)}${digits}`;
}

function hasPrompts(session: Session): boolean {
  return isAttended(session) && (session.facts?.prompts ?? 0) > 0;
}

/** What one session adds to the requests and failures that come back: read from its facts file without the rest of it. */

export interface SessionRepeats {
  told: Told;
  failed: readonly Failed[];
}

export const NO_REPEATS: SessionRepeats = { told: { said: [], english: 0, words: 0 }, failed: [] };

/** What the text of a facts file says; nothing if it is damaged. */
export function parseRepeats(source: string): SessionRepeats {
  return { told: toldIn(parseFactsList(source, 'prompts')), failed: failedIn(parseFactsList(source, 'failures')) };
}

/**
 * What the owner does not want to see again, in `config.json`, by the project's path:
 *
 *     "dismissed": { "/home/me/code/larder": ["add a test for this", "$ acme test run"] }
 *
 * A request counts as dismissed however it is worded later; a command, after `$`, whatever its error says.
 */
export type Dismissed = Readonly<Record<string, readonly string[]>>;

type Named = { kind: 'request'; words: string } | { kind: 'failure'; run: string };

/** How a request or a failure is named in the settings. */
export function dismissalOf(repeat: Named): string {
  return repeat.kind === 'failure' ? `$ ${repeat.run}` : repeat.words;
}

/** The key of a project in the settings. */
export function dismissalKey({ root, directory }: Pick<Project, 'root' | 'directory'>): string {
  return root ?? directory;
}

function isDismissed(dismissed: Dismissed, project: Project, repeat: Named): boolean {
  const key = dismissalKey(project);
  const own = Object.hasOwn(dismissed, key) ? (dismissed[key] ?? []) : [];
  const name = dismissalOf(repeat);
  return own.some((each) => each === name || (repeat.kind === 'request' && isSameRequest(each, name)));
}
