/**
 * The index keeps files as they were parsed, also for the next version of the program. So what a parser makes of a file is part
 * of the index's version: after a change to these snapshots, raise RECALL_VERSION in src/node/recall/schema.ts.
 */
import { expect, it } from 'vitest';
import { SOURCES } from '#src/node/recall/changed-files.ts';
import { asParsed } from '#src/node/recall/parsed-files.ts';
import { RECALL_VERSION } from '#src/node/recall/schema.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { aFile, someFacts } from '#tests/support/some-facts.ts';

const CHRONICLE = `---
session_id: 3f6c2a10-0000-4000-8000-000000000001
project: -home-me-inkwell
cwd: /home/me/inkwell
branch: ink/1-x
task: INK-1
date: 2026-09-14
started: 2026-09-14T21:50:00Z
utc_offset: "+02:00"
attended: no
retro: 2026-09-14T23:00:00Z
---

## Events

- 23:50 [DECISION] Sign with the host key
  why: keys differ by host
  commit: e5f6a7b8
- 00:10 [DECISON] A slip
- 00:20 [ERROR] Tests failed 3 times
  candidate: d06143ea-ff5b-428e-a549-7720ff066138
  transcript: 3f6c2a10.jsonl:34
a stray line

## Summary

Cookies are signed.

### The key that differed

A story.
`;

const NOTEBOOK = `---
session_id: 3f6c2a10-0000-4000-8000-000000000001
---

## Tried (didn't work)
- 23:55 One key for all hosts → it leaks

## Open Questions
- 23:56 Refresh tokens?

## Observations

- 2026-09-14 23:58 [decision] [P1] Cookies are signed with the host key
  One key a host
  - src/auth.ts: the key is read at the start
    - [P3] 23:59 It is 32 bytes long
  Concepts: cookies, keys
  Files: src/auth.ts
  Scope: committed

## Handoff

Current Task: JWT
Suggested Next: Use the header
`;

const { head } = someFacts({ prompts: [], files: [aFile({ path: 'src/auth.ts' })] });

it('is part of the version of the index', async () => {
  const contents = [
    SOURCES.chronicle.parse(CHRONICLE),
    SOURCES.notebook.parse(NOTEBOOK),
    SOURCES.facts.beginning?.parse(`{"head":${JSON.stringify(head)},\n`, '}\n'),
  ];
  const lines = contents.map((content) => {
    if (!content) throw new Error('A file was not parsed.');
    return JSON.stringify(JSON.parse(asParsed({ ...content, excerpts: [], digest: '' })), null, 1);
  });
  await expectGolden(`${lines.join('\n')}\n`, `snapshots/parsed-${RECALL_VERSION}.json`);
  expect(contents.map((content) => content?.value)).not.toContain(null);
});
