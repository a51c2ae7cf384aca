/**
 * The commands that carry out what a person decided about proposals: apply, skip and undo. In a Claude Code session the hook
 * has asked, and its ticket proves it; in a terminal the command asks.
 */
import { type CommandHelp, defineCommand } from '../command.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { shownDigest, type TicketRefusal, takeTicket } from '#src/memory/approval.ts';
import { applyProposals, planUndo, undoChange } from '#src/memory/change.ts';
import { endRetroOf, skipProposals } from '#src/memory/propose.ts';
import { showProposals } from '#src/memory/evidence.ts';
import { type Sides, textOf } from '#src/memory/file-bytes.ts';
import type { MemoryVerb } from '#src/memory/tool-call.ts';
import { type Proposal, proposalsNamed, readProposals, requireShown } from '#src/memory/proposals.ts';
import { enclosingSession } from '#src/record/live.ts';
import { requireUsualMemory } from '#src/setup/claude-settings.ts';
import { hasPerson, type Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import { formatApplied, formatProposal } from './format-proposal.ts';
import { memoryPlaceFor, refreshMemoryIndex, type SessionMemoryPlace } from './own-memory.ts';

/** Which project, and what the hook adds. */
const DECISION_ARGS = {
  session: {
    type: 'string',
    description: 'Id of the session that filed the proposals (default: the current session)',
  },
  project: {
    type: 'string',
    valueHint: 'project',
    description: 'Project (default: the project of the session or of this directory)',
  },
  proof: { type: 'string', description: 'Added by the hook to the command that a person allows in a session' },
} as const;

const PROPOSALS = {
  type: 'positional',
  required: false,
  description: 'Proposal ids, or all for every open proposal',
} as const;

const YES = { type: 'boolean', description: 'Do not ask. In a Claude Code session the hook still asks' } as const;

const applyHelp: CommandHelp = {
  examples: [
    ['chronicle memory apply p-3fa9c1', 'shows the change, asks, and applies it'],
    ['chronicle memory apply all --yes', 'applies every open proposal without asking'],
  ],
};

export const apply = {
  help: applyHelp,
  command: defineCommand({
    meta: {
      name: 'chronicle memory apply',
      description: 'Apply proposed memory changes after asking a person; keeps a backup',
    },
    args: { proposals: PROPOSALS, ...DECISION_ARGS, yes: YES },
    async run({ args, io }) {
      const { env } = io;
      const place = memoryPlaceFor(env, args);
      requireUsualMemory(env, place);
      const proposals = findProposals(place, args._, 'apply');
      const ids = proposals.map(({ id }) => id);
      const what = ids.length === 1 ? 'this change' : `these ${counted(ids.length, 'change')}`;
      const asked = { place, verb: 'apply' as const, ids, proof: args.proof };
      const text = () => showProposals(env, place, proposals).map(formatProposal).join('\n\n');
      const shown = await consentTo(io, asked, { yes: args.yes === true, text, question: `Apply ${what}?` });
      if (shown === null) {
        say(io, 'Nothing was changed. The proposals stay open; to close them, run chronicle memory skip.');
        return 2;
      }
      printResult(io, formatApplied(applyProposals(place, ids, env.now(), shown)));
      endRetroOf(env, place, ids);
      refreshMemoryIndex(io);
      return 0;
    },
  }),
};

export const skip = {
  command: defineCommand({
    meta: {
      name: 'chronicle memory skip',
      description: 'Skip proposals. They are not applied, but stay on file',
    },
    args: { proposals: PROPOSALS, ...DECISION_ARGS, yes: { ...YES, description: 'Allowed, but skip never asks' } },
    run({ args, io }) {
      const { env } = io;
      const place = memoryPlaceFor(env, args);
      const ids = findProposals(place, args._, 'skip').map(({ id }) => id);
      // The record says that a person decided, so an agent needs a person's yes.
      const shown = isInSession(env) ? ticketFor(env, { place, verb: 'skip', ids, proof: args.proof }) : undefined;
      const skipped = skipProposals(place, ids, env.now(), shown);
      endRetroOf(env, place, ids);
      printResult(io, skipped.map(({ id, action, file }) => `${id} [${action}] ${oneLine(file)}: skipped.`).join('\n'));
      return 0;
    },
  }),
};

export const undo = {
  command: defineCommand({
    meta: {
      name: 'chronicle memory undo',
      description:
        'Undo the last memory change, or the change of one proposal, byte for byte, after asking a person. Refuses a memory that has changed since; of a MEMORY.md that has, it undoes only the memory’s own line',
    },
    args: {
      change: { type: 'positional', required: false, description: 'Id of an applied proposal (default: the last one)' },
      ...DECISION_ARGS,
      yes: YES,
    },
    async run({ args, io }) {
      const { env } = io;
      const place = memoryPlaceFor(env, args);
      const [word = 'last', ...more] = args._;
      if (more.length > 0)
        throw new ChronicleError(
          'CHRONICLE_WRONG_USE',
          'chronicle memory undo takes the id of one applied proposal, or last. Nothing was changed.',
        );
      const { id, file, memory, index } = planUndo(place, word);
      const text = () => {
        const diffs = [diffOf(file, memory), ...(index ? [diffOf('MEMORY.md', index)] : [])];
        return [`Undoing ${id} changes ${file} like this:`, '', ...diffs].join('\n');
      };
      const asked = { place, verb: 'undo' as const, ids: [id], proof: args.proof };
      const shown = await consentTo(io, asked, { yes: args.yes === true, text, question: 'Undo this change?' });
      if (shown === null) {
        say(io, 'Nothing was changed.');
        return 2;
      }
      printResult(io, formatApplied([undoChange(place, id, env.now(), shown)]));
      refreshMemoryIndex(io);
      return 0;
    },
  }),
};

function diffOf(file: string, { before, after }: Sides): string {
  return unifiedDiff(file, textOf(before), textOf(after));
}

/**
 * The proposals that the arguments name: ids, or `all` for every open one, in a session only its own. Refuses no argument
 * and `all` with ids (CHRONICLE_WRONG_USE), unknown ids, and `all` if nothing is open (CHRONICLE_NO_PROPOSAL).
 */
function findProposals(place: SessionMemoryPlace, words: readonly string[], command: string): Proposal[] {
  if (words.length === 0 || (words.length > 1 && words.includes('all')))
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `chronicle memory ${command} takes proposal ids, such as p-12150d, or the word all. Nothing was changed.`,
    );
  if (words[0] !== 'all') return proposalsNamed(place, words);
  const { sessionId } = place;
  const open = readProposals(place).proposals.filter(
    ({ state, session_id }) => state === 'open' && (sessionId === null || session_id === sessionId),
  );
  if (open.length > 0) return open;
  throw new ChronicleError(
    'CHRONICLE_NO_PROPOSAL',
    `${sessionId === null ? 'This project' : `Session ${sessionId}`} has no open proposals. Nothing was changed.`,
  );
}

interface Asked {
  place: MemoryPlace;
  verb: MemoryVerb;
  /** The proposals to change. */
  ids: readonly string[];
  /** What the hook added to an agent's command. */
  proof: string | undefined;
}

/**
 * The digest of what a person agreed to, or null if they said no. Refuses (CHRONICLE_NOT_ASKED) if nobody was or can be asked;
 * in a terminal, --yes stands for a yes.
 */
async function consentTo(
  io: Io,
  asked: Asked,
  { yes, text, question }: { yes: boolean; text: () => string; question: string },
): Promise<string | null> {
  if (isInSession(io.env)) return ticketFor(io.env, asked);
  const shown = shownDigest(asked.place, asked.verb, asked.ids);
  if (yes) return shown;
  if (!hasPerson(io))
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes. Nothing was changed.',
    );
  printResult(io, text());
  return (await io.ask.confirm(question, false)) ? shown : null;
}

/**
 * Uses up the ticket for a command that an agent runs, and returns the digest of what the person was shown. Refuses
 * without a ticket for this very call (CHRONICLE_NOT_ASKED), and if the person was shown something else
 * (CHRONICLE_CHANGED).
 */
function ticketFor(env: Env, { place, verb, ids, proof }: Asked): string {
  const taken = takeTicket(pathsIn(env), enclosingSession(env) ?? '', env, { verb, proof });
  if ('refusal' in taken)
    throw new ChronicleError('CHRONICLE_NOT_ASKED', `${REFUSALS[taken.refusal]} ${ADVICE} Nothing was changed.`);
  requireShown(place, verb, ids, taken.shown);
  return taken.shown;
}

const REFUSALS: Record<TicketRefusal, string> = {
  none: 'Nobody was asked about this change: the session-chronicle hook did not see the command, or could not read it.',
  'no proof':
    'Nobody was asked about this very command: it does not have the proof that the session-chronicle hook adds to the one a person allows. Another hook, or this version of Claude Code, may have dropped it.',
  late: 'The question about this change was asked more than two minutes ago.',
  decided: 'The person has said no to this change, or it was made already.',
};

const ADVICE =
  'Run it as a single plain command, such as chronicle memory apply p-12150d, or ask the person to run chronicle review in a terminal.';

/** Whether an agent runs this command. */
export function isInSession(env: Env): boolean {
  return Boolean(env.variables.CLAUDECODE) || enclosingSession(env) !== null;
}
