import type { SessionDocument } from '#src/chronicle/session-json.ts';

const known = new Map<string, Promise<SessionDocument>>();

/** The data of the session at an address, read once. Throws if it cannot be read. */
export function sessionData(address: string): Promise<SessionDocument> {
  const before = known.get(address);
  if (before) return before;
  const reading = read(`${address}index.json`);
  known.set(address, reading);
  reading.catch(() => known.delete(address));
  return reading;
}

async function read(file: string): Promise<SessionDocument> {
  const response = await fetch(file, { cache: 'no-cache' });
  if (!response.ok) throw new Error('The session could not be read.');
  return response.json();
}

/** What a session said comes next; empty if it did not say. */
export function nextOf({ handoff, transcript }: SessionDocument): string {
  const left = handoff ? undefined : transcript?.leftToDo;
  return handoff?.suggestedNext ?? left?.next ?? left?.pending ?? handoff?.currentTask ?? left?.current ?? '';
}
