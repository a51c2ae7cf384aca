import type { Session } from '#src/chronicle/session.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { projectNamed } from '#src/project/project.ts';
import type { FacetCounts } from '#src/search/facets.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import { isEmpty, type Query } from '#src/search/query.ts';
import { KIND_FACTS, RECORD_KINDS, type SearchRecord } from '#src/search/record.ts';
import { recordsOf } from '#src/search/records-of.ts';
import { groupBySession, searchRecords } from '#src/search/search-records.ts';
import { counted } from '#src/text/day.ts';
import { printable } from '#src/text/printable.ts';
import { nearestOf } from '#src/value/nearest.ts';
import { ownSnapshot } from '../archive/own-archive.ts';
import type { CommandHelp } from '../command-help.ts';
import { readLimit } from '../option-values.ts';
import { outputLimit } from '../terminal/output-limit.ts';
import { say } from '../terminal/print.ts';
import { formatHits, hitEntries } from './format-hits.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle search tag:miss since:2026-10', 'mistakes that memory did not prevent, from October on'],
    ['chronicle search \'"exact words"\' project:tidemark', 'a phrase in one project'],
    ['chronicle search kind:candidate', 'what backfill supposes and nobody has confirmed'],
    ['chronicle search -- heredoc -fixed', 'what has one word and not the other'],
  ],
  exits: { 1: 'nothing was found' },
  files: [['<config>/projects/*/chronicle/', 'the archive']],
};

const OTHER_KINDS = new Intl.ListFormat('en-GB').format(RECORD_KINDS.filter((kind) => kind !== 'event'));

export const command = defineCommand({
  meta: {
    name: 'chronicle search',
    description: `Search your archive: words, '"exact words"', tag:miss project:x branch:x task:x session:x kind:candidate month:2026-10 since:2026-10 until:2026-10-14; after --, -word must not occur. Kinds are event, which is meant without one, ${OTHER_KINDS}; a kind alone lists all of it. Exits with 1 if nothing is found`,
  },
  args: {
    words: { type: 'positional', required: false, description: 'What to look for' },
    limit: { type: 'string', valueHint: 'count', default: '20', description: 'How many hits to print' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args, io }) {
    const limit = readLimit(args.limit);
    const words = args._.join(' ');
    const { query: asked, problems } = parseQuery(words);
    for (const { message } of problems) say(io, message);
    if (problems.length > 0) return 2;
    if (isEmpty(asked) && !/(?:^|\s)kind:/i.test(words)) {
      say(io, 'chronicle search takes words to look for; --help says which there are.');
      return 2;
    }
    const { sessions } = ownSnapshot(io);
    const query = withSlugs(asked, sessions);
    const records = sessions.flatMap(recordsOf);
    const { hits, counts } = searchRecords(query, records);
    const wanted = hits.slice(0, limit);
    const shown = args.json
      ? wanted
      : printedHits(wanted, outputLimit(io), (some) => formatHits(query, some, sessions));
    if (args.json) printJson(io, { total: hits.length, hits: hitEntries(shown, sessions) });
    else printResult(io, formatHits(query, shown, sessions));
    const rest =
      shown.length < wanted.length ? 'narrow the search; --json has all' : `--limit ${hits.length} prints all`;
    if (sessions.length > 0) for (const line of conclusion(query, hits, shown, rest, counts, records)) say(io, line);
    return hits.length > 0 ? 0 : 1;
  },
});

/** Projects may be called as pages show them; records have the slug. */
function withSlugs(query: Query, sessions: readonly Session[]): Query {
  const known = sessions.map(({ project }) => project);
  return { ...query, projects: query.projects.map((word) => projectNamed(known, word)?.slug ?? word) };
}

/** The first hits, about as many as may be printed; one is always. */
function printedHits(hits: readonly SearchRecord[], limit: number, format: (hits: readonly SearchRecord[]) => string) {
  for (let shown = hits; ; ) {
    const length = printable(format(shown)).length;
    if (length <= limit || shown.length < 2) return shown;
    shown = shown.slice(0, Math.max(1, Math.min(shown.length - 1, Math.floor((shown.length * limit) / length))));
  }
}

function conclusion(
  query: Query,
  hits: readonly SearchRecord[],
  shown: readonly SearchRecord[],
  more: string,
  counts: FacetCounts,
  records: readonly SearchRecord[],
): string[] {
  const total = hits.length === 0 ? 'Nothing was found.' : totalOf(hits);
  const rest = shown.length < hits.length ? [`The first ${shown.length} are printed; ${more}.`] : [];
  return [total, ...rest, ...otherKinds(query, counts), ...unknownNames(query, records)];
}

function totalOf(hits: readonly SearchRecord[]): string {
  const sessions = groupBySession(hits).length;
  return `${counted(hits.length, 'match', 'matches')} in ${counted(sessions, 'session')}.`;
}

/** Kinds are never counted together, so what else there is has to be said. */
function otherKinds(query: Query, { kind: counts }: FacetCounts): string[] {
  const others = RECORD_KINDS.filter((kind) => kind !== (query.kind ?? 'event') && counts.has(kind));
  if (others.length === 0) return [];
  const named = others.map(
    (kind) => `${counted(counts.get(kind) ?? 0, kind, KIND_FACTS[kind].several)} (kind:${kind})`,
  );
  return [`Found as well: ${named.join(', ')}.`];
}

/** Names in the query that nothing in the archive has. */
function unknownNames(query: Query, records: readonly SearchRecord[]): string[] {
  const asked = [
    ['project', query.projects],
    ['branch', query.branches],
    ['task', query.tasks],
    ['session', query.sessions],
  ] as const;
  return asked.flatMap(([key, names]) => {
    const known = [...new Set(records.map((record) => record[key]))];
    return names
      .filter((name) => !known.some((each) => each.toLowerCase() === name.toLowerCase()))
      .map((name) => {
        const nearest = nearestOf(name, known);
        return `There is no ${key} ${name}.${nearest ? ` Did you mean ${key}:${nearest}?` : ''}`;
      });
  });
}
