/** What `chronicle import <kind> --help` says, by kind. */
import type { ImportSystem } from '#src/format/import-kinds.ts';
import type { CommandHelp } from '../command.ts';

interface KindHelp {
  description: string;
  pathHint: string;
  pathAbout: string;
  examples: NonNullable<CommandHelp['examples']>;
  /** Whether the files belong to a project that can be named with --into. */
  hasInto?: boolean;
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
  chronicles: {
    description:
      'Import chronicles from any folder, such as those of the scripts that session-chronicle grew from. They are recognised by their content; other files are named and skipped. Each gets the line "imported_from: chronicle". The project is the folder of the form -home-me-code above them, or the one that --into names: a known project, or a directory that exists. Without a path, imports the folders that those scripts left beside those of Claude Code.',
    pathHint: 'path',
    pathAbout: 'A folder, which is searched four levels deep, or a file',
    hasInto: true,
    examples: [
      ['chronicle import chronicles ~/backup/-home-me-my.site', 'files of a project whose folder has another name'],
      ['chronicle import chronicles ~/old-notes --into larder', 'files in a folder that names no project'],
    ],
    reads: [['<path>/**/*.md', 'chronicles, at most four folders deep; only read']],
  },
  archive: {
    description:
      'Bring in an archive that chronicle export --json wrote, byte for byte. If a file differs from yours, yours is kept and named. Sessions that you forgot here in whole or in part are left out. Memory files of Claude Code are not written, since only a proposal that you approve changes memory. With --project or --since, drafts, series and your decisions are skipped. Without a path, looks for archives in the current and the home directory.',
    pathHint: 'file',
    pathAbout: 'The file with JSON lines, also as gzip packed it',
    examples: [
      ['chronicle export --json --out archive.jsonl', 'writes the archive of the old machine'],
      ['chronicle import archive archive.jsonl', 'brings it in on the new one'],
    ],
    reads: [['<file>', 'only read']],
  },
};
