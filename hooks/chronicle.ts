/**
 * The one program that Claude Code's hooks and the agent's commands run. Its first argument says what to do:
 *
 *     node hooks/dist/chronicle.cjs session-start < payload.json
 *     node hooks/dist/chronicle.cjs log ERROR < text
 *
 * Each hook and `log` are files of this folder, the commands for notes are in `src/notes`. A word loads only its own file. The
 * bundle is committed, since a plugin has no `node_modules`.
 */
import type { HookWord } from '../src/setup/hook-entries.ts';
import type { AgentCommand } from '../src/setup/package-copy.ts';
import { run, type Work } from './run.ts';

const HOOKS: Record<HookWord, () => Promise<Work>> = {
  'session-start': async () => (await import('./start.ts')).sessionStart,
  'session-end': async () => (await import('./end.ts')).sessionEnd,
  'before-compaction': async () => (await import('./compaction.ts')).beforeCompaction,
  'after-compaction': async () => (await import('./compaction.ts')).afterCompaction,
  'pre-tool-use': async () => (await import('./before-tool.ts')).beforeTool,
  'tool-failed': async () => (await import('./tool-failed.ts')).toolFailed,
  stop: async () => (await import('./stop.ts')).stop,
};

const COMMANDS: Record<AgentCommand, () => Promise<Work>> = {
  log: async () => (await import('./log.ts')).log,
  summary: async () => (await import('./log.ts')).summary,
  tags: async () => (await import('./log.ts')).tags,
  note: async () => (await import('#src/notes/notes.ts')).note,
  notes: async () => (await import('#src/notes/notes.ts')).notes,
  observe: async () => (await import('#src/notes/observe-commands.ts')).observe,
  handoff: async () => (await import('#src/notes/observe-commands.ts')).handoff,
  pending: async () => (await import('#src/notes/pending.ts')).pending,
};

run({ ...HOOKS, ...COMMANDS });
