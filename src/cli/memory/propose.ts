import { defineCommand } from '../command.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { pathsIn } from '#src/lib/env.ts';
import { type MemoryPlace, memoryPlace } from '#src/lib/paths.ts';
import { showProposals } from '#src/memory/evidence.ts';
import { badProposal, readFiling } from '#src/memory/filing.ts';
import { decisionOn, type Proposal } from '#src/memory/proposals.ts';
import { fileProposals, proposeRepeat } from '#src/memory/propose.ts';
import { wholeSessionId } from '#src/record/find.ts';
import { enclosingSession } from '#src/record/live.ts';
import { requireUsualMemory } from '#src/setup/claude-settings.ts';
import { ownArchive } from '../own-archive.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import { formatProposals, proposalBlock } from './format-proposal.ts';
import { memoryPlaceFor } from './own-memory.ts';
import { ownRepeats, repeatNamed } from './repeats.ts';

/** A heredoc ends at once (ms). */
const PATIENCE = 5000;

export const command = defineCommand({
  meta: {
    name: 'chronicle memory propose',
    description:
      'File proposals to change memory, as JSON on stdin: {"proposals": [{"action": "NEW" | "STRENGTHEN" | "STALE?" | "DELETE", "file", "text", "events", "reason"}]}. A person decides on them',
  },
  args: {
    from: {
      type: 'string',
      valueHint: 'id',
      description: 'Propose a memory for a request or a failure that chronicle memory list names, without JSON',
    },
    session: {
      type: 'string',
      valueHint: 'id',
      description: 'Outside a session: id of the session that files them',
    },
  },
  async run({ args, io }) {
    const { env } = io;
    if (args.from !== undefined) return proposeFrom(io, args.from);
    const { sessionId: named, proposals } = readFiling(await io.stdin.read(PATIENCE));
    if (named !== null && args.session !== undefined && named !== args.session)
      throw badProposal([`session_id: this is ${named}, but --session is ${args.session}. Use only one.`]);
    const given = named ?? args.session;
    const session = given === undefined ? undefined : wholeSessionId(pathsIn(env), given);
    const own = enclosingSession(env);
    if (own !== null && session !== undefined && session !== own)
      throw badProposal([
        `session_id: this is ${session}, but the session that files the proposals is ${own}. Leave it out.`,
      ]);
    const place = memoryPlaceFor(env, { session });
    requireUsualMemory(env, place);
    if (place.sessionId === null)
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        'A proposal belongs to a session, but CLAUDE_CODE_SESSION_ID is not set. Name the session with --session <id>. Nothing was changed.',
      );
    printStored(io, place, fileProposals(env, place, place.sessionId, proposals));
    return 0;
  },
});

/** Files the memory for something that comes back. */
function proposeFrom(io: Io, id: string): 0 {
  const { env } = io;
  const archive = ownArchive(io);
  const repeat = repeatNamed(ownRepeats(io, archive), id);
  const { project, sessions } = repeat.own;
  const place = memoryPlace(pathsIn(env), project.directory);
  const own = enclosingSession(env);
  // The hook lets a session file proposals without a question, for its own project only.
  if (own !== null && memoryPlaceFor(env, { session: own }).projectDirectory !== place.projectDirectory)
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `${id} comes back in ${project.name}, another project than this session's. Run the command in a session of that project, or in a terminal. Nothing was changed.`,
    );
  requireUsualMemory(env, place);
  const promptOf = (sessionId: string, prompt: number) => {
    const session = sessions.get(sessionId);
    return session && archive.factsOf(session)?.prompts[prompt];
  };
  printStored(io, place, [proposeRepeat(env, place, own, repeat, promptOf)]);
  return 0;
}

function printStored(io: Io, place: MemoryPlace, stored: readonly Proposal[]): void {
  const open = stored.filter(({ state }) => state === 'open');
  if (open.length > 0) printResult(io, proposalBlock(formatProposals(showProposals(io.env, place, open)), open));
  for (const proposal of stored)
    if (proposal.state !== 'open') say(io, `Already proposed: ${decisionOn(proposal)} It was not filed again.`);
}
