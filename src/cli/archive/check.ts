import { readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { brokenLinks } from '#src/archive/broken-links.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { chronicleSource } from '#src/archive/chronicle-source.ts';
import { wholeFactsSource } from '#src/archive/facts-files.ts';
import { notebookSource } from '#src/archive/notebook-files.ts';
import { probe, readSource } from '#src/archive/read-source.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { isFactsName, isNotebookPath, notebookPath } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { type FileProblem, formatProblems, problemEntries } from './format-problems.ts';
import { ownArchive } from './own-archive.ts';

interface Checked {
  files: number;
  problems: FileProblem[];
  /** Sentences about paths that could not be read. */
  refusals: string[];
}

export const help: CommandHelp = {
  examples: [
    ['chronicle check', 'lists every problem in your archive, with line and column'],
    ['chronicle check notes/', 'checks the *.md files in a directory'],
  ],
  exits: { 1: 'a file has a problem' },
  files: [['<config>/projects/*/chronicle/', 'the archive, unless you name files']],
};

export const command = defineCommand({
  meta: { name: 'chronicle check', description: 'Check chronicle files and list their problems as file:line:column' },
  args: {
    files: {
      type: 'positional',
      valueHint: 'file',
      required: false,
      description: 'Files, or directories of *.md files (default: the whole archive)',
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args, io }) {
    const { files, problems, refusals } = args._.length === 0 ? checkArchive(io) : checkPaths(io.world.cwd, args._);
    if (args.json) printJson(io, problemEntries(problems));
    else printResult(io, formatProblems(problems));
    for (const refusal of refusals) say(io, refusal);
    if (files > 0) say(io, conclusion(files, problems));
    if (refusals.length > 0) return 2;
    return problems.length > 0 ? 1 : 0;
  },
});

/** Reads every file of the archive. */
export function checkArchive(io: Io): Checked {
  const archive = ownArchive(io);
  const { sessions, attention } = archive.snapshot;
  const links = brokenLinks(sessions).map(({ session, problem }) => ({ path: notebookPath(session.path), problem }));
  const problems = [...attention, ...archive.checkFacts(), ...links];
  const files = new Set([...sessions, ...problems].map(({ path }) => path));
  return { files: files.size, problems, refusals: [] };
}

function checkPaths(cwd: string, paths: readonly string[]): Checked {
  const checked: Checked = { files: 0, problems: [], refusals: [] };
  for (const path of paths) {
    try {
      for (const file of filesAt(cwd, path)) checkFile(cwd, file, checked);
    } catch (error) {
      // The path as it was typed.
      checked.refusals.push(sentenceOf(error).replaceAll(placeOf(cwd, path), path));
    }
  }
  return checked;
}

/** The path itself, or the chronicles in it if it is a directory. */
function filesAt(cwd: string, path: string): string[] {
  const place = placeOf(cwd, path);
  if (!statSync(place).isDirectory()) return [path];
  const names = readdirSync(place).filter(chronicleSource.list.isMember);
  return names.sort().map((name) => join(path, name));
}

/** A typed path as the system reads it. `resolve` would remove `..` before following links, and read '' as the directory. */
function placeOf(cwd: string, path: string): string {
  return path === '' || isAbsolute(path) ? path : cwd + sep + path;
}

function checkFile(cwd: string, path: string, checked: Checked): void {
  const place = placeOf(cwd, path);
  const found = probe(place, Date.now());
  const source = isFactsName(path) ? wholeFactsSource : isNotebookPath(place) ? notebookSource : chronicleSource;
  const reading = found && readSource<unknown>(place, found, source);
  if (!reading) return;
  checked.files++;
  const unreadable = reading.problems.find(({ code }) => code === 'CHRONICLE_UNREADABLE');
  if (unreadable) checked.refusals.push(`${path}: ${unreadable.message} ${unreadable.advice}`);
  else for (const problem of reading.problems) checked.problems.push({ path, problem });
}

function conclusion(files: number, problems: readonly FileProblem[]): string {
  const broken = new Set(problems.map(({ path }) => path)).size;
  if (broken === 0) return `${counted(files, 'file')}, no problems.`;
  return `${counted(problems.length, 'problem')} in ${broken} of ${counted(files, 'file')}.`;
}
