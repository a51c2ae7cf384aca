import { formatProblems } from '#src/cli/format-problems.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { readDrafts } from '#src/posts/drafts/read-drafts.ts';
import { prepareDraft } from '#src/posts/export/prepare-draft.ts';
import { counted } from '#src/lib/text/day.ts';
import { draftEntry, formatDrafts } from './format-drafts.ts';
import { ownDrafts } from './own-drafts.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle draft list',
    description: 'List drafts with their state, what to do next, last export and title',
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  async run({ args, io }) {
    const { layout, archive, scanContext } = await ownDrafts(io);
    const drafts = readDrafts(layout);
    const prepared = await Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
    if (args.json) printJson(io, prepared.map(draftEntry));
    else printResult(io, formatDrafts(prepared, io.stdout));
    if (scanContext.problems.length > 0) say(io, formatProblems(scanContext.problems));
    for (const { resolved } of prepared) {
      const { slug } = resolved.draft;
      const own = resolved.problems.length - scanContext.problems.length;
      if (own > 0) say(io, `${slug} has ${counted(own, 'problem')}. See \`chronicle draft show ${slug}\`.`);
    }
    if (drafts.length === 0) say(io, 'No drafts yet. To make one of the last session, run `chronicle draft new last`.');
    else say(io, `${counted(drafts.length, 'draft')} in ${layout.drafts}.`);
    return 0;
  },
});
