import { readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { chronicleSource } from '#src/node/archive/chronicle-source.ts';
import { probe, readSource } from '#src/node/archive/read-source.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { type FileProblem, formatProblems, problemEntries } from './format-problems.ts';
import { ownSnapshot } from './own-archive.ts';

interface Checked {
  files: number;
  problems: FileProblem[];
  /** Sentences about paths that could not be looked at. */
  refusals: string[];
}

export const help: CommandHelp = {
  examples: [
    ['chronicle check', 'names every file with a problem, with line and column'],
    ['chronicle check notes/', 'the *.md files of a directory'],
  ],
  exits: { 1: 'a file has a problem' },
  files: [['<config>/projects/*/chronicle/', 'the archive, where no files are named']],
};

export const command = defineCommand({
  meta: { name: 'chronicle check', description: 'Name what is wrong in chronicle files. Exits with 1 if anything is' },
  args: {
    files: {
      type: 'positional',
      valueHint: 'file',
      required: false,
      description: 'Files, or directories of *.md; your whole archive if left out',
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

function checkArchive(io: Io): Checked {
  const { sessions, attention } = ownSnapshot(io);
  const files = new Set([...sessions, ...attention].map(({ path }) => path));
  return { files: files.size, problems: attention, refusals: [] };
}

function checkPaths(cwd: string, paths: readonly string[]): Checked {
  const checked: Checked = { files: 0, problems: [], refusals: [] };
  for (const path of paths) {
    try {
      for (const file of filesAt(cwd, path)) checkFile(cwd, file, checked);
    } catch (error) {
      // In the words that were typed.
      checked.refusals.push(sentenceOf(error).replaceAll(placeOf(cwd, path), path));
    }
  }
  return checked;
}

/** The path itself; for a directory the chronicles in it. */
function filesAt(cwd: string, path: string): string[] {
  const place = placeOf(cwd, path);
  if (!statSync(place).isDirectory()) return [path];
  const names = readdirSync(place).filter(chronicleSource.list.isMember);
  return names.sort().map((name) => join(path, name));
}

/** What was typed, as the system reads it: `resolve` takes nothing for the directory, and `..` out before links. */
function placeOf(cwd: string, path: string): string {
  return path === '' || isAbsolute(path) ? path : cwd + sep + path;
}

function checkFile(cwd: string, path: string, checked: Checked): void {
  const place = placeOf(cwd, path);
  const found = probe(place, Date.now());
  const reading = found && readSource(place, found, chronicleSource);
  if (!reading) return;
  checked.files++;
  const unreadable = reading.problems.find(({ code }) => code === 'CHRONICLE_UNREADABLE');
  if (unreadable) checked.refusals.push(`${path}: ${unreadable.message} ${unreadable.advice}`);
  else checked.problems.push(...reading.problems.map((problem) => ({ path, problem })));
}

function conclusion(files: number, problems: readonly FileProblem[]): string {
  const broken = new Set(problems.map(({ path }) => path)).size;
  if (broken === 0) return `${counted(files, 'file')}, no problems.`;
  return `${counted(problems.length, 'problem')} in ${broken} of ${counted(files, 'file')}.`;
}
