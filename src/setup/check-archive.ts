/** Whether what was recorded is whole: ended sessions, transcripts, projects, memory and files. */
import { HARVEST_EVENT } from '#src/import/transcript-queue.ts';
import { planSessions } from '#src/import/plan-sessions.ts';
import { hasPrompt, readTranscripts } from '#src/import/survey.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { checkoutRules } from '#src/lib/checkout.ts';
import { compare } from '#src/lib/compare.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { isDirectory } from '#src/lib/is-there.ts';
import { factsPath, memoryPlace } from '#src/lib/paths.ts';
import { type CheckoutRules, checkoutsOf, projectsOf } from '#src/lib/project.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { counted, localMinute } from '#src/lib/text/day.ts';
import { queuedAt, queuedSessions } from '#src/record/harvest-queue.ts';
import { orphans } from '#src/record/live.ts';
import { projectDirectoryOf } from '#src/record/where.ts';
import { parseFactsHead } from '#src/transcript/facts.ts';
import { remoteOf } from '#src/transcript/remote.ts';
import { transcriptFiles } from '#src/transcript/transcript-files.ts';
import { movedMemory } from './claude-settings.ts';
import type { Finding, Looked } from './finding.ts';
import type { ScannedChronicle } from './recording.ts';

const HOUR = 3_600_000;
/** With fewer days left, it is a warning. */
const SOON = 3;

/** Sessions that were killed, and transcripts that were not read after a session. */
export function endedSessions({ paths, recording, env }: Looked): string | Finding {
  const now = env.now().getTime();
  const waiting = queuedSessions(paths)
    .flatMap((id) => queuedAt(paths, id) ?? [])
    .filter((at) => now - at > HOUR);
  if (waiting.length > 0) {
    const oldest = Math.min(...waiting);
    return {
      code: 'transcripts-wait',
      level: now - oldest > DAY_MS ? 'warning' : 'note',
      what: `The transcripts of ${counted(waiting.length, 'ended session')} have not been read since ${localMinute(new Date(oldest).toISOString())}. Until then, only what the agent logged is shown.`,
      advice: 'chronicle doctor --fix',
      fix: 'unfinished',
    };
  }
  const killed = orphans(paths, env.host).length;
  if (killed > 0)
    return {
      code: 'unfinished',
      level: 'note',
      what: `${counted(killed, 'session')} never ended (killed, crashed or powered off). The next session to start finishes ${killed === 1 ? 'it' : 'them'}.`,
      advice: 'chronicle doctor --fix',
      fix: 'unfinished',
    };
  const failed = recording.failures.find(({ event }) => event === HARVEST_EVENT);
  if (failed)
    return {
      code: 'transcripts-unread',
      level: 'note',
      what: `A transcript could not be read on ${localMinute(failed.at)}, ${failed.code}: ${failed.message}`,
      advice: 'chronicle import transcripts',
    };
  return 'all finished and read';
}

/** Sessions that Claude Code will delete before they are in a chronicle. */
export function transcripts(looked: Looked): string | Finding {
  const { settings, env } = looked;
  const written = unrecordedSessions(looked);
  if (written.length === 0)
    return `nothing to import; Claude Code deletes transcripts after ${counted(settings.cleanupDays, 'day')}`;
  const deleted = Math.min(...written) + settings.cleanupDays * DAY_MS;
  const left = Math.max(0, Math.ceil((deleted - env.now().getTime()) / DAY_MS));
  return {
    code: 'transcripts-go',
    level: left <= SOON ? 'warning' : 'note',
    what: `${counted(written.length, 'session')} ${written.length === 1 ? 'has' : 'have'} a transcript but no chronicle. Claude Code deletes the oldest ${left === 0 ? 'at its next start' : `in ${counted(left, 'day')}`}.`,
    advice: 'chronicle import transcripts',
  };
}

/**
 * When the transcripts were last written of which `chronicle import transcripts` would make chronicles (ms). A first pass
 * reads each transcript without a chronicle up to its first prompt. Only if one has a prompt is the import planned in full,
 * which reads every transcript: nothing less tells a copy of another session from a session.
 */
function unrecordedSessions({ env, paths, own: { config }, chronicles }: Looked): number[] {
  const recorded = new Set(chronicles.map((each) => each.sessionId));
  const forgotten = forgottenSessions(paths);
  const now = env.now().getTime();
  const mayBeUnrecorded = ({ path, stem }: { path: string; stem: string }) => {
    if (recorded.has(stem) || forgotten.has(stem)) return false;
    try {
      return hasPrompt(path, { projects: paths.projects, now });
    } catch {
      return false;
    }
  };
  if (!transcriptFiles(paths).files.some(mayBeUnrecorded)) return [];
  const found = readTranscripts(paths, { total: () => {}, read: () => {} }, now);
  const planned = planSessions({ paths, env, config, transcripts: found, history: new Map() });
  return planned.flatMap(({ skipped, found: session, chronicle }) =>
    session === null || chronicle !== null || skipped !== null ? [] : [session.writtenMs],
  );
}

/** Projects whose sessions end up where their owner does not look. */
export function projects({ env, paths, own, checkout, chronicles }: Looked): string | Finding {
  const rules = checkoutRules(own.config, env.home);
  const [moved] = movedCheckouts(chronicles, rules, checkout.mainTop);
  if (moved) {
    const { old, path, remote } = moved;
    return {
      code: 'moved-checkout',
      level: 'note',
      what: `${old} is gone, and there is a project ${remote === '' ? 'of the same name' : `with its remote, ${remote},`} in ${path}. If it was moved, its earlier sessions count as another project.`,
      advice: `If so, add to ${paths.settings}: "projects": { ${JSON.stringify(path)}: [${JSON.stringify(old)}] }`,
    };
  }
  const count = new Set(projectsOf(chronicles, rules).map((project) => project.slug)).size;
  return count === 0 ? 'none yet' : `${counted(count, 'project')}, each in its place`;
}

/** The project's memory is where we look for it. */
export function memory({ env, paths, checkout, settings }: Looked): string | Finding {
  const moved = movedMemory(memoryPlace(paths, projectDirectoryOf(checkout, env.variables)), settings);
  if (!moved) return 'where chronicle looks for it';
  return {
    code: 'memory-moved',
    level: 'warning',
    what: `Claude Code keeps the memory of this project in ${moved.path} ("autoMemoryDirectory" in ${moved.settings}). Only ${moved.usual} is supported: elsewhere it is not protected or counted.`,
    advice: `Remove "autoMemoryDirectory" from ${moved.settings}, and move the memory files to ${moved.usual}.`,
  };
}

/** The files of the archive. */
export function files({ chronicles, fileProblems: [first, ...others] }: Looked): string | Finding {
  if (first === undefined)
    return chronicles.length === 0 ? 'none yet' : `${counted(chronicles.length, 'chronicle')}, all readable`;
  return {
    code: 'file-problem',
    level: 'warning',
    what: first,
    advice: others.length === 0 ? 'Correct that place in the file.' : 'Correct that place in the file, and the others.',
  };
}

/** A checkout that is gone, and the only one that is there with its remote, else with its name. */
interface MovedCheckout {
  old: string;
  path: string;
  /** The remote of both; empty if they have only their name in common. */
  remote: string;
}

/** In how many facts of a checkout a remote is looked for. */
const FACTS_READ = 20;

/**
 * Where each checkout that is gone may have been moved to: to one with sessions, or to that at `here`. The remote of one that
 * is gone is that in its newest facts that name one. A checkout that may have gone to several is left out.
 */
export function movedCheckouts(
  chronicles: readonly ScannedChronicle[],
  rules: CheckoutRules,
  here: string,
): MovedCheckout[] {
  const of = checkoutsOf(chronicles, rules);
  const roots = [...new Set([...of.flatMap((root) => root ?? []), here])];
  const gone = roots.filter((root) => !isDirectory(root));
  if (gone.length === 0) return [];
  const newest = [...chronicles.entries()].sort(([, a], [, b]) => compare(b.started, a.started));
  const there = roots.filter(isDirectory).map((root) => ({ root, remote: remoteOf(root) }));
  return gone.flatMap((old) => {
    const own = newest.filter(([index]) => of[index] === old).slice(0, FACTS_READ);
    const remote = own.map(([, { path }]) => remoteInFacts(path)).find((each) => each !== '') ?? '';
    const ofRemote = there.filter((each) => remote !== '' && each.remote === remote);
    const ofName = there.filter(({ root }) => lastPart(root) === lastPart(old));
    const [only, ...others] = ofRemote.length > 0 ? ofRemote : ofName;
    return only && others.length === 0 ? [{ old, path: only.root, remote: ofRemote.length > 0 ? remote : '' }] : [];
  });
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function remoteInFacts(chronicle: string): string {
  return parseFactsHead(readBeginning(factsPath(chronicle), 64 * 1024) ?? '').head?.remote ?? '';
}
