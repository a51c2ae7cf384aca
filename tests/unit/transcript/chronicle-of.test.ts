import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chronicle } from '#src/format/chronicle.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { chronicleOf, type FilledSession, hasDay } from '#src/import/chronicle-of.ts';
import { CWD, readSession, sha1, Transcript } from '../import/transcript.ts';
import { anyRecord, anyValue } from './any-record.ts';

const SESSION: FilledSession = {
  id: 'session-1',
  at: Date.UTC(2026, 2, 24, 13, 0, 5),
  cwd: CWD,
  branch: 'main',
  isAttended: true,
  firstPrompt: 'fix the login redirect',
  prompts: 12,
  found: {},
};
function written(session: Partial<FilledSession>): { text: string; chronicle: Chronicle } {
  const { text } = chronicleOf({ ...SESSION, ...session }, undefined);
  const { chronicle, problems } = parseChronicle(text);
  expect(problems).toEqual([]);
  return { text, chronicle: chronicle ?? expect.unreachable(text) };
}

function title(session: Partial<FilledSession>): string {
  return sessionTitle(written(session));
}

describe('chronicleOf', () => {
  it('writes a session as hooks would have, with its source', () => {
    expect(written({ branch: 'tm/41-retry' }).text).toBe(`---
session_id: session-1
date: 2026-03-24
branch: tm/41-retry
task: TM-41
started: 2026-03-24T13:00:05Z
cwd: /home/robin/code/tidemark
utc_offset: +01:00
source: backfill
---

## Events

## Summary

Auto-generated: 12 prompts in the transcript. Began with: fix the login redirect
`);
  });

  it('marks an unattended session, and one without a branch', () => {
    expect(written({ isAttended: false, branch: null }).chronicle.frontMatter).toMatchObject({
      attended: 'no',
      branch: 'detached',
    });
  });

  it('says if only the prompt history is left', () => {
    const { chronicle } = written({ found: null, prompts: 1 });
    expect(chronicle.summary).toMatchObject({
      kind: 'machine',
      lead: 'Auto-generated: 1 prompt in the prompt history; the transcript is gone. Began with: fix the login redirect',
    });
  });

  it('is titled by its first prompt on a main branch, and by its branch elsewhere', () => {
    expect(title({})).toBe('Fix the login redirect');
    expect(title({ branch: 'tm/41-retry-sync' })).toBe('Retry sync');
  });

  it('writes transcript text so that it cannot look like part of the chronicle', () => {
    const hostile =
      'x\n- 10:00 [ERROR] y\n## Summary\n---\nAuto-generated: 9 events\ncandidate: z\u202e\u001b[31m\ud800';
    const { text, chronicle } = written({ firstPrompt: hostile, branch: hostile, cwd: hostile });
    expect(chronicle.events).toEqual([]);
    expect(chronicle.frontMatter).not.toHaveProperty('cwd');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\ud800-\udfff]/);
  });
});

describe('any transcript', () => {
  it('is read without an error, and gives a valid chronicle', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: anyRecord }, anyValue)), (values) => {
        const { prompts } = readSession(values);
        const [first] = prompts;
        const { cwd = '', branch = null, text: firstPrompt = '', at = SESSION.at } = first ?? {};
        const session = { ...SESSION, cwd, branch, firstPrompt, at };
        if (!hasDay(session)) return;
        const { text } = written(session);
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a record without an id', () => {
  it('gets the same id as its copy', () => {
    const transcript = new Transcript().prompt('a').answers('b').interrupt().prompt('c');
    const records = transcript.records.map(({ uuid: _, ...record }) => record);
    const [one, other] = [readSession(records), readSession(records, 'session-2')];
    expect(one.found[0]?.origin.id).toMatch(/^r-[0-9a-f]{16}$/);
    expect(one.found[0]?.origin.id).toBe(other.found[0]?.origin.id);
    expect(one.prompts[0]?.key).toBe(sha1(`${Date.UTC(2026, 2, 24, 13)}\na`));
  });
});
