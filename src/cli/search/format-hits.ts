import type { FoundRecord } from '#src/index/index.ts';
import { KIND_FACTS, kindWord } from '#src/index/record.ts';
import { fittingLine } from '#src/index/words.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { TAG_WIDTH, table } from '../terminal/table.ts';
import { bold, dim, joined, line, type Text, tagged } from '../terminal/text.ts';
import { cut, measureOf } from '../terminal/wrap.ts';

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
export function formatHits(hits: readonly FoundRecord[], options: HitOptions): Text {
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
    const place = [first?.project ?? '', first?.start ?? '', first?.sessionId ?? ''];
    const rows = table(
      found.map((hit) => formatHit(hit, stems)),
      { indent: 2, width, least: [ID, TIME, TAG_WIDTH] },
    );
    return joined([cut(title, width), dim(place.join(' · ')), rows]);
  });
}

/** Hits as JSON entries. */
export function hitEntries(hits: readonly FoundRecord[]): Record<string, unknown>[] {
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
