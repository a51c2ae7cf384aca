import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseChronicle } from '#src/format/parse.ts';
import type { Session } from '#src/format/session.ts';
import type { Mistake } from '#src/memory/mistakes.ts';
import { SAMPLE } from '#tests/support/root.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

/** A miss labelled with its mistake by its author; see tests/fixtures/misses/README.md. */
export interface LabelledMiss {
  id: string;
  group: string;
  project: string;
  date: string;
  text: string;
  details: string;
}

export type LabelledSet = 'development' | 'development-2' | 'sample' | 'held-out';

export function labelledMisses(set: LabelledSet): LabelledMiss[] {
  const file = new URL(`../../../fixtures/misses/${set}.json`, import.meta.url);
  const content = JSON.parse(readFileSync(file, 'utf8'));
  return set === 'sample' ? sampleMisses(content.groups) : content.misses;
}

/** The misses of the sample archive; those without a group are alone. */
function sampleMisses(groups: Readonly<Record<string, string[]>>): LabelledMiss[] {
  const groupOf = new Map(Object.entries(groups).flatMap(([group, ids]) => ids.map((id) => [id, group])));
  const projects = join(SAMPLE, 'projects');
  const files = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /[/\\]chronicle[/\\][^/\\]+\.md$/.test(file),
  );
  const misses = files.flatMap((file) => {
    const { chronicle } = parseChronicle(readFileSync(join(projects, file), 'utf8'));
    if (!chronicle || chronicle.frontMatter.attended === 'no') return [];
    const [project = ''] = file.split(/[/\\]/);
    const events = chronicle.events.filter(({ tag }) => tag === 'MEMORY-MISS');
    return events.map(({ id: event, date, text, details }) => {
      const { session_id: session } = chronicle.frontMatter;
      const id = `${session}-${event}`;
      return { id, group: groupOf.get(`${session}#${event}`) ?? id, project, date, text, details };
    });
  });
  return misses.sort((a, b) => (`${a.date}${a.id}` < `${b.date}${b.id}` ? -1 : 1));
}

/** One session per miss, newest first. */
export function sessionsOf(misses: readonly LabelledMiss[]): Session[] {
  const sessions = misses.map(({ id, project, date, text, details }) => {
    const lines = details === '' ? [] : details.split('\n').map((line) => `  ${line}`);
    return aSession({
      id,
      project,
      date,
      name: id,
      body: `## Events\n\n${[`- [MEMORY-MISS] ${text}`, ...lines].join('\n')}\n`,
    });
  });
  return sessions.sort((a, b) => (a.chronicle.frontMatter.date < b.chronicle.frontMatter.date ? 1 : -1));
}

/** The misses without the names of memories, so that only their words count. */
export function withoutNames(misses: readonly LabelledMiss[]): LabelledMiss[] {
  const plain = (text: string) => text.replace(/(?:feedback|project|reference|user)_[\w-]+\.md/g, 'a memory');
  return misses.map((miss) => ({ ...miss, text: plain(miss.text), details: plain(miss.details) }));
}

export interface Quality {
  precision: number;
  recall: number;
  /** Pairs in one group. */
  found: number;
  /** Pairs of the same mistake. */
  wanted: number;
}

/** Rates a grouping by its pairs of misses; `placeOf` returns the group of a miss. */
export function quality(misses: readonly LabelledMiss[], placeOf: (miss: LabelledMiss) => unknown): Quality {
  let [both, found, wanted] = [0, 0, 0];
  for (const [index, a] of misses.entries()) {
    for (const b of misses.slice(0, index)) {
      if (a.project !== b.project) continue;
      const isFound = placeOf(a) === placeOf(b);
      const isWanted = a.group === b.group;
      if (isFound) found++;
      if (isWanted) wanted++;
      if (isFound && isWanted) both++;
    }
  }
  return { precision: found === 0 ? 1 : both / found, recall: both / wanted, found, wanted };
}

/** The group of each miss of `sessionsOf`. */
export function placesIn(groups: readonly Mistake[]): (miss: LabelledMiss) => Mistake | undefined {
  const places = new Map(groups.flatMap((group) => group.misses.map(({ session }) => [session.id, group] as const)));
  return ({ id }) => places.get(id);
}
