/**
 * What comes back in the sessions of each project: what a person keeps telling the agent, and what fails the same way each time.
 *
 *     requests.ts          the requests of a project
 *     failures.ts          its failures
 *     session-repeats.ts   what one session adds to both
 *     proposed-memory.ts   the memory that each could become
 *     dismissed.ts         what the owner does not want to see again
 *
 * Nothing here asks for a decision, and nothing is shown below the limits of `LEAST`.
 */
import { isAttended, type Session } from '#src/format/session.ts';
import type { Project } from '#src/lib/project.ts';
import { compare, isSameList } from '#src/lib/compare.ts';
import { shortHash } from '#src/lib/short-hash.ts';
import type { ProjectProposal } from '../history.ts';
import { type Dismissed, isDismissed } from './dismissed.ts';
import { failuresOf, type RepeatedFailure } from './failures.ts';
import { type Known, knownProposal } from './proposal-of.ts';
import { LEAST, type Request, requestsOf } from './requests.ts';
import type { SessionRepeats } from './session-repeats.ts';

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
  requests: readonly (Request & Answered)[];
  failures: readonly (RepeatedFailure & Answered)[];
  /** Those sessions, by id. */
  sessions: ReadonlyMap<string, Session>;
}

/** What was done about it. */
export interface Answered {
  /** The proposal for it that is open or was approved. */
  known: Known | null;
  /** In how many sessions it came back on days after a memory was approved. */
  since: number;
}

/** Something that comes back, with its project. */
export type Repeat =
  | { kind: 'request'; request: Request & Answered; own: ProjectRepeats }
  | { kind: 'failure'; failure: RepeatedFailure & Answered; own: ProjectRepeats };

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
        const own = all.slice(0, NEWEST);
        const { requests, failures } = this.#found(project, own, own.map(read));
        const filed = proposals.filter((proposal) => proposal.project.directory === project.directory);
        const dayOf = new Map(own.map(({ id, chronicle }) => [id, chronicle.frontMatter.date]));
        const shown = <One extends Request | RepeatedFailure>(all: readonly One[]): (One & Answered)[] =>
          all
            .filter((one) => !isDismissed(dismissed, project, one))
            .map((one) => ({ ...one, id: idIn(project, one.id), ...answerTo(one, filed, dayOf) }))
            .filter(isStillOpen)
            .slice(0, SHOWN);
        return {
          ...{ project, of: own.length, sessions: new Map(own.map((session) => [session.id, session])) },
          requests: shown(requests),
          failures: shown(failures),
        };
      })
      .filter(({ requests, failures }) => requests.length + failures.length > 0)
      .sort((a, b) => b.of - a.of || compare(a.project.slug, b.project.slug));
  }

  #found(project: Project, own: readonly Session[], read: readonly SessionRepeats[]): Found {
    const key = project.root ?? project.directory;
    const known = this.#known.get(key);
    if (known && isSameList(known.read, read)) return known.found;
    const all = own.map(({ id, chronicle }, at) => ({ id, day: chronicle.frontMatter.date, ...read[at] }));
    const told = all.flatMap((each) =>
      each.told && each.failed ? [{ ...each, told: each.told, failed: each.failed }] : [],
    );
    const found = { requests: requestsOf(told, FOUND), failures: failuresOf(told, FOUND) };
    this.#known.set(key, { read, found });
    return found;
  }
}

interface Found {
  requests: Request[];
  failures: RepeatedFailure[];
}

/** What comes back in most of its project's sessions, first; for the overview. */
export function mostRepeated(all: readonly ProjectRepeats[], most: number): Repeat[] {
  return allRepeats(all)
    .sort((a, b) => shareOf(b) - shareOf(a))
    .slice(0, most);
}

/** The request or failure with this id, in one of these projects; undefined if there is none. */
export function repeatWithId(all: readonly ProjectRepeats[], id: string): Repeat | undefined {
  return allRepeats(all).find((each) => repeatId(each) === id);
}

export function repeatId(repeat: Repeat): string {
  return repeat.kind === 'request' ? repeat.request.id : repeat.failure.id;
}

/** The sessions and days of a repeat. */
export function seenIn(repeat: Repeat): Pick<Request, 'sessionIds' | 'days'> {
  return repeat.kind === 'request' ? repeat.request : repeat.failure;
}

/** The requests and then the failures of these projects. */
export function requestsAndFailures(all: readonly ProjectRepeats[]): { requests: Repeat[]; failures: Repeat[] } {
  const repeats = allRepeats(all);
  return {
    requests: repeats.filter(({ kind }) => kind === 'request'),
    failures: repeats.filter(({ kind }) => kind === 'failure'),
  };
}

/** Where it was seen last: the sessions and prompts that pages link, newest first. A failure's prompt has no text. */
export function linkedPlaces(repeat: Repeat): { session: Session; prompt: number | null; text: string | null }[] {
  const places =
    repeat.kind === 'request'
      ? repeat.request.prompts
      : repeat.failure.places.slice(0, SHOWN).map((place) => ({ ...place, text: null }));
  return places.flatMap(({ sessionId, prompt, text }) => {
    const session = repeat.own.sessions.get(sessionId);
    return session ? [{ session, prompt, text }] : [];
  });
}

function allRepeats(all: readonly ProjectRepeats[]): Repeat[] {
  return all.flatMap((own) => [
    ...own.requests.map((request): Repeat => ({ kind: 'request', request, own })),
    ...own.failures.map((failure): Repeat => ({ kind: 'failure', failure, own })),
  ]);
}

function answerTo(
  one: Request | RepeatedFailure,
  proposals: readonly ProjectProposal[],
  dayOf: ReadonlyMap<string, string>,
): Answered {
  const known = knownProposal(one, proposals);
  if (known === null || known.state === 'undone') return { known: null, since: 0 };
  const day = known.decided?.slice(0, 10);
  const later = day === undefined ? [] : one.sessionIds.filter((id) => (dayOf.get(id) ?? '') > day);
  return { known, since: later.length };
}

/** A person who skipped its proposal does not want it; an approved one is told again only if it did not help. */
function isStillOpen({ known, since }: Answered): boolean {
  return known === null || known.state === 'open' || (known.state === 'approved' && since > 0);
}

/** An id that no other project has: a request may come back in several. */
function idIn({ root, directory }: Project, id: string): string {
  return `${id.slice(0, 2)}${shortHash(`${root ?? directory}\n${id}`)
    .toString(16)
    .padStart(6, '0')
    .slice(-6)}`;
}

function shareOf(repeat: Repeat): number {
  return seenIn(repeat).sessionIds.length / repeat.own.of;
}

function hasPrompts(session: Session): boolean {
  return isAttended(session) && (session.facts?.prompts ?? 0) > 0;
}
