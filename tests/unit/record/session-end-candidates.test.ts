import { expect, it } from 'vitest';
import { withMachineSummary } from '#src/record/session-end.ts';

const BACKFILLED = `---
session_id: s-1
date: 2026-03-24
branch: main
task: ""
started: 2026-03-24T14:00:00Z
source: backfill
---

## Events

- 15:02 [ERROR] npm failed three times
  candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f

## Summary

Auto-generated: 1 unconfirmed event (1 error) from 2 prompts of the transcript. Began with: fix the login
`;

it('leaves a backfilled session unchanged while nothing is logged in it', () => {
  expect(withMachineSummary(BACKFILLED)).toBe(BACKFILLED);
});

it('counts logged events apart from candidates and keeps the first prompt', () => {
  const resumed = BACKFILLED.replace('\n## Summary', '- 16:10 [DECISION] Keep npm\n\n## Summary');
  expect(withMachineSummary(resumed)).toBe(
    resumed.replace('1 unconfirmed event (1 error)', '1 event (1 decision) and 1 unconfirmed event (1 error)'),
  );
});

it('adds a line to a summary without counts', () => {
  const counts = '1 unconfirmed event (1 error) from 2 prompts of the transcript. Began with: fix the login';
  const text = BACKFILLED.replace(counts, '12 prompts in the prompt history; the transcript is gone.');
  expect(withMachineSummary(text)).toBe(`${text}\nAuto-generated: 1 unconfirmed event (1 error)\n`);
});
