import { withIds } from '#src/format/event-id.ts';
import { readUnchecked } from '#src/format/read.ts';
import { readReference } from '#src/memory/filing.ts';
import { type CitedRecord, missingRecord, recordIn, type SessionRecords } from '#src/memory/evidence-kinds.ts';
import { ChronicleError, causeOf } from '#src/lib/chronicle-error.ts';
import { factsPath, type Paths, type MemoryPlace } from '#src/lib/paths.ts';
import { frontMatterOf } from '../format/front-matter-line.ts';
import { asText } from '../lib/latin1.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { readFacts } from '../transcript/facts-file.ts';
import { notebookOf, readOwnNotebook } from '../notes/notebook-file.ts';
import { currentChronicle, wholeSessionId } from '../record/find.ts';
import { unifiedDiff } from '../lib/unified-diff.ts';
import { pathsIn, type Env } from '../lib/env.ts';
import { digestOf, textOf } from './file-bytes.ts';
import { MemoryState } from './memory-files.ts';
import type { Proposal } from './proposals.ts';

/** A record that supports a proposal, and its full reference: such as `<session_id>#e-…`. */
export interface Evidence {
  reference: string;
  record: CitedRecord;
}

/** Looks records up by their references; each file is read once. */
export class EvidenceReader {
  readonly #env: Env;
  readonly #paths: Paths;
  readonly #wholeIds = new Map<string, string>();
  readonly #sessions = new Map<string, SessionRecords | { fault: string }>();

  constructor(env: Env) {
    this.#env = env;
    this.#paths = pathsIn(env);
  }

  /** The record that `reference` names, an id alone in the session `own`; or why it cannot be used. */
  find(reference: string, own: string): Evidence | { fault: string } {
    const named = readReference(reference, own);
    if (!named) return { fault: `${reference} is not the id of an event, a note or a prompt.` };
    const { id } = named;
    try {
      const sessionId = this.#whole(named.sessionId);
      const session = this.#session(sessionId);
      if ('fault' in session) return session;
      const record = recordIn(session, id);
      if (record === null) return { fault: missingRecord(sessionId, id) };
      const name = `${sessionId}#${id}`;
      if (!record.isFound) return { reference: name, record };
      return {
        fault: `${name} was found in a transcript, and memory rests on logged events only. If it is right, keep it on the session's page in chronicle dev.`,
      };
    } catch (error) {
      if (!(error instanceof ChronicleError)) throw error;
      return { fault: causeOf(error) };
    }
  }

  #whole(named: string): string {
    if (this.#sessions.has(named)) return named;
    const known = this.#wholeIds.get(named) ?? wholeSessionId(this.#paths, named);
    this.#wholeIds.set(named, known);
    return known;
  }

  #session(sessionId: string): SessionRecords | { fault: string } {
    const known = this.#sessions.get(sessionId);
    const session = known ?? this.#read(sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  #read(sessionId: string): SessionRecords | { fault: string } {
    try {
      const path = currentChronicle(this.#env, this.#paths, sessionId);
      const body = readUnchecked(asText(readRegularFile(path).text));
      const read = () => readOwnNotebook(notebookOf(path, sessionId))?.notes ?? [];
      let notes: SessionRecords['notes'] | undefined;
      let prompts: SessionRecords['prompts'] | undefined;
      return {
        day: frontMatterOf(path)?.get('date') ?? '',
        events: withIds(body?.events ?? []),
        get notes() {
          notes ??= read();
          return notes;
        },
        get prompts() {
          prompts ??= readFacts(factsPath(path)).facts?.prompts ?? [];
          return prompts;
        },
      };
    } catch (error) {
      if (!(error instanceof ChronicleError)) throw error;
      return { fault: causeOf(error) };
    }
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
  const evidence = new EvidenceReader(env);
  return proposals.map((proposal) => {
    const { memory, plan } = state.plan(proposal);
    return {
      proposal,
      diff: unifiedDiff(proposal.file, textOf(memory.before), proposal.text),
      index: { removed: plan.removed, added: plan.added },
      evidence: proposal.events.map((reference) => ({ reference, ...evidence.find(reference, proposal.session_id) })),
      isOutdated: digestOf(memory.before) !== proposal.before,
    };
  });
}
