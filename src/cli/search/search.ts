import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { projectNamed } from '#src/lib/project.ts';
import type { Finder } from '#src/node/recall/finder.ts';
import type { Found, FoundRecord } from '#src/recall/found.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import { isEmpty, type Query } from '#src/search/query.ts';
import { isRecordKind, KIND_FACTS, kindWord, kindWords, RECORD_KINDS } from '#src/search/record.ts';
import { countedMatches } from '#src/search/search-records.ts';
import { unknownNames } from '#src/search/unknown-names.ts';
import { counted } from '#src/text/day.ts';
import { listed } from '#src/value/listed.ts';
import { withFinder } from '../archive/own-finder.ts';
import type { CommandHelp } from '../command-help.ts';
import { readLimit } from '../option-values.ts';
import { outputLimit } from '../terminal/output-limit.ts';
import { say } from '../terminal/print.ts';
import { plain } from '../terminal/text.ts';
import { formatHits, hitEntries } from './format-hits.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle search tag:miss since:2026-10', 'memory misses since October'],
    ['chronicle search \'"exact words"\' project:tidemark', 'a phrase in one project'],
    ['chronicle search kind:prompt redirect', 'what you asked about redirects'],
    ['chronicle search concept:caching type:decision', 'the decisions about a subject'],
    ['chronicle search kind:candidate', 'the unconfirmed events'],
    ['chronicle search -- heredoc -fixed', 'one word, but not the other'],
  ],
  exits: { 1: 'nothing was found' },
  files: [['<config>/projects/*/chronicle/', 'the archive']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle search',
    description: `Search events, prompts, commits, titles, branches, tasks, edited files, summaries, last messages and narratives. All words must match; prefixes count. You can also type '"exact words"', tag:miss project:x branch:x task:x session:x on:laptop from:claude-mem kind:x month:2026-10 since:2026-10 until:2026-10-14, for observations concept:x type:decision scope:global, and -word (after --) to exclude a word. Kinds are ${listed(RECORD_KINDS)}.`,
  },
  args: {
    words: { type: 'positional', required: false, description: 'Words and filters' },
    limit: { type: 'string', valueHint: 'count', default: '20', description: 'How many matches to print' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const limit = readLimit(args.limit);
    const { query: asked, problems } = parseQuery(args._.join(' '));
    for (const { message } of problems) say(io, message);
    if (problems.length > 0) return 2;
    const named = asked.kinds.find((kind) => !isRecordKind(kind));
    if (named) {
      say(io, `Only the site's search page finds ${kindWords(named)}; for files there is also chronicle list --file.`);
      return 2;
    }
    if (isEmpty(asked)) {
      say(io, 'chronicle search needs a word or a filter, such as heredoc or tag:miss; see chronicle search --help.');
      return 2;
    }
    const { query, found, size, unknown } = await withFinder(io, { isScript: args.json === true }, (finder) => {
      const meant = withSlugs(asked, finder);
      const unknown = unknownNames(meant, finder).map(({ message }) => message);
      return { query: meant, found: finder.search(meant, limit), size: finder.size, unknown };
    });
    const { hits, total } = found;
    const shown = args.json ? hits : printedHits(hits, outputLimit(io), (some) => plain(formatHits(query, some)));
    if (args.json) printJson(io, { total, hits: hitEntries(shown) });
    else printResult(io, formatHits(query, shown, io.stdout.columns));
    const rest = shown.length < hits.length ? 'narrow the search, or use --json' : `use --limit ${total} to print all`;
    if (size > 0) for (const line of [...conclusion(query, found, shown, rest), ...unknown]) say(io, line);
    return total > 0 ? 0 : 1;
  },
});

/** Replaces project names as pages show them by the slugs that records have. */
function withSlugs(query: Query, finder: Finder): Query {
  if (query.projects.length === 0) return query;
  const known = finder.projects();
  return { ...query, projects: query.projects.map((word) => projectNamed(known, word)?.slug ?? word) };
}

/** As many hits as fit the limit, at least one. */
function printedHits(hits: readonly FoundRecord[], limit: number, format: (hits: readonly FoundRecord[]) => string) {
  for (let shown = hits; ; ) {
    const { length } = format(shown);
    if (length <= limit || shown.length < 2) return shown;
    shown = shown.slice(0, Math.max(1, Math.min(shown.length - 1, Math.floor((shown.length * limit) / length))));
  }
}

function conclusion(query: Query, found: Found, shown: readonly FoundRecord[], more: string): string[] {
  const { total, unconfirmed, sessions, kinds } = found;
  const sum = total === 0 ? 'No matches.' : `${countedMatches(total, unconfirmed, sessions)}.`;
  const rest = shown.length < total ? [`Showing the first ${shown.length}; ${more}.`] : [];
  return [sum, ...rest, ...otherKinds(query, kinds)];
}

/** What the same words find in the kinds that the query excludes. */
function otherKinds({ kinds }: Query, counts: Found['kinds']): string[] {
  if (kinds.length === 0) return [];
  const others = RECORD_KINDS.filter((kind) => !kinds.includes(kind) && counts.has(kind));
  if (others.length === 0) return [];
  const named = others.map(
    (kind) => `${counted(counts.get(kind) ?? 0, kindWord(kind), KIND_FACTS[kind].several)} (kind:${kind})`,
  );
  return [`Also found: ${named.join(', ')}.`];
}
