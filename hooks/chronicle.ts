/**
 * Runs the bundle of the hook that the first argument names. Settings on Windows and settings written for older versions
 * name this file for every hook:
 *
 *     node hooks/dist/chronicle.cjs session-start < payload.json
 */
import type { HookWord } from '#src/install/hook-events.ts';
import { run } from './run.ts';

// The paths are written out, so that a test can check that each bundle exists.
const BUNDLES: Record<HookWord, () => unknown> = {
  'session-start': () => require('./session-start.cjs'),
  'session-end': () => require('./session-end.cjs'),
  'before-compaction': () => require('./before-compaction.cjs'),
  'after-compaction': () => require('./after-compaction.cjs'),
  'pre-tool-use': () => require('./pre-tool-use.cjs'),
  'tool-failed': () => require('./tool-failed.cjs'),
  stop: () => require('./stop.cjs'),
};

const word = process.argv[2] ?? '';
if (Object.hasOwn(BUNDLES, word)) BUNDLES[word as HookWord]();
else run('hook', {}, Object.keys(BUNDLES));
