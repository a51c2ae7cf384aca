import { isCandidate } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { withIds } from '#src/chronicle/event-id.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { readReference } from '#src/memory/proposals/check-filing.ts';
import { ChronicleError, causeOf } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { currentChronicle } from '../session/current.ts';
import type { World } from '../world.ts';
import { asText } from './file-bytes.ts';

/** An event that supports a proposal, and its full reference: `<session_id>#e-…`. */
export interface Evidence {
  reference: string;
  event: ChronicleEvent;
}

/** Looks events up by their references; each session's chronicle is read once. */
export class EvidenceReader {
  readonly #world: World;
  readonly #layout: Layout;
  readonly #sessions = new Map<string, { events: Map<string, ChronicleEvent> } | { fault: string }>();

  constructor(world: World, layout: Layout) {
    this.#world = world;
    this.#layout = layout;
  }

  /** The event that `reference` names, `e-…` in the session `own`; or why it cannot be used. */
  find(reference: string, own: string): Evidence | { fault: string } {
    const named = readReference(reference, own);
    if (!named) return { fault: `${reference} is not an event id.` };
    const session = this.#session(named.sessionId);
    if ('fault' in session) return session;
    const event = session.events.get(named.event);
    if (event && isCandidate(event)) {
      const name = `${named.sessionId}#${named.event}`;
      return {
        fault: `${name} is an unconfirmed event. If it is right, confirm it first: chronicle candidates confirm ${name}`,
      };
    }
    if (event) return { reference: `${named.sessionId}#${named.event}`, event };
    return {
      fault: `Session ${named.sessionId} has no event ${named.event}. chronicle retro context and chronicle show list its events.`,
    };
  }

  #session(sessionId: string): { events: Map<string, ChronicleEvent> } | { fault: string } {
    const known = this.#sessions.get(sessionId);
    const session = known ?? this.#read(sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  #read(sessionId: string): { events: Map<string, ChronicleEvent> } | { fault: string } {
    try {
      const path = currentChronicle(this.#world, this.#layout, sessionId);
      const body = readUnchecked(asText(readRegularFile(path).text));
      return { events: new Map(withIds(body?.events ?? []).map((event) => [event.id, event])) };
    } catch (error) {
      if (!(error instanceof ChronicleError)) throw error;
      return { fault: causeOf(error) };
    }
  }
}
