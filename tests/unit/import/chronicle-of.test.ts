import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateOf } from '#src/chronicle/candidate.ts';
import type { Chronicle } from '#src/chronicle/chronicle.ts';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { TAGS } from '#src/chronicle/tags.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import { chronicleOf, type FilledSession, hasDay } from '#src/import/chronicle-of.ts';
import type { FoundEvent } from '#src/import/found-event.ts';
import { eventWords } from '#src/transcript/found-facts.ts';
import { CWD, readSession, sha1, Transcript } from './transcript.ts';

const SESSION: FilledSession = {
  id: 'session-1',
  at: Date.UTC(2026, 2, 24, 13, 0, 5),
  cwd: CWD,
  branch: 'main',
  isAttended: true,
  firstPrompt: 'fix the login redirect',
  prompts: 12,
  hasTranscript: true,
  events: [],
};
const CANDIDATE: FoundEvent = {
  tag: 'ERROR',
  text: 'npm test failed 3 times: boom',
  details: ['by npm test'],
  origin: { id: 'record-1', at: SESSION.at + 60_000, file: 'session-1.jsonl', line: 7 },
  recorded: null,
};
const options = { safe: (words: string) => words, taskPattern: undefined };

function written(session: Partial<FilledSession>): { text: string; chronicle: Chronicle } {
  const { text } = chronicleOf({ ...SESSION, ...session }, options);
  const { chronicle, problems } = parseChronicle(text);
  expect(problems).toEqual([]);
  return { text, chronicle: chronicle ?? expect.unreachable(text) };
}

function title(session: Partial<FilledSession>): string {
  return sessionTitle(written(session));
}

describe('chronicleOf', () => {
  it('writes a session as hooks would have, with its source', () => {
    const correction = { ...CANDIDATE, tag: 'USER-CORRECTION' as const, text: 'use pnpm', details: [] };
    expect(written({ branch: 'tm/41-retry', events: [CANDIDATE, correction] }).text).toBe(`---
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

- 14:01 [ERROR] npm test failed 3 times: boom
  by npm test
  candidate: record-1
  transcript: session-1.jsonl:7
- 14:01 [USER-CORRECTION] use pnpm
  candidate: record-1
  transcript: session-1.jsonl:7

## Summary

Auto-generated: 2 unconfirmed events (1 error, 1 correction) from 12 prompts in the transcript. Began with: fix the login redirect
`);
  });

  it('writes recorded events, which count', () => {
    const recorded = { statement: 'commit', reference: 'a1b2c3d' } as const;
    const { text, chronicle } = written({ events: [{ ...CANDIDATE, recorded }] });
    expect(text).toContain('  by npm test\n  recorded: record-1 commit a1b2c3d\n  transcript: session-1.jsonl:7\n');
    expect(chronicle.summary.lead).toMatch(/^Auto-generated: 1 event \(1 error\) from 12 prompts/);
  });

  it('marks an unattended session, and one without a branch', () => {
    expect(written({ isAttended: false, branch: null }).chronicle.frontMatter).toMatchObject({
      attended: 'no',
      branch: 'detached',
    });
  });

  it('says if only the prompt history is left', () => {
    const { chronicle } = written({ hasTranscript: false, prompts: 1 });
    expect(chronicle.summary).toMatchObject({
      kind: 'machine',
      lead: 'Auto-generated: 1 prompt in the prompt history; the transcript is gone. Began with: fix the login redirect',
    });
  });

  it('sorts events by time, also across midnight', () => {
    const at = (hours: number) => ({
      ...CANDIDATE,
      text: `${hours}`,
      origin: { ...CANDIDATE.origin, at: SESSION.at + hours * 3_600_000 },
    });
    const { chronicle } = written({ events: [at(30), at(1), at(2)] });
    expect(chronicle.events.map(({ text, date, time }) => [text, date, time])).toEqual([
      ['1', '2026-03-24', '15:00'],
      ['2', '2026-03-24', '16:00'],
      ['30', '2026-03-25', '20:00'],
    ]);
  });

  it.each([
    ['2026-03-29T00:40:00Z', '+01:00', ['01:40', '02:52', '03:00']],
    ['2026-10-25T00:20:00Z', '+02:00', ['02:20', '03:32', '03:40']],
  ])('keeps the offset of its start when the clocks change: %s', (started, offset, times) => {
    const at = Date.parse(started);
    const events = [0, 72, 80].map((minutes) => ({
      ...CANDIDATE,
      text: `${minutes}`,
      origin: { ...CANDIDATE.origin, at: at + minutes * 60_000 },
    }));
    const { chronicle } = written({ at, events });
    expect(chronicle.frontMatter.utc_offset).toBe(offset);
    expect(chronicle.events.map(({ time }) => time)).toEqual(times);
  });

  it('is titled by its first prompt on a main branch, and by its branch elsewhere', () => {
    expect(title({})).toBe('fix the login redirect');
    expect(title({ events: [CANDIDATE], firstPrompt: '' })).toBe('npm test failed 3 times: boom');
    expect(title({ branch: 'tm/41-retry-sync' })).toBe('Retry sync');
  });

  it('writes transcript text so that it cannot look like part of the chronicle', () => {
    const hostile =
      'x\n- 10:00 [ERROR] y\n## Summary\n---\nAuto-generated: 9 events\ncandidate: z\u202e\u001b[31m\ud800';
    const { text, chronicle } = written({
      firstPrompt: hostile,
      branch: hostile,
      cwd: hostile,
      events: [{ ...CANDIDATE, text: hostile, details: ['candidate: other', hostile] }],
    });
    expect(chronicle.events).toHaveLength(1);
    expect(chronicle.events.map(candidateOf)).toEqual(['record-1']);
    expect(chronicle.frontMatter).not.toHaveProperty('cwd');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\ud800-\udfff]/);
  });

  it('shortens long texts after secrets were removed from the whole', () => {
    const text = `${'long '.repeat(45)}token-${'a'.repeat(40)}`;
    const session = { ...SESSION, events: [{ ...CANDIDATE, text }] };
    const safe = (words: string) => words.replace(/token-a+/, '[redacted]');
    expect(session.events.flatMap(eventWords)).toContain(text);
    expect(chronicleOf(session, { ...options, safe }).text).toContain('long [redacted]\n');
  });
});

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('## Summary', '---', '- [ERROR] x', '```', '\n  candidate: y', ' '),
);

describe('any transcript', () => {
  const anyBlock = fc.oneof(
    fc.record({ type: fc.constant('text'), text: anyText }),
    fc.record({
      type: fc.constant('tool_use'),
      id: fc.constantFrom('a', 'b'),
      name: fc.constantFrom('Bash', 'Edit', 'Write', 'Read', 'X'),
      input: fc.dictionary(
        fc.constantFrom('command', 'file_path', 'old_string', 'new_string', 'content', 'edits'),
        fc.oneof(anyText, fc.jsonValue()),
      ),
    }),
    fc.record({
      type: fc.constant('tool_result'),
      tool_use_id: fc.constantFrom('a', 'b'),
      content: fc.oneof(anyText, fc.jsonValue()),
      is_error: fc.boolean(),
    }),
    fc.jsonValue(),
  );
  const anyRecord = fc.oneof(
    fc.record(
      {
        type: fc.constantFrom('user', 'assistant', 'attachment', 'summary', 'system'),
        uuid: anyText,
        timestamp: fc.oneof(fc.constant('2026-03-24T13:00:00Z'), fc.jsonValue()),
        cwd: anyText,
        gitBranch: anyText,
        message: fc.oneof(fc.record({ content: fc.oneof(anyText, fc.array(anyBlock)) }), fc.jsonValue()),
        toolUseResult: fc.jsonValue(),
        attachment: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.jsonValue(),
  );

  it('is read without an error, and gives a valid chronicle', () => {
    fc.assert(
      fc.property(fc.array(anyRecord), (values) => {
        const { prompts, found: events } = readSession(values);
        const [first] = prompts;
        const { cwd = '', branch = null, text: firstPrompt = '', at = SESSION.at } = first ?? {};
        const session = { ...SESSION, cwd, branch, firstPrompt, at, events };
        if (!hasDay(session)) return;
        const { text } = written(session);
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps unconfirmed events separate', () => {
    const anyCandidate = fc.record({
      tag: fc.constantFrom(...TAGS),
      text: anyText,
      details: fc.array(anyText, { maxLength: 3 }),
      origin: fc.record({
        id: fc.uuid(),
        at: fc.integer({ min: SESSION.at, max: SESSION.at + 1e9 }),
        file: anyText,
        line: fc.nat(),
      }),
      recorded: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(anyCandidate, { maxLength: 5 }), anyText, (candidates, firstPrompt) => {
        const { chronicle } = written({ events: candidates, firstPrompt });
        expect(chronicle.strays).toEqual([]);
        expect(chronicle.summary.kind).toBe('machine');
        const ids = new Set(candidates.map(({ origin }) => origin.id));
        expect(chronicle.events.length).toBeLessThanOrEqual(candidates.length);
        for (const event of chronicle.events) expect(ids).toContain(candidateOf(event));
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
