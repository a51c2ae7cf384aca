import { table } from '#src/cli/terminal/table.ts';
import type { Text } from '#src/cli/terminal/text.ts';
import { DRAFT_STATES } from '#src/posts/drafts/draft.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { counted, localDay } from '#src/text/day.ts';

const LONGEST_TITLE = 80;

/** A line a draft: its name, how far it is, what is open in it, where it went, its title. */
export function formatDrafts(drafts: readonly PreparedDraft[]): Text {
  return table(
    drafts.map((prepared) => [
      prepared.resolved.draft.slug,
      DRAFT_STATES[prepared.state],
      prepared.open.must + prepared.open.review === 0 ? 'nothing open' : openWords(prepared.open),
      lastExport(prepared),
      clip(oneLine(prepared.post.title), LONGEST_TITLE),
    ]),
  );
}

/** A draft for a script, without its text. */
export function draftEntry({ resolved, state, post, open }: PreparedDraft): Record<string, unknown> {
  const { slug, directory, settings } = resolved.draft;
  const { target, at, file } = settings.exports.at(-1) ?? {};
  return {
    slug,
    directory,
    state,
    title: post.title,
    open,
    exported: at === undefined ? null : { target, at, file },
    published: settings.published,
    problems: resolved.problems.length,
  };
}

function openWords({ must, review }: PreparedDraft['open']): string {
  const words = [...(must > 0 ? [`${must} to decide`] : []), ...(review > 0 ? [`${counted(review, 'remark')}`] : [])];
  return words.join(', ');
}

function lastExport({ resolved }: PreparedDraft): string {
  const { exports, published } = resolved.draft.settings;
  if (published) return published.url;
  const last = exports.at(-1);
  return last ? `${last.target}, ${localDay(last.at)}` : 'not exported';
}
