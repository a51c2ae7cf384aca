import { defineCommand } from 'citty';
import type { Session } from '../chronicle/session.ts';
import { ChronicleError } from '../node/chronicle-error.ts';
import { isBetween, readDay } from '../query/query-day.ts';
import { nearestOf } from '../query/query-words.ts';
import { counted } from '../text/day.ts';
import { formatList, sessionEntry } from './format-list.ts';
import { say } from './output.ts';
import { ownSnapshot } from './own-sessions.ts';
import { readLimit } from './read-limit.ts';
import { printJson, printResult } from './result.ts';

export const command = defineCommand({
  meta: { name: 'chronicle list', description: 'List the sessions of your archive, newest first' },
  args: {
    project: { type: 'string', description: 'Only sessions of this project' },
    since: { type: 'string', description: 'Only sessions from this year, month or day on, such as 2026-10' },
    limit: { type: 'string', default: '20', description: 'How many to list' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args }) {
    const limit = readLimit(args.limit);
    const since = args.since === undefined ? null : sinceOf(args.since);
    const all = ownSnapshot().sessions;
    const wanted = ofProject(all, args.project).filter(({ chronicle }) =>
      isBetween(chronicle.frontMatter.date, since, null),
    );
    const listed = wanted.slice(0, limit);
    if (args.json) printJson(listed.map(sessionEntry));
    else printResult(formatList(listed));
    const rest = wanted.length - listed.length;
    if (rest > 0) say(`${counted(rest, 'older session')} not listed; --limit ${wanted.length} lists all.`);
    else if (wanted.length === 0 && all.length > 0) say(`None of ${counted(all.length, 'session')} is that recent.`);
    return 0;
  },
});

function sinceOf(text: string): string {
  const day = readDay(text);
  if (day !== undefined) return day;
  throw new ChronicleError(
    'CHRONICLE_BAD_DAY',
    `--since takes a year, month or day, such as 2026-10 or 2026-10-14, not ${text}.`,
  );
}

function ofProject(sessions: readonly Session[], project: string | undefined): readonly Session[] {
  if (project === undefined || sessions.length === 0) return sessions;
  const found = sessions.filter(({ project: { slug } }) => slug.toLowerCase() === project.toLowerCase());
  if (found.length > 0) return found;
  const slugs = [...new Set(sessions.map(({ project: { slug } }) => slug))].sort();
  const nearest = nearestOf(project, slugs);
  const advice = nearest
    ? `Did you mean ${nearest}?`
    : `There ${slugs.length === 1 ? 'is' : 'are'} ${slugs.slice(0, 20).join(', ')}.`;
  throw new ChronicleError('CHRONICLE_NO_PROJECT', `No session is of a project ${project}. ${advice}`);
}
