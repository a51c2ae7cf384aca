/** What `chronicle import <kind> --help` says, by kind. */
import type { ImportSystem } from '#src/chronicle/import-kinds.ts';
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
  'observational-memory': {
    description:
      'Import the observations of observational memory: a session for each day of a project, with the scope of each file, and where the work stood. Files are recognised by their content; others of the same name are named and left alone.',
    pathHint: 'directory',
    pathAbout: 'A project, or a file with observations, instead of all known projects',
    examples: [
      ['chronicle import observational-memory', 'imports all projects that it knows'],
      ['chronicle import observational-memory ~/code/larder', 'imports one project'],
    ],
    reads: [
      ['~/.claude/observational-memory/', 'its list of projects, and what holds in all of them; only read'],
      ['<project>/.claude/observations*.md', 'the observations of a project; only read'],
    ],
  },
  mind: {
    description:
      "Import Mind's files: SESSION.md becomes notes of a session's notebook, REMINDERS.md open questions, and MEMORY.md notes of its days. What MEMORY.md says as a decision, a gotcha or a learning can become a memory: you are asked for all, each or none of a kind, and approve the proposals with chronicle memory review. Files are recognised by their content; others of the same name are named and left alone.",
    pathHint: 'directory',
    pathAbout: 'A project or its .mind folder, instead of all known projects',
    examples: [
      ['chronicle import mind', 'imports all known projects'],
      ['chronicle import mind ~/code/larder', 'imports one project'],
    ],
    reads: [['<project>/.mind/', 'SESSION.md, MEMORY.md and REMINDERS.md; only read']],
  },
};
