/** The chronicle of an imported session, and the lines of its notebook. */
import { fileStem, NO_BRANCH, taskOf } from '../lib/branch-name.ts';
import { countedSummary } from '../format/counted-summary.ts';
import { ABOUT, BEGAN_WITH } from '../format/first-prompt.ts';
import { observationLines } from '../format/notebook/write-observation.ts';
import type { FrontMatter } from '../format/schema.ts';
import { serializeChronicle } from '../format/serialize.ts';
import type { Observed } from '../notes/observed.ts';
import { localTime, utcTime, type Zone } from '../lib/local-time.ts';
import type { NewFile } from '../record/session-start.ts';
import { counted } from '../lib/text/day.ts';
import { isPlainPath } from '../transcript/chronicle-of.ts';
import { cleanLine } from '../transcript/clean-line.ts';
import type { ImportedObservation, ImportedSession } from './imported-session.ts';

const LONGEST = { began: 80, branch: 200 };

/** The chronicle of an imported session. `cwd` is the checkout; empty if unknown. */
export function importedChronicle(
  session: ImportedSession,
  { system, cwd, taskPattern }: { system: string; cwd: string; taskPattern: RegExp | undefined },
): NewFile {
  const { id, at, prompts, observations, remark } = session;
  const { date, offset } = localTime(new Date(at));
  const branch = cleanLine(session.branch ?? '', LONGEST.branch) || NO_BRANCH;
  const frontMatter: FrontMatter = {
    session_id: id,
    date,
    branch,
    task: taskOf(branch, taskPattern),
    started: utcTime(new Date(at)),
    ...(isPlainPath(cwd) ? { cwd } : {}),
    utc_offset: offset,
    source: 'import',
    imported_from: system,
  };
  const kept = [[prompts.length, 'prompt'] as const, [observations.length, 'observation'] as const].flatMap(
    ([count, word]) => (count === 0 ? [] : [counted(count, word)]),
  );
  const [first] = prompts;
  const about = session.title || session.about;
  const began = first
    ? ` ${BEGAN_WITH}${cleanLine(first.text, LONGEST.began)}`
    : about === ''
      ? ''
      : ` ${ABOUT}${cleanLine(about, LONGEST.began)}`;
  const from = `imported from ${system}${remark}`;
  const lead = `${countedSummary([])}; ${from}${kept.length === 0 ? '' : `, with ${kept.join(', ')}`}.${began}`;
  return {
    nameOf: (n) => `${fileStem(date, branch, n)}.md`,
    text: serializeChronicle({ frontMatter, events: [], summary: { kind: 'machine', lead, narrative: null } }),
  };
}

/** The lines of an observation in a notebook, which say where they come from. */
export interface ImportedBlock {
  key: string;
  /** Without a final newline. */
  lines: string;
}

/** Observations as lines of a notebook of a session that began on the local `date`. */
export function importedBlocks(
  { observations }: Pick<ImportedSession, 'observations'>,
  { system, date, zone }: { system: string; date: string; zone: Zone },
): ImportedBlock[] {
  const whenOf = (at: number) => {
    const local = zone.timeOf(at);
    return local.date === date ? local.time : `${local.date} ${local.time}`;
  };
  return observations.map((each) => ({ key: each.key, lines: observedLines(each, { whenOf, system, date }) }));
}

type When = (at: number) => string;

function observedLines(
  { key, at, observed }: ImportedObservation,
  { whenOf, system, date }: { whenOf: When; system: string; date: string },
): string {
  const when = at === null ? statedTime(observed, date) : whenOf(at);
  return observationLines(when, { ...observed, origin: `${system} ${key}` });
}

/** The day is left out where it is the session's, as for other observations. */
function statedTime({ date, time }: Observed, own: string): string {
  const day = date === null || date === own ? '' : `${date} `;
  return time === null && day === '' ? '' : `${day}${time ?? '--:--'}`;
}
