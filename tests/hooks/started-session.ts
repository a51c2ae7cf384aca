/** A started session, and its chronicle as the parser reads it. */
import { expect } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { openQuickSandbox, openSandbox, type Sandbox } from './sandbox.ts';

export const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

/** With `isApart`, hooks run as processes of their own, at the same time. */
export async function started(isApart = false): Promise<Sandbox> {
  const box = isApart ? openSandbox() : openQuickSandbox();
  await box.start(ID);
  return box;
}

export function parsed(box: Sandbox) {
  const { chronicle: read, problems } = parseChronicle(box.only().text);
  expect(problems).toEqual([]);
  if (!read) throw new Error('The chronicle cannot be read.');
  return read;
}
