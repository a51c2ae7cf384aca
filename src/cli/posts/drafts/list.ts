import { formatProblems } from '#src/cli/archive/format-problems.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { readDrafts } from '#src/node/posts/drafts/read-drafts.ts';
import { prepareDraft } from '#src/posts/export/prepare-draft.ts';
import { counted } from '#src/text/day.ts';
import { draftEntry, formatDrafts } from './format-drafts.ts';
import { ownDrafts } from './own-drafts.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle draft list',
    description: 'List drafts: name, state, open findings, where each was exported to, title',
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  async run({ args, io }) {
    const { layout, archive, scanContext } = await ownDrafts(io);
    const drafts = readDrafts(layout);
    const prepared = await Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
    if (args.json) printJson(io, prepared.map(draftEntry));
    else printResult(io, formatDrafts(prepared));
    if (scanContext.problems.length > 0) say(io, formatProblems(scanContext.problems));
    for (const { resolved } of prepared) {
      const { slug } = resolved.draft;
      const own = resolved.problems.length - scanContext.problems.length;
      if (own > 0) say(io, `${slug} has ${counted(own, 'problem')}; chronicle draft show ${slug} names them.`);
    }
    if (drafts.length === 0)
      say(io, 'There are no drafts yet; chronicle draft new last makes one of the last session.');
    else say(io, `${counted(drafts.length, 'draft')} in ${layout.drafts}.`);
    return 0;
  },
});
