import { resolve } from 'node:path';
import type { ImportSystem } from '#src/format/import-kinds.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { isBetween } from '#src/index/query-day.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import type { ImportKind } from '#src/import/sources/kind.ts';
import { kindNamed } from '#src/import/sources/kinds.ts';
import { runFiles } from '#src/import/sources/run-files.ts';
import { type IsOfProject, type RunOptions, runImport } from '#src/import/sources/run-import.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { slugOf } from '#src/lib/slug.ts';
import { localTime } from '#src/lib/local-time.ts';
import { counted } from '#src/lib/text/day.ts';
import type { CommandHelp } from '../command.ts';
import { readSince } from '../option-values.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { ProgressBar } from '../terminal/progress.ts';
import { summaryOf } from './archive-words.ts';
import { stoppedImport } from './broken-off.ts';
import { formatOutcome } from './format-outcome.ts';
import { type IntoProject, intoProject } from './into-project.ts';
import { KIND_HELP } from './kind-help.ts';

/** The command that imports one kind, and its help. */
export function commandOf(name: ImportSystem) {
  const { description, pathHint, pathAbout, examples, reads, hasInto = false } = KIND_HELP[name];
  const help: CommandHelp = {
    examples: [
      ...examples,
      [`chronicle import ${name} --dry-run`, 'shows what would come in, and writes nothing'],
      ['chronicle import undo last', 'deletes what the last import brought in'],
    ],
    files: [
      ...reads,
      ['<config>/projects/*/chronicle/', 'chronicles, notebooks and facts'],
      ['<config>/session-chronicle/imports/', 'what each import wrote, so that it can be undone'],
    ],
  };
  const command = defineCommand({
    meta: {
      name: `chronicle import ${name}`,
      description: `${description} Neither the source nor what a session already has is changed. A second run only adds what is new.${name === 'archive' ? '' : ' Recognised tokens, keys and passwords are replaced, but the scan is an aid and misses some.'} Exits with 1 if something cannot be read or written`,
    },
    args: {
      path: { type: 'positional', required: false, valueHint: pathHint, description: pathAbout },
      project: {
        type: 'string',
        valueHint: 'project',
        description: 'Only sessions of this project, given by name or by a path in it',
      },
      since: {
        type: 'string',
        valueHint: 'day',
        description: 'Only sessions since a day, such as 2026-10, yesterday or "last week"',
      },
      ...(hasInto && {
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
      const { cwd } = io.world;
      if (args._.length > 1)
        throw new ChronicleError(
          'CHRONICLE_WRONG_USE',
          `chronicle import ${name} takes one path. Nothing was changed.`,
        );
      const into = 'into' in args && typeof args.into === 'string' ? args.into : null;
      return importWith(io, await kindNamed(name), {
        path: args.path === undefined ? null : resolve(cwd, args.path),
        into: into === null ? null : intoProject(io.world, into),
        isDryRun: args['dry-run'] === true,
        isJson: args.json === true,
        isOfProject: projectFilter(cwd, args.project),
        since: readSince(args.since, io),
      });
    },
  });
  return { command, help };
}

interface Asked {
  path: string | null;
  into: IntoProject | null;
  isDryRun: boolean;
  isJson: boolean;
  isOfProject: IsOfProject | null;
  since: string | null;
}

/** Imports, and reports what came in. Returns the exit code. */
async function importWith(io: Io, kind: ImportKind, { isJson, into, ...asked }: Asked): Promise<number> {
  const { world } = io;
  const { isDryRun, isOfProject, since } = asked;
  if ('files' in kind) {
    const outcome = await reporting(io, { name: kind.name, unit: 'file' }, (progress) =>
      runFiles(world, { ...asked, kind, into: into?.directory ?? null, progress }),
    );
    if (isJson) printJson(io, { dryRun: isDryRun, ...outcome });
    else printResult(io, summaryOf(outcome, { isDryRun, into }));
    return sayAll(io, [...outcome.conflicts, ...outcome.problems]);
  }
  const outcome = await reporting(io, { name: kind.name, unit: 'session' }, (progress) =>
    runImport(world, {
      ...{ kind, path: asked.path, isDryRun, progress },
      isSelected: (session, target) =>
        (isOfProject === null || isOfProject(session.project.name, target)) &&
        (since === null || isBetween(localTime(new Date(session.at)).date, since, null)),
    }),
  );
  if (isJson) printJson(io, { dryRun: isDryRun, ...outcome });
  else printResult(io, formatOutcome(outcome, { name: kind.name, isDryRun, width: io.stdout.columns }));
  return sayAll(io, outcome.problems);
}

function sayAll(io: Io, sentences: readonly string[]): number {
  for (const sentence of sentences) say(io, sentence);
  return sentences.length > 0 ? 1 : 0;
}

/** Shows the progress, and says what is done if the run fails or is stopped. */
async function reporting<Outcome>(
  io: Io,
  { name, unit }: { name: string; unit: 'session' | 'file' },
  run: (progress: RunOptions['progress']) => Promise<Outcome>,
): Promise<Outcome> {
  const bar = new ProgressBar(io.stderr);
  let done = 0;
  const begun = io.world.now().toISOString();
  const state = () => {
    const id = stoppedImport(io, begun);
    if (id === null) return 'Nothing was imported.';
    return `${counted(done, unit)} read; what was written is complete. Run chronicle import ${name} again to continue, or chronicle import undo ${id} to undo it.`;
  };
  const release = io.onInterrupt(() => {
    bar.end();
    say(io, `Stopped. ${state()}`);
    return 130;
  });
  try {
    return await run((count, of) => {
      done = count;
      bar.records(unit, count, of);
    });
  } catch (error) {
    if (error instanceof ChronicleError) throw error;
    throw new ChronicleError('CHRONICLE_BROKEN_OFF', `${sentenceOf(error)} ${state()}`);
  } finally {
    release();
    bar.end();
  }
}

/** Matches a project by its name, by Claude Code's name for its directory, or by a path in one of its checkouts. */
function projectFilter(cwd: string, name: string | undefined): IsOfProject | null {
  if (name === undefined) return null;
  if (name.trim() === '')
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      '--project needs the name of a project or a path in it. Nothing was changed.',
    );
  const isPath = /[\\/]|^\.{1,2}$/.test(name);
  const directory = isPath ? directoryName(checkoutOf(resolve(cwd, name)).mainTop) : name;
  const wanted = folded(name);
  // Files do not always say their checkout, but their directory ends like it.
  const end = `-${wanted.replace(/[^a-z0-9]/g, '-')}`;
  return (called, target) =>
    target.directory === directory ||
    (!isPath && [called, target.cwd.split(/[\\/]/).at(-1) ?? ''].some((each) => folded(each) === wanted)) ||
    (!isPath && target.cwd === '' && target.directory.toLowerCase().endsWith(end));
}

function folded(name: string): string {
  return slugOf(name, 'project').toLowerCase();
}
