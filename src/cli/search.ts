import { defineCommand } from './command.ts';
import { printJson, printResult } from './terminal/print.ts';
import type { Found, FoundRecord, RecordIndex } from '#src/index/index.ts';
import { isEmpty, onlyOnSite, parseQuery, type Query, unknownNames } from '#src/index/query.ts';
import { shortId } from '#src/format/session-id.ts';
import { KIND_FACTS, RECORD_KINDS, kindWord } from '#src/index/record.ts';
import { projectNamed } from '#src/lib/project.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { withIndex } from './own-index.ts';
import type { CommandHelp } from './command.ts';
import { readLimit } from './option-values.ts';
import { outputLimit, say } from './terminal/print.ts';
import { type Text, bold, dim, joined, line, plain, tagged } from './terminal/text.ts';
import { fittingLine } from '#src/index/words.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { TAG_WIDTH, table } from './terminal/table.ts';
import { cut, measureOf } from './terminal/wrap.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle search tag:miss since:2026-10', 'memory misses since October'],
    ['chronicle search \'"exact words"\' project:tidemark', 'a phrase in one project'],
    ['chronicle search kind:prompt redirect', 'what you asked about redirects'],
    ['chronicle search concept:caching type:decision', 'the decisions about a subject'],
    ['chronicle search kind:found', 'what was found in transcripts'],
    ['chronicle search -- heredoc -fixed', 'one word, but not the other'],
  ],
  exits: { 1: 'nothing was found' },
};

export const command = defineCommand({
  meta: {
    name: 'chronicle search',
    description: `Search events, prompts, commits, titles, branches, tasks, edited files, summaries, last messages and narratives. Matches with all words come first, then those with some; prefixes count. You can also type '"exact words"', tag:miss project:x branch:x task:x session:x on:laptop from:claude-mem kind:x month:2026-10 since:2026-10 until:2026-10-14, for observations concept:x type:decision scope:global, and -word (after --) to exclude a word. Kinds are ${listed(RECORD_KINDS)}.`,
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
    const refusal = onlyOnSite(asked);
    if (refusal !== null) {
      say(io, refusal);
      return 2;
    }
    if (isEmpty(asked)) {
      say(io, 'chronicle search needs a word or a filter, such as heredoc or tag:miss; see chronicle search --help.');
      return 2;
    }
    const { found, size, unknown } = await withIndex(io, { isScript: args.json === true }, (index) => {
      const query = withSlugs(asked, index);
      const unknown = unknownNames(query, index).map(({ message }) => message);
      return { found: index.search(query, limit), size: index.size, unknown };
    });
    const { hits, whole, partial, stems } = found;
    const total = whole + partial;
    const shown = args.json ? hits : printedHits(hits, outputLimit(io), (some) => plain(formatHits(some, { stems })));
    if (args.json) printJson(io, { total, whole, hits: hitEntries(shown) });
    else printResult(io, formatHits(shown, { stems, columns: io.stdout.columns }));
    const rest = shown.length < hits.length ? 'narrow the search, or use --json' : `use --limit ${total} to print all`;
    if (size > 0) for (const line of [...conclusion(found, shown, rest), ...unknown]) say(io, line);
    return total > 0 ? 0 : 1;
  },
});

/** Replaces project names as pages show them by the slugs that records have. */
function withSlugs(query: Query, index: RecordIndex): Query {
  if (query.projects.length === 0) return query;
  const known = index.projects();
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

function conclusion(found: Found, shown: readonly FoundRecord[], more: string): string[] {
  const { whole, partial, sessions } = found;
  const total = whole + partial;
  const rest = shown.length < total ? [`Showing the first ${shown.length}; ${more}.`] : [];
  return [`${sumOf(whole, partial, sessions)}.`, ...rest];
}

/**
 * `7 matches in 3 sessions; 4 more in part`, `No match in full; 4 in part`: with some of the words, or with them only in the title or
 * branch of the session. So even one word has matches in part.
 */
function sumOf(whole: number, partial: number, sessions: number): string {
  if (whole + partial === 0) return 'No matches';
  if (whole === 0) return `No match in full; ${grouped(partial)} in part`;
  const some = partial === 0 ? '' : `; ${grouped(partial)} more in part`;
  return `${counted(whole, 'match', 'matches')} in ${counted(sessions, 'session')}${some}`;
}

const LINE = 240;
const ID = 8;
const TIME = 5;

interface HitOptions {
  /** The stems that were looked for. */
  stems: ReadonlySet<string>;
  /** The terminal's width. */
  columns?: number | undefined;
}

/**
 * Hits grouped by session, each with the id to cite it by: first those with all words, then under a line of their own those that
 * match in part.
 */
function formatHits(hits: readonly FoundRecord[], options: HitOptions): Text {
  const whole = hits.filter(({ hasAll }) => hasAll);
  const partial = hits.filter(({ hasAll }) => !hasAll);
  const between = whole.length > 0 && partial.length > 0 ? [dim('In part:')] : [];
  return joined([...groupsOf(whole, options), ...between, ...groupsOf(partial, options)], '\n\n');
}

function groupsOf(hits: readonly FoundRecord[], { stems, columns = Number.POSITIVE_INFINITY }: HitOptions): Text[] {
  const width = measureOf(columns);
  const bySession = Map.groupBy(hits, ({ project, session }) => `${project}/${session}`);
  return [...bySession.values()].map((found) => {
    const [first] = found;
    const title = bold(clip(oneLine(first?.title ?? ''), LINE));
    const place = [first?.project ?? '', first?.start ?? '', shortId(first?.sessionId ?? '')];
    const rows = table(
      found.map((hit) => formatHit(hit, stems)),
      { indent: 2, width, least: [ID, TIME, TAG_WIDTH] },
    );
    return joined([cut(title, width), dim(place.join(' · ')), rows]);
  });
}

/** Hits as JSON entries. */
function hitEntries(hits: readonly FoundRecord[]): Record<string, unknown>[] {
  return hits.map(({ event: _event, sessionId, start: _start, hasAll, ...hit }) => ({
    id: KIND_FACTS[hit.kind].hasId ? `${sessionId}#${hit.anchor}` : sessionId,
    ...hit,
    hasAllWords: hasAll,
  }));
}

function formatHit({ kind, anchor, tag, time, text }: FoundRecord, stems: ReadonlySet<string>): Text[] {
  const lines = text.split('\n');
  const detail = fittingLine(lines, stems);
  const excerpt = detail === '' ? '' : dim(`\n… ${clip(oneLine(detail), LINE)}`);
  const label = tag ? tagged(tag) : dim(kindWord(kind));
  const place = KIND_FACTS[kind].hasId || kind === 'prompt' || kind === 'commit' ? anchor : '';
  return [dim(place), time ?? '', label, line`${clip(oneLine(lines[0] ?? ''), LINE)}${excerpt}`];
}
