import { formatProblems } from '../own-archive.ts';
import { defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import { dim, joined, red, type Text, yellow } from '../terminal/text.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, localDay } from '#src/lib/text/day.ts';
import { DRAFT_STATES, nextTask, stateOf } from '#src/posts/draft-state.ts';
import { type PreparedDraft, prepareDraft, printableProblems } from '#src/posts/posts.ts';
import { ownDrafts } from './own-drafts.ts';

const LONGEST_TITLE = 80;

export const command = defineCommand({
  meta: {
    name: 'chronicle draft list',
    description: 'List drafts with their state, what to do next, last export and title',
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  async run({ args, io }) {
    const { paths, archive, scanContext } = await ownDrafts(io);
    const { drafts } = archive;
    const prepared = await Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
    if (args.json) printJson(io, prepared.map(draftEntry));
    else {
      const rows = prepared.map((each) => [
        each.draft.slug,
        DRAFT_STATES[stateOf(each.draft)],
        detailsOf(each),
        clip(oneLine(each.post.title), LONGEST_TITLE),
      ]);
      const head = ['Draft', 'State', 'Details', 'Title'];
      printResult(io, table(rows, { head, width: io.stdout.columns, keep: [0] }));
    }
    if (scanContext.problems.length > 0) say(io, formatProblems(scanContext.problems));
    for (const { problems } of prepared) {
      const own = problems.slice(0, problems.length - scanContext.problems.length);
      if (own.length > 0) say(io, formatProblems(await printableProblems(own, scanContext)));
    }
    if (drafts.length === 0) say(io, 'No drafts yet. To make one of the last session, run `chronicle draft new last`.');
    else say(io, `${counted(drafts.length, 'draft')} in ${paths.drafts}.`);
    return 0;
  },
});

/** A draft as JSON, without its text. */
function draftEntry(prepared: PreparedDraft): Record<string, unknown> {
  const { draft, post, open, problems } = prepared;
  const { target, at, file } = draft.history.exports.at(-1) ?? {};
  return {
    slug: draft.slug,
    path: draft.path,
    state: stateOf(draft),
    next: nextTask(prepared),
    title: post.title,
    open,
    exported: at === undefined ? null : { target, at, file },
    published: draft.settings.published || null,
    problems: problems.length,
  };
}

/** What to do next and where the draft went: `2 problems, 1 to decide`, `astro, 2026-11-21`, the address of the post. */
function detailsOf(prepared: PreparedDraft): Text {
  const { draft, problems, open } = prepared;
  const last = draft.history.exports.at(-1);
  const { published } = draft.settings;
  const words = [
    ...(problems.length > 0 ? [red(counted(problems.length, 'problem'))] : []),
    ...(open.must > 0 ? [red(`${open.must} to decide`)] : []),
    ...(open.review > 0 ? [yellow(`${open.review} to review`)] : []),
    ...(nextTask(prepared) === 'update' ? [yellow('changed since the export')] : []),
    ...(published !== '' ? [dim(published)] : last ? [dim(`${last.target}, ${localDay(last.at)}`)] : []),
  ];
  return words.length > 0 ? joined(words, ', ') : 'ready to export';
}
