import { expect, it } from 'vitest';
import { unfiledSessions } from '#src/transcript/unfiled-sessions.ts';
import { Transcript } from '../import/transcript.ts';

it('finds the last prompt of a session with too many prompts for a spread call', () => {
  const session = new Transcript().prompt('fix it').read();
  const prompts = Array.from({ length: 200_000 }, (_, n) => ({
    ...session.prompts[0],
    id: `${n}`,
    key: `k${n}`,
    at: n,
  }));
  const found = { ...session, prompts, folder: '-a', bornMs: 0, writtenMs: 0, isNamed: true } as never;
  const [one] = unfiledSessions({ sessions: [found], ids: new Set() }, new Map());
  expect([one?.prompts, one?.lastAt]).toEqual([200_000, 199_999]);
});
