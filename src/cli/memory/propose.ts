import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { readFiling } from '#src/memory/proposals/check-filing.ts';
import { badProposal, fileProposals } from '#src/node/memory/propose.ts';
import { showProposals } from '#src/node/memory/show-proposal.ts';
import { memoryPlaceFor } from '#src/node/memory/which-project.ts';
import { enclosingSession } from '#src/node/record/enclosing-session.ts';
import { wholeSessionId } from '#src/node/session/whole-id.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { say } from '../terminal/print.ts';
import { formatProposals, proposalBlock } from './format-proposal.ts';

/** A heredoc ends at once (ms). */
const PATIENCE = 5000;

import { requireUsualMemory } from '#src/node/doctor/usual-memory.ts';
export const command = defineCommand({
  meta: {
    name: 'chronicle memory propose',
    description:
      'File proposals to change memory, as JSON on stdin: {"proposals": [{"action": "NEW" | "STRENGTHEN" | "STALE?" | "DELETE", "file", "text", "events", "reason"}]}. A person decides on them',
  },
  args: {
    session: {
      type: 'string',
      valueHint: 'id',
      description: 'Outside a session: id of the session that files them',
    },
  },
  async run({ args, io }) {
    const { world } = io;
    const filing = readFiling(await io.stdin.read(PATIENCE));
    const { sessionId: named } = filing;
    // If nothing could be read, the session does not matter.
    if (filing.proposals.length === 0) throw badProposal(filing.faults);
    if (named !== null && args.session !== undefined && named !== args.session)
      throw badProposal([`session_id: this is ${named}, but --session is ${args.session}. Use only one.`]);
    const given = named ?? args.session;
    const session = given === undefined ? undefined : wholeSessionId(layoutIn(world), given);
    const own = enclosingSession(world);
    if (own !== null && session !== undefined && session !== own)
      throw badProposal([
        `session_id: this is ${session}, but the session that files the proposals is ${own}. Leave it out.`,
      ]);
    const place = memoryPlaceFor(world, { session });
    requireUsualMemory(world, place);
    const { sessionId } = place;
    if (sessionId === null) {
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        'A proposal belongs to a session, but CLAUDE_CODE_SESSION_ID is not set. Name the session with --session <id>. Nothing was changed.',
      );
    }
    const { stored, warning } = fileProposals(world, place, sessionId, filing);
    const open = stored.flatMap(({ proposal, was }) => (was === null ? [proposal] : []));
    if (open.length > 0) printResult(io, proposalBlock(formatProposals(showProposals(world, place, open)), open));
    for (const { was } of stored) {
      if (was === null) continue;
      say(io, `Already proposed: ${was} It was not filed again.`);
    }
    if (warning) say(io, warning);
    return 0;
  },
});
