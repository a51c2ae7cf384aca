import type { Output } from '#src/cli/terminal/io.ts';
import { table } from '#src/cli/terminal/table.ts';
import { dim, joined, red, type Text, yellow } from '#src/cli/terminal/text.ts';
import { DRAFT_STATES } from '#src/posts/drafts/draft.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, localDay } from '#src/lib/text/day.ts';

const LONGEST_TITLE = 80;

/** One line per draft: name, state, details, title. */
export function formatDrafts(drafts: readonly PreparedDraft[], { columns }: Output): Text {
  const rows = drafts.map((prepared) => [
    prepared.resolved.draft.slug,
    DRAFT_STATES[prepared.state],
    detailsOf(prepared),
    clip(oneLine(prepared.post.title), LONGEST_TITLE),
  ]);
  return table(rows, { head: ['Draft', 'State', 'Details', 'Title'], width: columns, keep: [0] });
}

/** A draft as JSON, without its text. */
export function draftEntry({ resolved, state, next, post, open }: PreparedDraft): Record<string, unknown> {
  const { slug, directory, settings } = resolved.draft;
  const { target, at, file } = settings.exports.at(-1) ?? {};
  return {
    slug,
    directory,
    state,
    next,
    title: post.title,
    open,
    exported: at === undefined ? null : { target, at, file },
    published: settings.published,
    problems: resolved.problems.length,
  };
}

/** What to do next and where the draft went: `2 problems, 1 to decide`, `astro, 2026-11-21`, the address of the post. */
function detailsOf({ resolved, next, open: { must, review } }: PreparedDraft): Text {
  const { exports, published } = resolved.draft.settings;
  const last = exports.at(-1);
  const { length } = resolved.problems;
  const words = [
    ...(length > 0 ? [red(counted(length, 'problem'))] : []),
    ...(must > 0 ? [red(`${must} to decide`)] : []),
    ...(review > 0 ? [yellow(`${review} to review`)] : []),
    ...(next === 'update' ? [yellow('changed since the export')] : []),
    ...(published ? [dim(published.url)] : last ? [dim(`${last.target}, ${localDay(last.at)}`)] : []),
  ];
  return words.length > 0 ? joined(words, ', ') : 'ready to export';
}
