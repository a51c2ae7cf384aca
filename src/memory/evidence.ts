import { withIds } from '#src/format/event-id.ts';
import { readUnchecked } from '#src/format/read.ts';
import { readReference } from '#src/memory/proposals/check-filing.ts';
import {
  type CitedRecord,
  missingRecord,
  recordIn,
  type SessionRecords,
} from '#src/memory/proposals/evidence-kinds.ts';
import { ChronicleError, causeOf } from '#src/lib/chronicle-error.ts';
import { factsPath, type Layout } from '#src/lib/paths.ts';
import { frontMatterOf } from '../format/front-matter-of.ts';
import { asText } from '../lib/latin1.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { readFacts } from '../transcript/facts-file.ts';
import { notebookOf, readOwnNotebook } from '../notes/notebook-file.ts';
import { currentChronicle } from '../record/current.ts';
import { wholeSessionId } from '../record/whole-id.ts';
import type { World } from '../lib/world.ts';

/** A record that supports a proposal, and its full reference: such as `<session_id>#e-…`. */
export interface Evidence {
  reference: string;
  record: CitedRecord;
}

/** Looks records up by their references; each file is read once. */
export class EvidenceReader {
  readonly #world: World;
  readonly #layout: Layout;
  readonly #paths: ReadonlyMap<string, string>;
  readonly #wholeIds = new Map<string, string>();
  readonly #sessions = new Map<string, SessionRecords | { fault: string }>();

  /** `paths` are the chronicles that the caller knows by session id; the others are searched for. */
  constructor(world: World, layout: Layout, paths: ReadonlyMap<string, string> = new Map()) {
    this.#world = world;
    this.#layout = layout;
    this.#paths = paths;
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
    if (this.#sessions.has(named) || this.#paths.has(named)) return named;
    const known = this.#wholeIds.get(named) ?? wholeSessionId(this.#layout, named);
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
      const path = this.#paths.get(sessionId) ?? currentChronicle(this.#world, this.#layout, sessionId);
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
