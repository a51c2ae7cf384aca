/**
 * The names of a period for the search page: what its sessions add up to, without the sessions. That is half of what the
 * palette reads, and nothing of it grows with a commit or a title.
 *
 *     /palette/sums-2026-q4.json   {"projects":["larder"],"days":["2026-10-29"],"files":{"names":["src/clock.py"], …}, …}
 */
import type { NameSum } from './name.ts';
import { type PalettePart, unpackPart } from './palette-part.ts';

/** A column for each figure. Numbers stand for places in `projects` and `days`. */
interface NameColumns {
  names: string[];
  project: number[];
  /** The last and the first day. */
  last: number[];
  first: number[];
  sessions: number[];
  /** Events, commits, lines added and removed; absent where a kind of name does not show them. */
  events?: number[];
  commits?: number[];
  added?: number[];
  removed?: number[];
}

export interface NamePart {
  projects: string[];
  /** Newest first. */
  days: string[];
  tickets: NameColumns;
  branches: NameColumns;
  files: NameColumns;
}

/** The file of a period's names, as its name in `/palette/`. */
export function namesName(period: string): string {
  return `sums-${period}`;
}

interface Row {
  name: string;
  project: string;
  last: string;
  sum: NameSum;
}

/** Adds up the sessions of a part. */
export function packNames(part: PalettePart): NamePart {
  const [tickets, branches, files] = [new Rows(), new Rows(), new Rows()];
  for (const { project, branch, task, date, events, commits, files: edited } of unpackPart(part)) {
    const own = { sessions: 1, first: date, events, commits: commits.length, added: 0, removed: 0 };
    if (task !== '') tickets.add(task, project, own);
    if (branch !== '') branches.add(branch, project, own);
    for (const { path, added, removed } of edited) files.add(path, project, { ...own, added, removed });
  }
  const all = [tickets, branches, files].flatMap(({ list }) => list);
  const projects = [...new Set(all.map(({ project }) => project))];
  const days = [...new Set(all.flatMap(({ last, sum }) => [last, sum.first]))].sort().reverse();
  const [projectAt, dayAt] = [placesIn(projects), placesIn(days)];
  const columns = ({ list }: Rows, ...figures: ('events' | 'commits' | 'added' | 'removed')[]): NameColumns => ({
    names: list.map(({ name }) => name),
    project: list.map(({ project }) => projectAt(project)),
    last: list.map(({ last }) => dayAt(last)),
    first: list.map(({ sum }) => dayAt(sum.first)),
    sessions: list.map(({ sum }) => sum.sessions),
    ...Object.fromEntries(figures.map((figure) => [figure, list.map(({ sum }) => sum[figure])])),
  });
  return {
    projects,
    days,
    tickets: columns(tickets, 'events'),
    branches: columns(branches, 'commits'),
    files: columns(files, 'added', 'removed'),
  };
}

function placesIn(list: readonly string[]): (item: string) => number {
  const places = new Map(list.map((item, at) => [item, at]));
  return (item) => places.get(item) ?? -1;
}

/** The names of some columns. */
export function* sumsOf(
  columns: NameColumns,
  { projects, days }: NamePart,
): Generator<[name: string, project: string, last: string, sum: NameSum]> {
  const figure = (column: number[] | undefined, at: number) => column?.[at] ?? 0;
  const placed = (list: readonly string[], column: number[], at: number) => list[column[at] ?? -1] ?? '';
  for (const [at, name] of columns.names.entries()) {
    yield [
      name,
      placed(projects, columns.project, at),
      placed(days, columns.last, at),
      {
        sessions: figure(columns.sessions, at),
        first: placed(days, columns.first, at),
        events: figure(columns.events, at),
        commits: figure(columns.commits, at),
        added: figure(columns.added, at),
        removed: figure(columns.removed, at),
      },
    ];
  }
}

/** Names with their sums, in the order of their first appearance: newest first. */
class Rows {
  readonly list: Row[] = [];
  readonly #known = new Map<string, Row>();

  add(name: string, project: string, own: NameSum): void {
    const key = `${project}\n${name}`;
    const known = this.#known.get(key);
    if (!known) {
      const row = { name, project, last: own.first, sum: { ...own } };
      this.#known.set(key, row);
      this.list.push(row);
      return;
    }
    const { sum } = known;
    sum.first = own.first;
    sum.sessions += 1;
    sum.events += own.events;
    sum.commits += own.commits;
    sum.added += own.added;
    sum.removed += own.removed;
  }
}
