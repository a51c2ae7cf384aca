import { table } from '#src/cli/terminal/table.ts';
import type { Text } from '#src/cli/terminal/text.ts';
import { DRAFT_STATES } from '#src/posts/drafts/draft.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { counted, localDay } from '#src/text/day.ts';

const LONGEST_TITLE = 80;

/** One line per draft: name, state, what to do next, last export, title. */
export function formatDrafts(drafts: readonly PreparedDraft[]): Text {
  return table(
    drafts.map((prepared) => [
      prepared.resolved.draft.slug,
      DRAFT_STATES[prepared.state],
      nextWords(prepared),
      lastExport(prepared),
      clip(oneLine(prepared.post.title), LONGEST_TITLE),
    ]),
  );
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

/** `2 problems, 1 to decide, 3 to review`. */
function nextWords({ resolved, next, open: { must, review } }: PreparedDraft): string {
  const words = [
    ...(resolved.problems.length > 0 ? [counted(resolved.problems.length, 'problem')] : []),
    ...(must > 0 ? [`${must} to decide`] : []),
    ...(review > 0 ? [`${review} to review`] : []),
    ...(next === 'update' ? ['changed since the export'] : []),
  ];
  return words.join(', ') || (next === 'export' ? 'ready to export' : '');
}

function lastExport({ resolved }: PreparedDraft): string {
  const { exports, published } = resolved.draft.settings;
  if (published) return published.url;
  const last = exports.at(-1);
  return last ? `${last.target}, ${localDay(last.at)}` : 'not exported';
}
