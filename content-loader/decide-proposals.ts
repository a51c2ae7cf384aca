import type { ProjectProposal } from '#src/memory/ledger/memory-history.ts';
import { requireUsualMemory } from '#src/setup/usual-memory.ts';
import { applyProposals } from '#src/memory/apply.ts';
import { type Sides, textOf } from '#src/memory/file-bytes.ts';
import { planUndo } from '#src/memory/plan-undo.ts';
import { reviseProposal } from '#src/memory/propose.ts';
import { digestToShow, requireShown } from '#src/memory/require-shown.ts';
import { reopenProposals, skipProposals } from '#src/memory/store-proposals.ts';
import { undoChange } from '#src/memory/undo.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type MemoryPlace, memoryPlace } from '#src/lib/paths.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { printable } from '#src/lib/text/printable.ts';
import { currentSnapshot, providedArchive } from './current-archive.ts';
import type { Decision, DecisionLog } from './decision-log.ts';
import type { Answer } from './edit-endpoints.ts';
import { Refusal } from './edit-request.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { diffLines } from './proposal-diff.ts';

/** What decisions about memory need. */
export interface DecisionContext {
  world: World;
  decisions: DecisionLog;
  /** Null if nobody started the server in a terminal: then nothing here can be decided. */
  codes: OneTimeCodes | null;
}

/**
 * Applies or skips a proposal for a page, as `chronicle memory apply` and `skip` do for a person in a terminal. Without a
 * code, prints one in the terminal of the server; with it, carries the decision out. Refuses anything but what the page
 * showed.
 */
export function decideProposal(context: DecisionContext, fields: Record<string, unknown>): Answer {
  const { project, proposal: id, verb, shown, code } = fields;
  if (typeof project !== 'string' || typeof id !== 'string' || typeof shown !== 'string' || !isCode(code))
    throw new Refusal(400, 'A decision needs a project, a proposal, what was shown, and a code. Nothing was changed.');
  if (verb !== 'apply' && verb !== 'skip')
    throw new Refusal(400, 'A proposal is applied or skipped. Nothing was changed.');
  const proposal = openProposal(project, id);
  const { world, decisions } = context;
  const place = memoryPlace(layoutIn(world), project);
  if (verb === 'apply') requireUsualMemory(world, place);
  requireAsShown(() => requireShown(place, verb, [id], shown));
  const isAgreed = agreedTo(context, {
    change: JSON.stringify([verb, project, id, shown]),
    what: `${verb} ${id}, ${proposal.action} ${oneLine(proposal.file)} of ${proposal.project.name}`,
    code,
  });
  if (!isAgreed) return { said: TYPE_IT, needsCode: true };
  const decision = requireAsShown(() => (verb === 'apply' ? applied : skipped)(context, place, proposal, shown));
  decisions.add(decision);
  refresh(world, place, proposal.file);
  return { said: `${proposal.file}: the proposal was ${decision.verdict}.` };
}

/**
 * Replaces a proposal for a page with one that has the text that a person edited. It stays open, so this takes no code: the
 * agent may propose anything. Refuses anything but what the page showed.
 */
export function reviseShown(
  { world }: DecisionContext,
  { project, proposal: id, shown, text }: Record<string, unknown>,
): Answer {
  if (typeof project !== 'string' || typeof id !== 'string' || typeof shown !== 'string' || typeof text !== 'string')
    throw new Refusal(400, 'An edit needs a project, a proposal, what was shown, and a text. Nothing was changed.');
  const { file } = openProposal(project, id);
  const place = memoryPlace(layoutIn(world), project);
  requireAsShown(() => requireShown(place, 'apply', [id], shown));
  requireAsShown(() => reviseProposal(place, id, text.replaceAll('\r\n', '\n'), world.now()));
  refresh(world, place, file);
  return { said: 'The proposal has your words now. It is not applied yet.' };
}

/** Undoes the last decision for a page. A change of memory takes a code again, and what undoing it does is shown first. */
export function undoDecision(context: DecisionContext, { decision: id, code }: Record<string, unknown>): Answer {
  if (!isCode(code)) throw new Refusal(400, 'To undo, name the decision, and a code or null. Nothing was changed.');
  const { decisions } = context;
  const last = decisions.last(id);
  if (!last) throw new Refusal(409, 'This is no longer the last decision. Reload the page. Nothing was changed.');
  const { undo, about, verdict } = last;
  if (typeof undo === 'function') undo();
  else {
    const { digest, diff } = undo.plan();
    const words = `undo that ${oneLine(about)} was ${verdict}`;
    if (!agreedTo(context, { change: JSON.stringify(['undo', id, digest]), what: words, code }))
      return { said: TYPE_IT, needsCode: true, diff };
    undo.carryOut(digest);
  }
  decisions.removeLast();
  return { said: 'Undone.' };
}

const TYPE_IT = 'Type the code that the terminal of chronicle dev shows now.';

interface Asked {
  /** What the code is for, down to the digest of what was shown. */
  change: string;
  /** The same for a person. */
  what: string;
  code: string | null;
}

/** Whether the person has typed the code for a change; if they have none yet, it is printed. */
function agreedTo({ codes }: DecisionContext, { change, what, code }: Asked): boolean {
  if (codes === null) throw new Refusal(403, NO_TERMINAL);
  if (code === null) codes.offer(change, what);
  else codes.take(change, code);
  return code !== null;
}

const NO_TERMINAL =
  'Pages can change memory only if a person started chronicle dev in a terminal, where a code appears for each change. Use chronicle memory review. Nothing was changed.';

function openProposal(project: string, id: string): ProjectProposal {
  const found = currentSnapshot().memory.proposals.find(
    (each) => each.id === id && each.state === 'open' && each.project.directory === project,
  );
  if (found) return found;
  throw new Refusal(409, 'This proposal is no longer open. Nothing was changed.');
}

function applied(
  { world }: DecisionContext,
  place: MemoryPlace,
  { id, file }: ProjectProposal,
  shown: string,
): Decision {
  applyProposals(place, [id], world.now(), shown);
  return {
    verdict: 'approved',
    count: 1,
    about: file,
    item: id,
    undo: {
      plan() {
        const { memory, index } = planUndo(place, id);
        const diff = [...diffOf(file, memory), ...(index ? diffOf('MEMORY.md', index).map(inIndex) : [])];
        return { digest: digestToShow(place, 'undo', [id]), diff: diff.map(printable) };
      },
      carryOut(digest) {
        requireAsShown(() => undoChange(place, id, world.now(), { shown: digest }));
        reopenProposals(place, [id]);
        refresh(world, place, file);
      },
    },
  };
}

function skipped(
  { world }: DecisionContext,
  place: MemoryPlace,
  { id, file }: ProjectProposal,
  shown: string,
): Decision {
  skipProposals(place, [id], world.now(), shown);
  return {
    verdict: 'skipped',
    count: 1,
    about: file,
    item: id,
    undo: {
      plan: () => ({ digest: digestToShow(place, 'skip', [id]), diff: [] }),
      carryOut(digest) {
        requireAsShown(() => requireShown(place, 'skip', [id], digest));
        reopenProposals(place, [id]);
        refresh(world, place, file);
      },
    },
  };
}

function diffOf(file: string, { before, after }: Sides): string[] {
  return diffLines(unifiedDiff(file, textOf(before), textOf(after)));
}

function inIndex(line: string): string {
  return `${line.slice(0, 1)}MEMORY.md: ${line.slice(1)}`;
}

/** The sentence of a command about a change since tells what to type; a page is reloaded. */
function requireAsShown<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ChronicleError) || error.code !== 'CHRONICLE_CHANGED') throw error;
    throw new Refusal(
      409,
      'The memory or its proposal has changed since this page showed it. Look at it again. Nothing was changed.',
    );
  }
}

/** Shows the change on pages and to hooks. */
function refresh(world: World, place: MemoryPlace, file: string): void {
  const archive = providedArchive();
  archive?.refresh(place.proposals, place.ledger, place.index, `${place.memory}/${file}`);
  if (archive) writeMemoryIndex(layoutIn(world), archive.snapshot);
}

function isCode(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= 40);
}
