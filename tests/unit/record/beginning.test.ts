import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beginningOf } from '#src/record/begin-chronicle.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const PROMPT = {
  cwd: '/shop',
  type: 'user',
  message: { role: 'user', content: 'Go' },
  timestamp: '2026-06-01T10:00:20Z',
};

it.each([0, 1])('reads the beginning of a transcript however its JSON is spaced: %s', (space) => {
  const path = join(temporaryDirectory(), 'a.jsonl');
  const record = JSON.stringify(PROMPT, null, space).replaceAll('\n', ' ');
  writeFileSync(path, `{"type": "summary"}\n${record}\n`);
  expect(beginningOf(path)).toEqual({ hasPrompt: true, cwd: '/shop', at: new Date('2026-06-01T10:00:20Z') });
});
