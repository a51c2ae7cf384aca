/** What `chronicle import <kind> --help` says, by kind. */
import type { ImportSystem } from '#src/import/import-kinds.ts';
import type { CommandHelp } from '../command-help.ts';

interface KindHelp {
  description: string;
  pathHint: string;
  pathAbout: string;
  examples: NonNullable<CommandHelp['examples']>;
  /** What is read of the other system. */
  reads: NonNullable<CommandHelp['files']>;
}

export const KIND_HELP: Record<ImportSystem, KindHelp> = {
  'claude-mem': {
    description:
      'Import what claude-mem kept: prompts become facts of their sessions, observations and summaries go into notebooks. A session that Claude Code recorded keeps its chronicle; others get one, marked as imported. The database is copied first, so a running worker is not disturbed.',
    pathHint: 'file',
    pathAbout: "A database or an export, instead of claude-mem's own database",
    examples: [
      ['chronicle import claude-mem', "imports claude-mem's own database"],
      ['chronicle import claude-mem export.json', 'imports what its export script wrote'],
    ],
    reads: [['~/.claude-mem/claude-mem.db', 'or in CLAUDE_MEM_DATA_DIR; only read']],
  },
};
