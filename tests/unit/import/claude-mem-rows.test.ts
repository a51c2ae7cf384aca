import { expect, it } from 'vitest';
import { sessionOf } from '#src/import/claude-mem-rows.ts';
import { sha1Of } from '#src/lib/digest.ts';

it('a session begins at the first time of more prompts than a function can take arguments', () => {
  const at = Date.parse('2026-10-05T09:00:00Z');
  const prompts = Array.from({ length: 200_000 }, (_, n) => ({
    prompt_text: 'Go',
    created_at_epoch: at + 200_000 - n,
  }));
  const session = { content_session_id: 'a', memory_session_id: 'm', project: 'larder' };
  const read = sessionOf({ sessions: [session], observations: [], summaries: [], prompts }, sha1Of, () => {});
  expect([read?.at, read?.prompts.length]).toEqual([at + 1, 200_000]);
});
