/* Reads transcripts in its own process: `node harvest-process.mjs <config> harvest|import`. */

import { updateFacts } from '#src/import/facts-reader.ts';
import { importTranscripts } from '#src/import/import-transcripts.ts';
import type { Env } from '#src/lib/env.ts';
import { pathsOf } from '#src/lib/paths.ts';

const [config = '', verb] = process.argv.slice(2);
const env: Env = {
  variables: { CLAUDE_CONFIG_DIR: config },
  home: config,
  cwd: '/',
  host: 'here',
  parentPid: 1,
  now: () => new Date('2026-03-25T12:00:00Z'),
};
const progress = { total: () => {}, read: () => {}, records: () => {} };
if (verb === 'import') await importTranscripts(env, { isSelected: () => true, isDryRun: false, progress });
else await updateFacts(env, pathsOf(config), { sessionId: 'one', transcript: null });
