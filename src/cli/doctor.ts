import { type CommandHelp, defineCommand } from './command.ts';
import { printJson, printResult, say } from './terminal/print.ts';
import { obstacleIn } from '#src/setup/places.ts';
import { packageVersion } from '#src/lib/package-root.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { notebookPath, type Paths } from '#src/lib/paths.ts';
import { applyFix, examine } from '#src/setup/doctor.ts';
import { type Check, type Finding, type FixName, type Level, LEVELS } from '#src/setup/finding.ts';
import { counted } from '#src/lib/text/day.ts';
import { shellWord } from '#src/lib/words.ts';
import { brokenLinks } from '#src/archive/observations.ts';
import { type FileProblem, formatProblems, ownArchive } from './own-archive.ts';
import { hasUnimported } from '#src/import/find-sources.ts';
import type { Io } from './terminal/io.ts';
import { ProgressBar } from './terminal/progress.ts';
import { type Text, bold, cyan, dim, green, joined, line, red, yellow } from './terminal/text.ts';
import { measureOf, wrap } from './terminal/wrap.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle doctor', 'checks everything that recording depends on, and tries the start of a session'],
    ['chronicle doctor --fix', 'applies the fixes that lose no data, then checks again'],
  ],
  exits: { 1: 'there is a problem (not only warnings and notes)' },
};

export const command = defineCommand({
  meta: { name: 'chronicle doctor', description: 'Check whether recording works, and how to fix it' },
  args: {
    fix: { type: 'boolean', description: 'Apply the fixes that lose no data' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const paths = pathsOrFinding(io.env);
    if ('code' in paths) {
      if (args.json) printJson(io, { checks: [{ name: 'Installed', result: paths }], files: [] });
      else printResult(io, formatFinding(paths, io.stdout.columns));
      return 1;
    }
    const { checks, files } = await checked(io, paths, args.fix === true);
    if (args.json) printJson(io, { version: packageVersion(), checks, files });
    else
      printResult(
        io,
        joined([
          ...checks.map((check) => formatCheck(check, io.stdout.columns)),
          ...files.slice(1, MOST_FILES).map((file) => line`  ${file}`),
        ]),
      );
    const findings = findingsOf(checks);
    say(io, conclusion(findings, args.fix === true));
    if (hasUnimported(io.env))
      say(io, 'Found claude-mem on this machine. Run chronicle import to see what can be imported.');
    return findings.some(({ level }) => level === 'problem') ? 1 : 0;
  },
});

/** How many problems in files are printed; `--json` has all. */
const MOST_FILES = 50;

interface Checked {
  checks: Check[];
  /** A line for each problem in a file. */
  files: string[];
}

/** Checks the machine. With `isFixing` applies a fix and checks again, until no other fix is named. */
async function checked(io: Io, paths: Paths, isFixing: boolean): Promise<Checked> {
  // What reading the archive says of the settings is a check of its own.
  const silent = { ...io, stderr: { ...io.stderr, write: () => {} } };
  const applied = new Set<FixName>();
  for (;;) {
    const text = formatProblems(archiveProblems(silent));
    const files = text === '' ? [] : text.split('\n');
    const checks = examine(io.env, paths, files);
    const named = new Set(findingsOf(checks).flatMap(({ fix }) => fix ?? []));
    const fixes = [...named].filter((fix) => !applied.has(fix));
    if (!isFixing || fixes.length === 0) return { checks, files };
    for (const fix of fixes) {
      applied.add(fix);
      say(io, await fixed(io, fix, paths));
    }
  }
}

function findingsOf(checks: readonly Check[]): Finding[] {
  return checks.flatMap(({ result }) => (typeof result === 'string' ? [] : [result]));
}

/** Every problem in a file of the archive. */
function archiveProblems(io: Io): FileProblem[] {
  const archive = ownArchive(io);
  const { sessions, attention } = archive.snapshot;
  const links = brokenLinks(sessions).map(({ session, problem }) => ({ path: notebookPath(session.path), problem }));
  return [...attention, ...archive.checkFacts(), ...links];
}

/** Applies a fix, and says how far it is where transcripts are read. */
async function fixed(io: Io, fix: FixName, paths: Paths): Promise<string> {
  const bar = new ProgressBar(io.stderr);
  const sentence = await applyFix(fix, io.env, paths, (done, of) => {
    if (done === 0) say(io, `Reading the transcripts of ${counted(of, 'session')}. This can take minutes.`);
    bar.records('session', done, of);
  });
  bar.end();
  return sentence;
}

/** The paths, or the finding that makes all checks pointless. */
function pathsOrFinding(env: Env): Paths | Finding {
  try {
    const paths = pathsIn(env);
    const path = obstacleIn(paths);
    if (path === null) return paths;
    return {
      code: 'no-directory',
      level: 'problem',
      what: `${path} is not a directory. Nothing can be recorded or checked until a directory takes its place.`,
      advice: `mv ${shellWord(path)} ${shellWord(`${path}.old`)}`,
    };
  } catch (error) {
    if (!(error instanceof ChronicleError)) throw error;
    const what = error.message.replace(/ Nothing was (?:written|changed)\.$/, '');
    const advice = 'Set HOME, or CLAUDE_CONFIG_DIR, to an absolute path.';
    return { code: 'no-config', level: 'problem', what: `${what} Until then nothing is recorded.`, advice };
  }
}

const HEADS: Record<Level, Text> = {
  problem: bold(red('Problem:')),
  warning: bold(yellow('Warning:')),
  note: bold('Note:'),
};

/** A line that says how it is, or the finding below the name. */
function formatCheck({ name, result }: Check, columns: number): Text {
  if (typeof result === 'string')
    return line`${green('✓')} ${wrap(line`${name}: ${dim(result)}`, measureOf(columns), { start: 2 })}`;
  const mark = { problem: red('✗'), warning: yellow('!'), note: green('✓') }[result.level];
  return joined([line`${mark} ${bold(name)}`, formatFinding(result, columns, 2)]);
}

/** Programs whose commands are highlighted, so that a reader sees what to paste. */
const COMMAND = /^(?:chronicle|claude|chmod|sudo|mv|rm) [^,:]*/;

function formatFinding({ level, what, advice }: Finding, columns: number, indent = 0): Text {
  const width = measureOf(columns);
  const [pasted = ''] = COMMAND.exec(advice) ?? [];
  const fix = pasted === '' ? advice : line`${cyan(pasted)}${advice.slice(pasted.length)}`;
  return joined([
    wrap(line`${HEADS[level]} ${what}`, width, { indent }),
    wrap(line`${bold('Fix:')} ${fix}`, width, { indent: indent + 2 }),
  ]);
}

function conclusion(findings: readonly Finding[], isFixed: boolean): Text {
  if (findings.length === 0) return green('Recording works. Nothing to fix.');
  const counts = LEVELS.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count > 0 ? [counted(count, level)] : [];
  });
  const isFixable = findings.some(({ fix }) => fix !== undefined) && !isFixed;
  return line`${counts.join(', ')}.${isFixable ? line` ${cyan('chronicle doctor --fix')} can fix some of this.` : ''}`;
}
