import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serializeFacts } from '#src/facts/facts.ts';
import { aCommit, aFile, aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

export const SAMPLE = join(import.meta.dirname, '../fixtures/sample/projects');
export const ESCAPE = String.fromCharCode(27);
export const HOSTILE = `---
session_id: 00000000-hostile
date: 2026-06-01
branch: x/y
task:
started: 2026-06-01T08:00:00Z
---

## Events

- 10:00 [ERROR] zebra ${ESCAPE}[31mred${ESCAPE}[0m \u202egnp.exe \u009b31m
- 10:01 [INSIGHT] zebra ${'long '.repeat(2000)}

## Summary

A zebra was here.
`;

/** A configuration directory with the sample as the owner's archive and a session of control characters. */
export function openReadingArchive(): string {
  const config = temporaryDirectory('reading');
  cpSync(SAMPLE, join(config, 'projects'), { recursive: true });
  const directory = join(config, 'projects/-home-robin-hostile/chronicle');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, '2026-06-01-x-y.md'), HOSTILE);
  return config;
}

const WRITTEN = `---
session_id: 00000000-written
date: 2026-05-04
branch: ops/gantry
task: OPS-77
started: 2026-05-04T08:00:00Z
retro: 2026-05-04T18:00:00Z
---

## Events

- 10:00 [DECISION] Kept the old mount

## Summary

The paddock gate was open.

### Quicksilver

At first it was calm.
Then came the quagmire.
`;

const FACTS = someFacts({
  head: { session_id: '00000000-written', titles: { host: 'Bergamot week' } },
  prompts: [
    aPrompt({ at: '2026-05-04T16:00:00Z', text: 'open the gate' }),
    aPrompt({ at: '2026-05-04T16:10:00Z', text: 'Add the marzipan' }),
  ],
  commits: [aCommit({ at: '2026-05-04T16:30:00Z', subject: 'Keep the sorrel', body: 'Because of the thistle.' })],
  files: [aFile({ path: 'src/juniper.ts' })],
  outcome: { text: 'All of the samphire is in.', at: '2026-05-04T16:40:00Z' },
});

const BACKFILLED = `---
session_id: 00000000-backfilled
date: 2026-05-05
branch: ops/sweep
task:
started: 2026-05-05T08:00:00Z
source: backfill
---

## Events

- 10:00 [DECISION] look at the walrus first
  candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f
  transcript: 0f6f1f0f-8f4f-4c6e-8f0a-9e6b1c1e6f0e.jsonl:120

## Summary

Auto-generated: 1 unconfirmed event (1 decision) from 3 prompts of the transcript. Began with: untangle the marmalade
`;

/** A configuration directory with a word of its own in each kind of text that a search finds. */
export function openArchiveOfKinds(): string {
  const config = temporaryDirectory('kinds');
  const directory = join(config, 'projects/-home-robin-gantry/chronicle');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, '2026-05-04-ops-gantry.md'), WRITTEN);
  writeFileSync(join(directory, '2026-05-05-ops-sweep.md'), BACKFILLED);
  mkdirSync(join(directory, 'facts'));
  writeFileSync(join(directory, 'facts/2026-05-04-ops-gantry.json'), serializeFacts(FACTS));
  return config;
}

export const lines = (text: string) => text.trimEnd().split('\n');
