/** Whether what was recorded is whole: ended sessions, transcripts, projects, memory and files. */
import { chronicleNames, projectsIn } from '../format/projects.ts';
import { DAY_MS } from '../lib/calendar-day.ts';
import { checkoutRules } from '../lib/checkout-rules.ts';
import { listed } from '../lib/listed.ts';
import { type Paths, pathsOf, memoryPlace } from '../lib/paths.ts';
import { projectsOf } from '../lib/project.ts';
import { realPath } from '../lib/real-path.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import { counted, localMinute } from '../lib/text/day.ts';
import type { Env } from '../lib/env.ts';
import { showMemoryCommand } from '../memory/history.ts';
import { queuedAt, queuedSessions } from '../record/harvest-queue.ts';
import { orphans } from '../record/live.ts';
import { projectDirectoryOf } from '../record/where.ts';
import { HARVEST_EVENT } from '#src/import/drain-harvests.ts';
import { type Check, type Finding, type Looked, NAMED } from './finding.ts';
import { movedCheckouts, sharedDirectories } from './moved-projects.ts';
import { outsideMemories } from './outside-memories.ts';
import { movedMemory } from './usual-memory.ts';

const HOUR = 3_600_000;
/** With fewer days left, it is a warning. */
const SOON = 3;

/** Sessions that were killed, and transcripts that were not read after a session. */
export function endedSessions({ paths, recording, env }: Looked): Check {
  const findings: Finding[] = [];
  const killed = orphans(paths, env.host).length;
  if (killed > 0)
    findings.push({
      code: 'unfinished',
      level: 'note',
      what: `${counted(killed, 'session')} never ended (killed, crashed or powered off). The next session to start finishes ${killed === 1 ? 'it' : 'them'}.`,
      advice: 'chronicle doctor --fix',
      fix: 'unfinished',
    });
  const now = env.now().getTime();
  const waiting = queuedSessions(paths)
    .flatMap((id) => queuedAt(paths, id) ?? [])
    .filter((at) => now - at > HOUR);
  if (waiting.length > 0) {
    const oldest = Math.min(...waiting);
    const which =
      waiting.length === 1
        ? 'transcript of an ended session has'
        : `transcripts of ${waiting.length} ended sessions have`;
    findings.push({
      code: 'transcripts-wait',
      level: now - oldest > DAY_MS ? 'warning' : 'note',
      what: `The ${which} not been read since ${localMinute(new Date(oldest).toISOString())}. Until then, only what the agent logged is shown.`,
      advice: 'chronicle doctor --fix',
      fix: 'unfinished',
    });
  }
  const failed = recording.failures.find(({ event }) => event === HARVEST_EVENT);
  if (failed)
    findings.push({
      code: 'transcripts-unread',
      level: 'note',
      what: `A transcript could not be read on ${localMinute(failed.at)}, ${failed.code}: ${failed.message}`,
      advice: 'chronicle import transcripts',
    });
  return { name: 'Ended sessions', fine: 'all finished and read', findings };
}

/** Sessions that Claude Code will delete before they are in a chronicle, and those that should have been recorded. */
export function transcripts({ unrecorded, chronicles, settings: { cleanupDays }, env }: Looked): Check {
  const name = 'Transcripts';
  const fine = `nothing to import; Claude Code deletes transcripts after ${counted(cleanupDays, 'day')}`;
  if (unrecorded.length === 0) return { name, fine, findings: [] };
  const oldest = Math.min(...unrecorded.map(({ at }) => at));
  const left = Math.max(0, Math.ceil((oldest + cleanupDays * DAY_MS - env.now().getTime()) / DAY_MS));
  const findings: Finding[] = [
    {
      code: 'transcripts-go',
      level: left <= SOON ? 'warning' : 'note',
      what: `${counted(unrecorded.length, 'session')} ${unrecorded.length === 1 ? 'has' : 'have'} a transcript but no chronicle. Claude Code deletes the oldest ${left === 0 ? 'at its next start' : `in ${counted(left, 'day')}`}.`,
      advice: 'chronicle import transcripts',
    },
  ];
  const starts = chronicles.filter(({ isCaptured }) => isCaptured).map(({ started }) => Date.parse(started));
  const since = Math.min(...starts.filter((start) => !Number.isNaN(start)));
  const silent = unrecorded.filter(({ at, isAttended, cwd }) => isAttended && cwd !== null && at - since > DAY_MS);
  for (const [cwd, sessions] of [...Map.groupBy(silent, (each) => each.cwd)].slice(0, NAMED))
    findings.push({
      code: 'not-recorded',
      level: 'warning',
      what: `Sessions in ${cwd} are not recorded: there was one on ${localMinute(new Date(Math.max(...sessions.map(({ at }) => at))).toISOString())}.`,
      advice: 'Run chronicle doctor in that directory.',
    });
  return { name, fine, findings };
}

/** Projects whose sessions end up where their owner does not look. */
export function projects({ env, paths, own, checkout, chronicles }: Looked): Check {
  const findings: Finding[] = [];
  const rules = checkoutRules(own.config, env.home);
  const other = otherConfig(env, paths);
  if (other !== null)
    findings.push({
      code: 'two-config-directories',
      level: 'warning',
      what: `CLAUDE_CONFIG_DIR is ${paths.config}, but ${other} contains chronicles too, which do not appear here.`,
      advice: `Set CLAUDE_CONFIG_DIR everywhere or nowhere. To see both, add "roots": ["${pathsOf(other).projects}"] to ${paths.settings}.`,
    });
  for (const { directory, roots } of sharedDirectories(chronicles, rules))
    findings.push({
      code: 'shared-directory',
      level: 'note',
      what: `${listed(roots)} share the directory ${directory} in Claude Code, which loads the memories of both in each.`,
      advice: 'Optional: rename one of the project directories.',
    });
  for (const { old, path, remote } of movedCheckouts(chronicles, rules, checkout.mainTop))
    findings.push({
      code: 'moved-checkout',
      level: 'note',
      what: `${old} is gone, and there is a project ${remote === '' ? 'of the same name' : `with its remote, ${remote},`} in ${path}. If it was moved, its earlier sessions count as another project.`,
      advice: `If so, add to ${paths.settings}: "projects": { ${JSON.stringify(path)}: [${JSON.stringify(old)}] }`,
    });
  const count = new Set(projectsOf(chronicles, rules).map((project) => project.slug)).size;
  return {
    name: 'Projects',
    fine: count === 0 ? 'none yet' : `${counted(count, 'project')}, each in its place`,
    findings,
  };
}

/** Claude Code's default directory, if it contains chronicles although `CLAUDE_CONFIG_DIR` names another; else null. */
function otherConfig({ variables: env, home }: Env, paths: Paths): string | null {
  if (!env.CLAUDE_CONFIG_DIR || home === '') return null;
  const usual = pathsOf(`${home}/.claude`);
  if ((realPath(usual.config) ?? usual.config) === (realPath(paths.config) ?? paths.config)) return null;
  return projectsIn(usual.projects).some(({ chronicle }) => chronicleNames(chronicle).length > 0) ? usual.config : null;
}

/** The project's memory is where we look for it, and is what a person approved. */
export function memory({ env, paths, own, checkout, settings, chronicles }: Looked): Check {
  const findings: Finding[] = [];
  const moved = movedMemory(memoryPlace(paths, projectDirectoryOf(checkout, env.variables)), settings);
  if (moved)
    findings.push({
      code: 'memory-moved',
      level: 'warning',
      what: `Claude Code keeps the memory of this project in ${moved.path} ("autoMemoryDirectory" in ${moved.settings}). Only ${moved.usual} is supported: elsewhere it is not protected or counted.`,
      advice: `Remove "autoMemoryDirectory" from ${moved.settings}, and move the memory files to ${moved.usual}.`,
    });
  const known = projectsOf(chronicles, checkoutRules(own.config, env.home));
  const nameOf = (name: string) => known.find(({ directory }) => directory === name)?.slug || name;
  const outside = outsideMemories(paths, chronicles, nameOf, env.now());
  const newest = outside.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  if (newest)
    findings.push({
      code: 'memory-changed-outside',
      level: 'note',
      what: `${outside.length === 1 ? 'A memory was' : `${outside.length} memories were`} changed outside of approved proposals in the last 30 days. ${outside.length === 1 ? 'It is' : 'The newest is'} ${clip(oneLine(newest.file), 120)} in ${newest.project}: changed ${clip(oneLine(newest.when), 120)} on ${newest.at.slice(0, 10)}.`,
      advice: showMemoryCommand(newest.file, newest.project),
    });
  return { name: 'Memory', fine: 'as it was approved', findings };
}

/** The files of the archive. */
export function files({ chronicles, fileProblems }: Looked): Check {
  const problem = (what: string, advice: string): Finding => ({ code: 'file-problem', level: 'warning', what, advice });
  const named = fileProblems.slice(0, NAMED).map((what) => problem(what, 'Correct that place in the file.'));
  const rest = fileProblems.length - named.length;
  const more =
    rest > 0 ? [problem(`${counted(rest, 'more problem')} in files.`, 'chronicle doctor --json, which lists all')] : [];
  return {
    name: 'Files',
    fine: chronicles.length === 0 ? 'none yet' : `${counted(chronicles.length, 'chronicle')}, all readable`,
    findings: [...named, ...more],
  };
}
