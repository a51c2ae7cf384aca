import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseChronicle } from '#src/format/parse.ts';
import { serializeFacts } from '#src/transcript/facts.ts';
import { aCommit, aFile, aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicle } from '../hooks/chronicle-text.ts';

const QUIET = chronicle({ id: '00000000-quiet', date: '2026-05-06', branch: 'ops/hatch' });

const QUIET_FACTS = someFacts({
  head: { session_id: '00000000-quiet', titles: { prompt: 'Open the hatch' }, ending: 'open' },
  files: [aFile({ path: 'src/juniper.ts' })],
});

const RUSTED = `- 08:20 [ERROR] The latch rusted
  It was not brass.
  recorded: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f commit e5f6a7b8`;

const NOTED = chronicle({
  ...{ id: '00000000-noted', date: '2026-05-07', started: '2026-05-07T08:00:00Z', branch: 'ops/latch' },
  events: ['- 08:10 [DECISION] A brass latch', RUSTED],
  summary: 'Auto-generated: 2 events (1 decision, 1 error)',
});

/** The facts of `NOTED`; `decision` is the id of its first event. */
const notedFacts = (decision: string) =>
  someFacts({
    head: {
      session_id: '00000000-noted',
      from: '2026-05-07T08:00:00Z',
      to: '2026-05-07T08:40:00Z',
      titles: { host: 'Put a latch on the gate' },
    },
    prompts: [
      aPrompt({ at: '2026-05-07T08:00:00Z', text: 'put a latch on the gate' }),
      aPrompt({ at: '2026-05-07T08:30:00Z', text: '', isQueued: true }),
    ],
    commits: [aCommit({ at: '2026-05-07T08:12:00Z' })],
    files: [aFile({ path: 'src/latch.ts' }), aFile({ path: 'src/gate.ts' })],
    outcome: { text: 'The latch is on the gate.', at: '2026-05-07T08:40:00Z' },
    evidence: [{ event: decision, source: 'commit a1b2c3d', record: 'c0de' }],
  });

/** A configuration directory with two sessions that have facts: one without events, one with a logged and a recorded one. */
export function openArchiveWithFacts(): string {
  const config = temporaryDirectory('facts');
  const directory = join(config, 'projects/-home-robin-gantry/chronicle');
  mkdirSync(join(directory, 'facts'), { recursive: true });
  writeFileSync(join(directory, '2026-05-06-ops-hatch.md'), QUIET);
  writeFileSync(join(directory, 'facts/2026-05-06-ops-hatch.json'), serializeFacts(QUIET_FACTS));
  const [decision] = parseChronicle(NOTED).chronicle?.events ?? [];
  writeFileSync(join(directory, '2026-05-07-ops-latch.md'), NOTED);
  writeFileSync(join(directory, 'facts/2026-05-07-ops-latch.json'), serializeFacts(notedFacts(decision?.id ?? '')));
  return config;
}
