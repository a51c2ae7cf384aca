/** A started session, and its chronicle as the parser reads it. */
import { expect } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

export const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

export async function started(): Promise<Sandbox> {
  const box = openSandbox();
  await box.start(ID);
  return box;
}

export function parsed(box: Sandbox) {
  const { chronicle: read, problems } = parseChronicle(box.only().text);
  expect(problems).toEqual([]);
  if (!read) throw new Error('The chronicle cannot be read.');
  return read;
}
