import { resolve } from 'node:path';
import type { ImportSystem } from '#src/chronicle/import-kinds.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { checkoutOf } from '#src/node/git/checkout.ts';
import { kindNamed } from '#src/node/import/sources/kinds.ts';
import { type ImportOutcome, type RunOptions, runImport } from '#src/node/import/sources/run-import.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import { directoryName } from '#src/project/directory-name.ts';
import { slugOf } from '#src/project/slug.ts';
import { localTime } from '#src/record/local-time.ts';
import { isBetween } from '#src/search/query-day.ts';
import { counted } from '#src/text/day.ts';
import type { CommandHelp } from '../command-help.ts';
import { readSince } from '../option-values.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { askMemories } from './ask-memories.ts';
import { formatOutcome } from './format-outcome.ts';
import { KIND_HELP } from './kind-help.ts';

/** The command that imports one kind, and its help. */
export function commandOf(name: ImportSystem) {
  const { description, pathHint, pathAbout, examples, reads } = KIND_HELP[name];
  const help: CommandHelp = {
    examples: [
      ...examples,
      [`chronicle import ${name} --dry-run`, 'shows what would come in, and writes nothing'],
      ['chronicle import undo last', 'takes out what the last import brought in'],
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
      description: `${description} Nothing of the other system is changed. What a session has already is never changed. A second run only adds what is new. Recognised tokens, keys and passwords are replaced, but the scan is an aid and misses some. Exits with 1 if something cannot be read or written`,
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
      'dry-run': { type: 'boolean', description: 'Show what would be imported, but write nothing' },
      json: { type: 'boolean', description: 'Print JSON' },
    },
    async run({ args, io }) {
      const { world } = io;
      const isDryRun = args['dry-run'] === true;
      const since = readSince(args.since, io);
      const isOfProject = projectFilter(world.cwd, args.project);
      const kind = await kindNamed(name);
      const outcome = await reporting(io, name, (progress) =>
        runImport(world, {
          kind,
          path: args.path === undefined ? null : resolve(world.cwd, args.path),
          isDryRun,
          progress,
          isSelected: (session, target) =>
            isOfProject(session, target) &&
            (since === null || isBetween(localTime(new Date(session.at)).date, since, null)),
        }),
      );
      if (args.json) printJson(io, { dryRun: isDryRun, ...outcome });
      else printResult(io, formatOutcome(outcome, { name, isDryRun, width: io.stdout.columns }));
      const faults = isDryRun ? [] : await askMemories(io, outcome);
      const sentences = [...outcome.problems, ...faults];
      for (const sentence of sentences) say(io, sentence);
      return sentences.length > 0 ? 1 : 0;
    },
  });
  return { command, help };
}

/** Shows the progress, and says what is done if the run fails or is stopped. */
async function reporting(
  io: Io,
  name: string,
  run: (progress: RunOptions['progress']) => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  const bar = new ProgressBar(io.stderr);
  let done = 0;
  const state = () =>
    done === 0
      ? 'Nothing was imported.'
      : `${counted(done, 'session')} read; what was written is complete. Run chronicle import ${name} again to continue, or chronicle import undo last to undo it.`;
  const release = io.onInterrupt(() => {
    bar.end();
    say(io, `Stopped. ${state()}`);
    return 130;
  });
  try {
    return await run((count, of) => {
      done = count;
      bar.sessions(count, of);
    });
  } catch (error) {
    if (error instanceof ChronicleError) throw error;
    throw new ChronicleError('CHRONICLE_BROKEN_OFF', `${sentenceOf(error)} ${state()}`);
  } finally {
    release();
    bar.end();
  }
}

type Filter = RunOptions['isSelected'];

/** Matches a project by its name, by Claude Code's name for its directory, or by a path in one of its checkouts. */
function projectFilter(cwd: string, name: string | undefined): Filter {
  if (name === undefined) return () => true;
  if (name.trim() === '')
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      '--project needs the name of a project or a path in it. Nothing was changed.',
    );
  const isPath = /[\\/]|^\.{1,2}$/.test(name);
  const directory = isPath ? directoryName(checkoutOf(resolve(cwd, name)).mainTop) : name;
  const wanted = folded(name);
  return ({ project }, target) =>
    target.directory === directory ||
    (!isPath && [project.name, target.cwd.split(/[\\/]/).at(-1) ?? ''].some((each) => folded(each) === wanted));
}

function folded(name: string): string {
  return slugOf(name, 'project').toLowerCase();
}
