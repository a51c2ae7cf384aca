import { sha1 } from '#src/lib/sha1.ts';
import type { Digest } from '../event-id.ts';
import { readHandoff } from './handoff.ts';
import { type Notebook, readNotebook } from './notebook.ts';
import { readObservations } from './observation.ts';

/** Reads a notebook with its observations and handoff, as pages and lists show them; hooks and commands need less. */
export function readWholeNotebook(text: string, digest: Digest = sha1, sessionId?: string): Notebook | null {
  const notebook = readNotebook(text, digest, sessionId);
  if (!notebook) return null;
  const [observations, handoff] = [readObservations(text, digest), readHandoff(text)];
  return { ...notebook, ...(observations.length > 0 && { observations }), ...(handoff && { handoff }) };
}
