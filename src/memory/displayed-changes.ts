/** Changes and proposals of memories as pages show them, with the events, notes and prompts that they rest on. */
import type { Session } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';
import { memoryAddress, memorySegment, sessionAddress } from '#src/lib/text/page-address.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { recordIn, referenceParts, type SessionRecords } from './evidence-kinds.ts';
import type { LedgerLine, MemoryChange, MemoryHistory, ProjectProposal } from './history.ts';
import type { Proposal } from './proposals.ts';

/** An event, a note or a prompt that a change or a proposal rests on. */
export interface Evidence {
  /** `<session_id>#e-…` or `<session_id>#n-…`, as written. */
  ref: string;
  /** Null if it is not in the archive. Its text is untrusted. */
  record: { href: string; date: string; text: string; isFound: boolean } | null;
}

/** Finds the events, notes and sessions that changes and proposals name by id. If an id is used twice, the same project goes first. */
interface Evidences {
  events(refs: readonly string[], project: string): Evidence[];
  /** The page and title of a session; null if it is not in the archive. */
  session(id: string, project: string): { href: string; title: string } | null;
}

/** The prompts of a session, from its facts. */
export type PromptsOf = (session: Session) => SessionRecords['prompts'];

/** The finder for these sessions. The same array gets the same finder. */
export const evidencesIn = memoised(
  (sessions: readonly Session[], promptsOf: PromptsOf): Evidences =>
    finder(
      Map.groupBy(sessions, ({ id }) => id),
      promptsOf,
    ),
);

function finder(byId: ReadonlyMap<string, Session[]>, promptsOf: PromptsOf): Evidences {
  const find = (id: string, project: string) => {
    const found = byId.get(id) ?? [];
    return found.find((session) => session.project.slug === project) ?? found[0];
  };
  return {
    session(id, project) {
      const session = find(id, project);
      return session
        ? { href: sessionAddress(session.project.slug, session.name), title: sessionTitle(session) }
        : null;
    },
    events(refs, project) {
      return refs.map((ref) => {
        const { sessionId, id } = referenceParts(ref) ?? { sessionId: null, id: '' };
        const session = find(sessionId ?? '', project);
        const record = session ? recordIn(recordsOf(session, promptsOf), id) : null;
        if (!session || !record) return { ref, record: null };
        const { date, text, isFound, anchor = id } = record;
        return {
          ref,
          record: { href: sessionAddress(session.project.slug, session.name, anchor), date, text, isFound },
        };
      });
    },
  };
}

function recordsOf(session: Session, promptsOf: PromptsOf): SessionRecords {
  const { chronicle, notebook } = session;
  return {
    ...{ day: chronicle.frontMatter.date, events: chronicle.events, notes: notebook?.notes ?? [] },
    get prompts() {
      return promptsOf(session);
    },
  };
}

/** A line of history as shown on a memory's page. */
export interface DisplayedChange {
  id: string;
  /** UTC. */
  at: string;
  /** `Written`, `Changed outside a retrospective` */
  action: string;
  session: { href: string; title: string } | null;
  evidence: Evidence[];
}

/** The history of a memory, newest first. */
export function displayedChanges(changes: readonly MemoryChange[], evidences: Evidences): DisplayedChange[] {
  return changes
    .map((change) => ({
      id: change.id,
      at: change.at,
      action: actionWords(change),
      session: evidences.session(change.session_id, change.project.slug),
      evidence: evidences.events(change.events, change.project.slug),
    }))
    .reverse();
}

const ACTION_WORDS: Record<LedgerLine['action'], string> = {
  new: 'Written',
  strengthen: 'Strengthened',
  stale: 'Brought up to date',
  delete: 'Deleted',
  changed: 'Changed',
  undo: 'Change undone',
};

/** `Written outside a retrospective`: Claude Code itself or a person wrote it, and a hook saw it. */
function actionWords({ action, source, dated, after }: LedgerLine): string {
  const words = action === 'undo' && after === null ? 'Undone: the file was deleted' : ACTION_WORDS[action];
  if (dated === 'file') return `${words} (the date of its file)`;
  if (source === 'seen') return `${words} outside a retrospective`;
  return source === 'backfill' ? `${words}, found in a transcript` : words;
}

/** A proposal as pages show it. */
export interface DisplayedProposal
  extends Pick<Proposal, 'id' | 'state' | 'action' | 'file' | 'text' | 'reason' | 'proposed' | 'decided'> {
  /** Replaced by a newer proposal of the same session before anybody decided it. */
  isReplaced: boolean;
  project: { slug: string; name: string; directory: string };
  /** The page of the memory it changes, or null. */
  href: string | null;
  evidence: Evidence[];
  session: { href: string; title: string } | null;
}

/** What open proposals rest on, as written: `<session_id>#e-…`. */
export function proposedRefs(proposals: readonly Pick<DisplayedProposal, 'state' | 'evidence'>[]): Set<string> {
  const open = proposals.filter(({ state }) => state === 'open');
  return new Set(open.flatMap(({ evidence }) => evidence.map(({ ref }) => ref)));
}

/** Proposals as pages show them, in the given order. `historyOf` finds the memory that a proposal changes. */
export function displayedProposals(
  proposals: readonly ProjectProposal[],
  evidences: Evidences,
  historyOf: (project: string, file: string) => MemoryHistory | undefined,
): DisplayedProposal[] {
  return proposals.map(
    ({ id, state, action, file, text, reason, proposed, decided, project, events, session_id, ...rest }) => {
      const { slug, name, directory } = project;
      const history = historyOf(slug, file);
      return {
        id,
        state,
        action,
        file,
        text,
        reason,
        proposed,
        decided,
        isReplaced: rest.replaced_by !== undefined,
        project: { slug, name, directory },
        href: history ? memoryPageAddress(history) : null,
        evidence: evidences.events(events, slug),
        session: evidences.session(session_id, slug),
      };
    },
  );
}

/** Each page is a directory, and file systems allow names of 255 bytes. */
const LONGEST = 255;

/**
 * The page of a memory. Null if it is only named, unknown to the ledger and the disk, or if its name is too long.
 */
export function memoryPageAddress({ project, file, born }: MemoryHistory): string | null {
  const length = new TextEncoder().encode(memorySegment(file)).length;
  return born && length <= LONGEST ? memoryAddress(project.slug, file) : null;
}
