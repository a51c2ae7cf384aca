/** The commands that import one kind: claude-mem, chronicles of a folder, an archive. */
import { resolve } from 'node:path';
import { type CommandHelp, defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import type { ImportSystem } from '#src/format/import-kinds.ts';
import { runImport } from '#src/import/import.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { isDirectory } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { projectNamed } from '#src/lib/project.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { ownProjects } from '../memory/own-memory.ts';
import { formatOutcome } from './report.ts';
import { runningImport } from './running-import.ts';

interface KindHelp {
  description: string;
  pathHint: string;
  pathAbout: string;
  examples: NonNullable<CommandHelp['examples']>;
  /** Whether the project of the files can be named with --into. */
  takesInto?: true;
  /** What is counted while it is read. */
  unit: 'session' | 'file';
}

const SCAN = ' Recognised tokens, keys and passwords are replaced, but the scan is an aid and misses some.';

const KINDS: Record<ImportSystem, KindHelp> = {
  'claude-mem': {
    unit: 'session',
    description: `Import what claude-mem kept: prompts become facts of their sessions, observations and summaries go into notebooks. A session that Claude Code recorded keeps its chronicle; others get one, marked as imported. The database is copied first, so a running worker is not disturbed.${SCAN}`,
    pathHint: 'file',
    pathAbout: "A database or an export, instead of claude-mem's own database in ~/.claude-mem or CLAUDE_MEM_DATA_DIR",
    examples: [
      ['chronicle import claude-mem', "imports claude-mem's own database"],
      ['chronicle import claude-mem export.json', 'imports what its export script wrote'],
    ],
  },
  chronicles: {
    unit: 'file',
    description: `Import chronicles from any folder, such as those of the scripts that session-chronicle grew from. They are recognised by their content; other files are named and skipped. Each gets the line "imported_from: chronicle". The project is the folder of the form -home-me-code above them, or the one that --into names: a known project, or a directory that exists. Without a path, imports the folders that those scripts left beside those of Claude Code.${SCAN}`,
    pathHint: 'path',
    pathAbout: 'A folder, which is searched four levels deep, or a file',
    takesInto: true,
    examples: [
      ['chronicle import chronicles ~/backup/-home-me-my.site', 'files of a project whose folder has another name'],
      ['chronicle import chronicles ~/old-notes --into larder', 'files in a folder that names no project'],
    ],
  },
  archive: {
    unit: 'file',
    description:
      'Bring in an archive that chronicle export --json wrote, byte for byte. If a file differs from yours, yours is kept and named. Sessions that you forgot here in whole or in part are skipped. Memory files of Claude Code are not written, since only a proposal that you approve changes memory.',
    pathHint: 'file',
    pathAbout: 'The file with JSON lines',
    examples: [
      ['chronicle export --json --out archive.jsonl', 'writes the archive of the old machine'],
      ['chronicle import archive archive.jsonl', 'brings it in on the new one'],
    ],
  },
};

/** The command that imports one kind, and its help. */
export function commandOf(kind: ImportSystem) {
  const { description, pathHint, pathAbout, examples, unit, takesInto } = KINDS[kind];
  const help: CommandHelp = {
    examples: [
      ...examples,
      [
        `${kind === 'archive' ? 'chronicle import archive archive.jsonl' : `chronicle import ${kind}`} --dry-run`,
        'shows what would come in, and writes nothing',
      ],
      ['chronicle import undo last', 'deletes what the last import brought in'],
    ],
  };
  const command = defineCommand({
    meta: {
      name: `chronicle import ${kind}`,
      description: `${description} Neither the source nor what a session already has is changed. A second run only adds what is new. Exits with 1 if something cannot be read or written`,
    },
    args: {
      path: { type: 'positional', required: false, valueHint: pathHint, description: pathAbout },
      ...(takesInto && {
        into: {
          type: 'string',
          valueHint: 'project',
          description: 'The project that all files belong to, given by name or by a directory that exists',
        } as const,
      }),
      'dry-run': { type: 'boolean', description: 'Show what would be imported, but write nothing' },
      json: { type: 'boolean', description: 'Print JSON' },
    },
    async run({ args, io }) {
      const { env } = io;
      if (args._.length > 1 || (kind === 'archive' && args.path === undefined))
        throw new ChronicleError(
          'CHRONICLE_WRONG_USE',
          `chronicle import ${kind} takes one ${pathHint}. Nothing was changed.`,
        );
      const { into }: { into?: string } = args;
      const isDryRun = args['dry-run'] === true;
      const options = {
        ...{ kind, isDryRun, into: into === undefined ? null : intoProject(env, into) },
        path: args.path === undefined ? null : resolve(env.cwd, args.path),
      };
      const outcome = await runningImport(io, { kind, unit }, (bar) =>
        runImport(env, { ...options, progress: (count, of) => bar.records(unit, count, of) }),
      );
      if (args.json) printJson(io, { dryRun: isDryRun, ...outcome });
      else printResult(io, formatOutcome(outcome, { kind, isDryRun, width: io.stdout.columns }));
      for (const sentence of outcome.problems) say(io, sentence);
      return outcome.problems.length > 0 ? 1 : 0;
    },
  });
  return { command, help };
}

/**
 * Claude Code's name for the project that `--into` names: a known one, by its name, its path or Claude Code's directory, or a
 * directory that exists. A name goes before a directory of the same name. Refuses anything else (CHRONICLE_NO_PROJECT).
 */
function intoProject(env: Env, word: string): string {
  const paths = pathsIn(env);
  const projects = ownProjects(env, paths);
  const path = resolve(env.cwd, word);
  const isPath = /[\\/]|^\.{1,2}$/.test(word);
  const named = isPath ? undefined : projectNamed(projects, word);
  if (named) return named.directory;
  // The directory of a known project may be gone.
  const directory = isPath ? directoryName(path) : word;
  const isKnown = namesIn(paths.projects).includes(directory);
  if (isKnown && !isPath) return directory;
  if (isDirectory(path)) return directoryName(checkoutOf(path).mainTop);
  if (isKnown) return directory;
  const nearest = nearestOf(
    word,
    projects.map(({ slug }) => slug),
  );
  throw new ChronicleError(
    'CHRONICLE_NO_PROJECT',
    `There is no project and no directory ${word}. --into takes the name of a known project, or a directory that exists.${nearest ? ` Did you mean ${nearest}?` : ''} Nothing was changed.`,
  );
}
