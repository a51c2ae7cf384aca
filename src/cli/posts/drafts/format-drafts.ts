import type { Output } from '#src/cli/terminal/io.ts';
import { table } from '#src/cli/terminal/table.ts';
import { dim, joined, red, type Text, yellow } from '#src/cli/terminal/text.ts';
import { DRAFT_STATES } from '#src/posts/drafts/draft.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { counted, localDay } from '#src/text/day.ts';

const LONGEST_TITLE = 80;

/** One line per draft: name, state, what to do next, last export, title. */
export function formatDrafts(drafts: readonly PreparedDraft[], { columns, isTerminal }: Output): Text {
  const rows = drafts.map((prepared) => [
    prepared.resolved.draft.slug,
    DRAFT_STATES[prepared.state],
    nextWords(prepared),
    lastExport(prepared),
    clip(oneLine(prepared.post.title), LONGEST_TITLE),
  ]);
  const head = ['Draft', 'State', 'Next', 'Exported', 'Title'];
  return table(rows, { width: columns, ...(isTerminal && rows.length > 0 ? { head } : {}) });
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

/** `2 problems, 1 to decide, 3 to review` */
function nextWords({ resolved, next, open: { must, review } }: PreparedDraft): Text {
  const { length } = resolved.problems;
  const words = [
    ...(length > 0 ? [red(counted(length, 'problem'))] : []),
    ...(must > 0 ? [red(`${must} to decide`)] : []),
    ...(review > 0 ? [yellow(`${review} to review`)] : []),
    ...(next === 'update' ? [yellow('changed since the export')] : []),
  ];
  if (words.length > 0) return joined(words, ', ');
  return next === 'export' ? 'ready to export' : '-';
}

function lastExport({ resolved }: PreparedDraft): Text {
  const { exports, published } = resolved.draft.settings;
  if (published) return dim(published.url);
  const last = exports.at(-1);
  return dim(last ? `${last.target}, ${localDay(last.at)}` : 'not exported');
}
