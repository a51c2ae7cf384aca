import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { readFiling } from '#src/memory/proposals/check-filing.ts';
import { badProposal, fileProposals } from '#src/node/memory/propose.ts';
import { showProposals } from '#src/node/memory/show-proposal.ts';
import { memoryPlaceFor } from '#src/node/memory/which-project.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { say } from '../terminal/print.ts';
import { formatProposals } from './format-proposal.ts';

/** A heredoc ends at once (ms). */
const PATIENCE = 5000;

export const command = defineCommand({
  meta: {
    name: 'chronicle memory propose',
    description:
      'File proposals to change memory, as JSON on stdin: {"proposals": [{"action": "NEW" | "STRENGTHEN" | "STALE?" | "DELETE", "file", "text", "events", "reason"}]}. A person decides about them',
  },
  args: {
    session: { type: 'string', description: 'The id of the session that proposes; the running one if left out' },
  },
  async run({ args, io }) {
    const { world } = io;
    const filing = readFiling(await io.stdin.read(PATIENCE));
    const { sessionId: named } = filing;
    // Where nothing could be read, it does not matter whose it is.
    if (filing.proposals.length === 0) throw badProposal(filing.faults);
    if (named !== null && args.session !== undefined && named !== args.session)
      throw badProposal([`session_id: it is ${named}, and --session is ${args.session}. Name one.`]);
    const place = memoryPlaceFor(world, { session: named ?? args.session });
    const { sessionId } = place;
    if (sessionId === null) {
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        'A proposal belongs to the session whose events speak for it, and this is none: CLAUDE_CODE_SESSION_ID is not set. Name it with --session <id>. Nothing was written.',
      );
    }
    const { stored, warning } = fileProposals(world, place, sessionId, filing);
    const open = stored.flatMap(({ proposal, was }) => (was === null ? [proposal] : []));
    if (open.length > 0) printResult(io, blockOf(formatProposals(showProposals(world, place, open)), open));
    for (const { proposal, was } of stored) {
      if (was === null) continue;
      const no = proposal.state === 'skipped' ? 'A person decided against it, and it stays so.' : 'It stays so.';
      say(io, `The same was proposed before: ${was} ${no}`);
    }
    if (warning) say(io, warning);
    return 0;
  },
});

function blockOf(formatted: string, open: readonly { id: string }[]): string {
  const ids = open.map(({ id }) => id).join(' ');
  return `PROPOSED MEMORY CHANGES:

${formatted}

Apply? [review each / apply all / skip]
  review each: the person runs chronicle memory review in a terminal, in the project's directory
  apply all:   chronicle memory apply ${ids}
  skip:        chronicle memory skip ${ids}
Nothing is changed before a person has said so.`;
}
