import { describe, expect, it } from 'vitest';
import { sessionOf } from '#src/import/sources/claude-mem.ts';
import { partsOf } from '#src/import/sources/session-parts.ts';
import { sha1Of } from '#src/lib/digest.ts';

describe('sessionOf', () => {
  it('begins at the first time of more prompts than a function can take arguments', () => {
    const at = Date.parse('2026-10-05T09:00:00Z');
    const prompts = Array.from({ length: 200_000 }, (_, n) => ({
      prompt_text: 'Go',
      created_at_epoch: at + 200_000 - n,
    }));
    const session = { content_session_id: 'a', memory_session_id: 'm', project: 'larder' };
    const read = sessionOf({ session, observations: [], summaries: [], prompts, part: 1 }, sha1Of, () => {});
    expect([read?.at, read?.prompts.length]).toEqual([at + 1, 200_000]);
  });
});

describe('partsOf', () => {
  it('splits observations, and leaves the rest in the first part', () => {
    const observations = Array.from({ length: 4001 }, (_, n) => n);
    const parts = [...partsOf({ observations, summaries: [1], prompts: [2] })];
    expect(parts.map((part) => [part.part, part.observations.length, part.summaries, part.prompts])).toEqual([
      [1, 2000, [1], [2]],
      [2, 2000, [], []],
      [3, 1, [], []],
    ]);
    expect([...partsOf({ observations: [], summaries: [1], prompts: [] })]).toHaveLength(1);
  });
});
