import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serializeFacts } from '#src/transcript/facts.ts';
import { aCommit, aFile, aFound, aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicle } from '../hooks/chronicle-text.ts';

export const SAMPLE = join(import.meta.dirname, '../fixtures/sample/projects');
export const ESCAPE = String.fromCharCode(27);
export const HOSTILE = chronicle({
  ...{ id: '00000000-hostile', date: '2026-06-01', branch: 'x/y' },
  events: [
    `- 10:00 [ERROR] zebra ${ESCAPE}[31mred${ESCAPE}[0m \u202egnp.exe \u009b31m`,
    `- 10:01 [INSIGHT] zebra ${'long '.repeat(2000)}`,
  ],
  summary: 'A zebra was here.',
});

/** A configuration directory with the sample as the owner's archive and a session of control characters. */
export function openReadingArchive(): string {
  const config = temporaryDirectory('reading');
  cpSync(SAMPLE, join(config, 'projects'), { recursive: true });
  const directory = join(config, 'projects/-home-robin-hostile/chronicle');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, '2026-06-01-x-y.md'), HOSTILE);
  return config;
}

const WRITTEN = chronicle({
  ...{ id: '00000000-written', date: '2026-05-04', branch: 'ops/gantry', task: 'OPS-77' },
  extra: ['retro: 2026-05-04T18:00:00Z'],
  events: ['- 10:00 [DECISION] Kept the old mount'],
  summary: 'The paddock gate was open.\n\n### Quicksilver\n\nAt first it was calm.\nThen came the quagmire.',
});

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

const IMPORTED = chronicle({
  ...{ id: '00000000-imported', date: '2026-05-05', branch: 'ops/sweep', extra: ['source: backfill'] },
  summary: 'Auto-generated: 3 prompts in the transcript. Began with: untangle the marmalade',
});

/** The facts of an imported session: a found event that is shown, and one that is behind "N more". */
const IMPORTED_FACTS = someFacts({
  head: { session_id: '00000000-imported', from: '2026-05-05T08:00:00Z', to: '2026-05-05T10:30:00Z' },
  prompts: [],
  found: [
    aFound({ tag: 'DECISION', text: 'Look at the walrus first', at: '2026-05-05T10:00:00Z', from: 'plan' }),
    aFound({
      ...{ id: 'f-4d5e6f', tag: 'DECISION', text: 'Leave the barnacle', at: '2026-05-05T10:10:00Z', from: 'prose' },
      ...{ record: 'd00d', salience: 0.6, shown: false },
    }),
  ],
});

/** A configuration directory with a word of its own in each kind of text that a search finds. */
export function openArchiveOfKinds(): string {
  const config = temporaryDirectory('kinds');
  const directory = join(config, 'projects/-home-robin-gantry/chronicle');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, '2026-05-04-ops-gantry.md'), WRITTEN);
  writeFileSync(join(directory, '2026-05-05-ops-sweep.md'), IMPORTED);
  mkdirSync(join(directory, 'facts'));
  writeFileSync(join(directory, 'facts/2026-05-04-ops-gantry.json'), serializeFacts(FACTS));
  writeFileSync(join(directory, 'facts/2026-05-05-ops-sweep.json'), serializeFacts(IMPORTED_FACTS));
  return config;
}

export const lines = (text: string) => text.trimEnd().split('\n');
