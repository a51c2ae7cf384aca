import { type CommandHelp, defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { prepareDraft, printableProblems } from '#src/posts/export/prepare-draft.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { draftJson, formatDraft } from './format-draft.ts';
import { draftNamed, ownDrafts } from './own-drafts.ts';

export const help: CommandHelp = { exits: { 1: 'the draft has problems' } };

export const command = defineCommand({
  meta: {
    name: 'chronicle draft show',
    description: 'Show a draft: state, beats, sessions, findings by kind and place, exports and problems',
  },
  args: {
    draft: { type: 'positional', required: false, description: "The draft's name" },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    if (args.draft === undefined || args._.length > 1) {
      throw new ChronicleError(
        'CHRONICLE_NO_DRAFT',
        'chronicle draft show needs the name of one draft. `chronicle draft list` shows them.',
      );
    }
    const { layout, archive, scanContext } = await ownDrafts(io);
    const read = await prepareDraft(draftNamed(layout, args.draft), archive, scanContext);
    const problems = await printableProblems(read.resolved.problems, scanContext);
    const prepared = { ...read, resolved: { ...read.resolved, problems } };
    if (args.json) printJson(io, draftJson(prepared, archive.sessions));
    else {
      printResult(io, formatDraft(prepared, archive.sessions, io.stdout.columns));
      const { must, review } = prepared.open;
      if (must + review > 0) say(io, `To review the findings, run \`chronicle draft redact ${args.draft}\`.`);
    }
    return problems.length > 0 ? 1 : 0;
  },
});
