import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { type FixName, HEALTH_LEVELS, type HealthFinding } from '#src/doctor/health-finding.ts';
import { healthFindings } from '#src/doctor/health-findings.ts';
import { noPlaceFinding, obstacleFinding } from '#src/doctor/place-findings.ts';
import { type Examination, examine } from '#src/node/doctor/examine.ts';
import { applyFix } from '#src/node/doctor/fix.ts';
import { obstacleIn } from '#src/node/doctor/obstacle.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import type { CommandHelp } from '../command-help.ts';
import { mentionImports } from '../import/mention-imports.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { cyan, green, line, type Text } from '../terminal/text.ts';
import { doctorEntry } from './doctor-entry.ts';
import { formatExamination, formatFinding } from './format-examination.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle doctor', 'runs each hook in a sandbox and checks everything that recording depends on'],
    ['chronicle doctor --fix', 'applies the fixes that lose no data, then checks again'],
  ],
  exits: { 1: 'there is a problem (not only warnings and notes)' },
  files: [['<config>/session-chronicle/log.jsonl', 'hook failures']],
};

export const command = defineCommand({
  meta: { name: 'chronicle doctor', description: 'Check whether recording works, and how to fix it' },
  args: {
    project: {
      type: 'string',
      valueHint: 'directory',
      description: 'The project to check (default: the current directory)',
    },
    fix: { type: 'boolean', description: 'Apply the fixes that lose no data' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { world } = io;
    const directory = readDirectory(world.cwd, args.project ?? world.cwd);
    const layout = layoutOrFinding(world);
    if ('code' in layout) return printNoPlace(io, layout, args.json);
    const examination = await examined(io, layout, directory, args.fix ?? false);
    const findings = healthFindings(examination.facts);
    if (args.json) printJson(io, doctorEntry(examination, findings));
    else printResult(io, formatExamination(examination, findings, { columns: io.stdout.columns, home: world.home }));
    say(io, conclusion(findings, args.fix ?? false));
    mentionImports(io);
    return exitCode(findings);
  },
});

/** Examines the machine, and with `isFixing` applies the fixes and examines it again. */
async function examined(io: Io, layout: Layout, directory: string, isFixing: boolean): Promise<Examination> {
  const { world } = io;
  const before = await examine(world, layout, directory, io.onInterrupt);
  const fixes = new Set(isFixing ? healthFindings(before.facts).flatMap(({ fix }) => fix ?? []) : []);
  for (const fix of fixes) say(io, await fixed(io, fix, layout));
  if (fixes.size === 0) return before;
  // Of all fixes, only a new copy changes what hooks do.
  return examine(world, layout, directory, io.onInterrupt, fixes.has('app') ? undefined : before.facts);
}

/** Applies a fix, and says how far it is where transcripts are read. */
async function fixed(io: Io, fix: FixName, layout: Layout): Promise<string> {
  const bar = new ProgressBar(io.stderr);
  const sentence = await applyFix(fix, io.world, layout, (done, of) => {
    if (done === 0) say(io, `Reading the transcripts of ${counted(of, 'session')}. This can take minutes.`);
    bar.records('session', done, of);
  });
  bar.end();
  return sentence;
}

function readDirectory(cwd: string, path: string): string {
  const directory = resolve(cwd, path);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
  throw new ChronicleError('CHRONICLE_NO_PROJECT', `${path} is not a directory. Nothing was checked.`);
}

/** The layout, or the finding that makes all other checks pointless. */
function layoutOrFinding(world: World): Layout | HealthFinding {
  try {
    const layout = layoutIn(world);
    const obstacle = obstacleIn(layout);
    return obstacle === null ? layout : obstacleFinding(obstacle);
  } catch (error) {
    if (!(error instanceof ChronicleError)) throw error;
    return noPlaceFinding(error.message.replace(/ Nothing was (?:written|changed)\.$/, ''));
  }
}

function printNoPlace(io: Io, finding: HealthFinding, isJson = false): number {
  if (isJson) printJson(io, { findings: [finding] });
  else printResult(io, formatFinding(finding, io.stdout.columns));
  return 1;
}

function conclusion(findings: readonly HealthFinding[], isFixed: boolean): Text {
  if (findings.length === 0) return green('Recording works. Nothing to fix.');
  const counts = HEALTH_LEVELS.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count > 0 ? [counted(count, level)] : [];
  });
  const fixable = new Set(findings.flatMap(({ fix }): FixName[] => (fix ? [fix] : [])));
  const advice = fixable.size > 0 && !isFixed ? line` ${cyan('chronicle doctor --fix')} can fix some of this.` : '';
  return line`${counts.join(', ')}.${advice}`;
}

function exitCode(findings: readonly HealthFinding[]): number {
  return findings.some(({ level }) => level === 'problem') ? 1 : 0;
}
