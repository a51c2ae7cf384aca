import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Facts, parseFacts } from '#src/transcript/facts.ts';
import { failedIn, failuresOf, type RepeatedFailure } from '#src/memory/failures.ts';
import { type Request, requestsOf, toldIn } from '#src/memory/requests.ts';
import { labelledProjects, PEOPLE_SETS, type PersonsProject } from '#tests/support/labelled-people.ts';
import { imported } from './imported.ts';
import { printTable } from './table.ts';

/** The most that a project shows. */
const SHOWN = 3;
/** A row is right if these shares of its sessions, and of those that are labelled, are the same. */
const SAME = { ofShown: 0.75, ofLabelled: 0.5 };

/**
 * Imports the sessions of the labelled people with the product's own command, and judges what it says they keep asking for and
 * what keeps failing. A second row for the same label is wrong. The held-out set is only measured with `--set held-out`.
 */
export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { set: { type: 'string', multiple: true } },
    allowPositionals: true,
    strict: false,
  });
  const asked = [values.set ?? ['development']].flat();
  const sets = PEOPLE_SETS.filter((set) => asked.includes(set));
  if (sets.length === 0) return;
  const rows: (string | number)[][] = [['project', 'requests', 'shown', 'right', 'failures', 'shown', 'right', 'top']];
  const sums = { requests: [0, 0, 0], failures: [0, 0, 0], tops: [0, 0] };
  for (const project of sets.flatMap(labelledProjects)) {
    const { requests, failures } = found(project);
    const rightRequests = judged(requests, project.requests);
    const rightFailures = judged(failures, project.failures);
    const top = failures.length === 0 ? '' : rightFailures[0] ? 'right' : 'wrong';
    rows.push([
      project.project,
      ...[project.requests.length, requests.length, count(rightRequests)],
      ...[project.failures.length, failures.length, count(rightFailures), top],
    ]);
    add(sums.requests, [project.requests.length, requests.length, count(rightRequests)]);
    add(sums.failures, [project.failures.length, failures.length, count(rightFailures)]);
    if (failures.length > 0) add(sums.tops, [1, rightFailures[0] ? 1 : 0]);
  }
  console.log(`Sets: ${sets.join(', ')}.\n`);
  printTable(rows);
  const share = (right = 0, all = 0) => (all === 0 ? '' : (right / all).toFixed(2));
  console.log('');
  printTable([
    ['', 'precision', 'recall'],
    ['top three requests', share(sums.requests[2], sums.requests[1]), share(sums.requests[2], sums.requests[0])],
    ['failures', share(sums.failures[2], sums.failures[1]), share(sums.failures[2], sums.failures[0])],
    ['top failure of a project', share(sums.tops[1], sums.tops[0]), ''],
  ]);
}

/** What the product finds in the sessions of a project; sessions are named by their numbers, from 1. */
function found(project: PersonsProject): { requests: Request[]; failures: RepeatedFailure[] } {
  const facts = importedFacts(project);
  const sessions = project.sessions.flatMap(({ id, at }, index) => {
    const own = facts.get(id);
    if (!own) return [];
    return [{ id: String(index + 1), day: at.slice(0, 10), told: toldIn(own.prompts), failed: failedIn(own.failures) }];
  });
  return { requests: requestsOf(sessions, SHOWN), failures: failuresOf(sessions, SHOWN) };
}

function importedFacts({ project, sessions }: PersonsProject): Map<string, Facts> {
  const transcripts = sessions.map(({ id, text }) => ({ id, text, cwd: project }));
  return imported(transcripts, (home) => {
    const paths = globSync('projects/*/chronicle/facts/*.json', { cwd: home });
    return new Map(
      paths.flatMap((path) => {
        const { facts } = parseFacts(readFileSync(join(home, path), 'utf8'));
        return facts ? [[facts.head.session_id, facts]] : [];
      }),
    );
  });
}

/** Which rows are right; each label makes one row right. */
function judged(
  shown: readonly { sessionIds: readonly string[] }[],
  labels: readonly { sessions: number[] }[],
): boolean[] {
  const left = new Set(labels);
  return shown.map(({ sessionIds }) => {
    const label = [...left].find(({ sessions }) => {
      const same = sessions.filter((number) => sessionIds.includes(String(number))).length;
      return same >= SAME.ofShown * sessionIds.length && same >= SAME.ofLabelled * sessions.length;
    });
    return label !== undefined && left.delete(label);
  });
}

function count(right: readonly boolean[]): number {
  return right.filter(Boolean).length;
}

function add(sums: number[], values: readonly number[]): void {
  for (const [index, value] of values.entries()) sums[index] = (sums[index] ?? 0) + value;
}
