import { withIds } from '#src/format/event-id.ts';
import { readUnchecked } from '#src/format/read.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { type CitedRecord, missingRecord, recordIn, referenceParts, type SessionRecords } from './evidence-kinds.ts';
import { ChronicleError, causeOf } from '#src/lib/chronicle-error.ts';
import { factsPath, type MemoryPlace } from '#src/lib/paths.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import { notebookOf, readOwnNotebook } from '#src/notes/notebook-file.ts';
import { currentChronicle, wholeSessionId } from '#src/record/find.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { digestOf, textOf } from './file-bytes.ts';
import { MemoryState } from './memory-files.ts';
import type { Proposal } from './proposals.ts';

/** A record that supports a proposal, and its full reference: such as `<session_id>#e-…`. */
export interface Evidence {
  reference: string;
  record: CitedRecord;
}

/** The record that a reference names, an id alone in the session `own`; or why it cannot be used. */
export type FindEvidence = (reference: string, own: string) => Evidence | { fault: string };

/** Looks records up by their references; each file is read once. */
export function evidenceFinder(env: Env): FindEvidence {
  const paths = pathsIn(env);
  const read = new Map<string, { sessionId: string; session: SessionRecords } | { fault: string }>();
  const sessionNamed = (named: string) => {
    const known = read.get(named) ?? orFault(() => sessionOf(env, wholeSessionId(paths, named)));
    read.set(named, known);
    return known;
  };
  return (reference, own) => {
    const named = referenceParts(reference);
    const session = named?.sessionId ?? own;
    if (!named || !isSessionId(session))
      return { fault: `${reference} is not the id of an event, a note or a prompt.` };
    const found = sessionNamed(session);
    if ('fault' in found) return found;
    return orFault((): Evidence | { fault: string } => {
      const record = recordIn(found.session, named.id);
      const name = `${found.sessionId}#${named.id}`;
      if (record === null) return { fault: missingRecord(found.sessionId, named.id) };
      if (!record.isFound) return { reference: name, record };
      return {
        fault: `${name} was found in a transcript, and memory rests on logged events only. If it is right, keep it on the session's page in chronicle dev.`,
      };
    });
  };
}

/** The records of a session. Its notes and prompts are read when they are asked for. */
function sessionOf(env: Env, sessionId: string): { sessionId: string; session: SessionRecords } {
  const path = currentChronicle(env, pathsIn(env), sessionId);
  const body = readUnchecked(asText(readRegularFile(path).text));
  const session: SessionRecords = {
    day: frontMatterOf(path)?.get('date') ?? '',
    events: withIds(body?.events ?? []),
    get notes() {
      return readOwnNotebook(notebookOf(path, sessionId))?.notes ?? [];
    },
    get prompts() {
      return readFacts(factsPath(path)).facts?.prompts ?? [];
    },
  };
  return { sessionId, session };
}

function orFault<Value>(work: () => Value): Value | { fault: string } {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ChronicleError)) throw error;
    return { fault: causeOf(error) };
  }
}

/** A proposal with everything a person needs to decide on it. Text is untrusted. */
export interface DisplayedProposal {
  proposal: Proposal;
  /** The change of the current file as a unified diff. */
  diff: string;
  /** Lines removed from and added to MEMORY.md. */
  index: { removed: string[]; added: string[] };
  /** The events and notes that support it, or why one cannot be shown. */
  evidence: ({ reference: string } & (Evidence | { fault: string }))[];
  /** The file has changed since it was proposed, so it cannot be applied. */
  isOutdated: boolean;
}

/** Proposals as they are shown to a person, each as if it were the only one. Writes nothing. */
export function showProposals(env: Env, place: MemoryPlace, proposals: readonly Proposal[]): DisplayedProposal[] {
  const state = new MemoryState(place);
  const find = evidenceFinder(env);
  return proposals.map((proposal) => {
    const { memory, plan } = state.plan(proposal);
    return {
      proposal,
      diff: unifiedDiff(proposal.file, textOf(memory.before), proposal.text),
      index: { removed: plan.removed, added: plan.added },
      evidence: proposal.events.map((reference) => ({ reference, ...find(reference, proposal.session_id) })),
      isOutdated: digestOf(memory.before) !== proposal.before,
    };
  });
}
