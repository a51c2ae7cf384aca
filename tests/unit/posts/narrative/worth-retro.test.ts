import { expect, it } from 'vitest';
import { worthRetro } from '#src/posts/narrative/worth-retro.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const logOf = (...tags: string[]) => `## Events\n\n${tags.map((tag, at) => `- [${tag}] Said ${at}\n`).join('')}`;

it('ranks sessions by their turns and mistakes, found ones too, and leaves out what is told or has too little', () => {
  const record = '9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f';
  const found = `## Events\n\n${['ERROR', 'ERROR', 'PIVOT'].map((tag) => `- [${tag}] Found\n  candidate: ${record}\n`).join('')}`;
  const sessions = [
    aSession({ id: 'little', body: logOf('ERROR', 'PIVOT', 'DECISION', 'INSIGHT') }),
    aSession({ id: 'found', body: found }),
    aSession({ id: 'best', body: logOf('ERROR', 'PIVOT', 'USER-CORRECTION') }),
    aSession({
      id: 'told',
      retro: true,
      body: `${logOf('ERROR', 'PIVOT', 'USER-CORRECTION')}\n## Summary\n\nLead.\n\n### Title\n\nText.\n`,
    }),
  ];
  expect(worthRetro(sessions).map(({ id }) => id)).toEqual(['best', 'found']);
});
