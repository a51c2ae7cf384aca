import { type NextStep, nextStep } from '#src/archive/next-step.ts';
import type { SessionDocument } from '#src/transcript/session-json.ts';

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

/** What a session said comes next, as the pages have it. */
export function nextOf({ handoff, transcript }: SessionDocument): NextStep | null {
  const { leftToDo, outcome, lastAnswer } = transcript ?? {};
  return nextStep({ handoff, left: leftToDo, messages: [outcome, lastAnswer].filter((each) => each != null) });
}
