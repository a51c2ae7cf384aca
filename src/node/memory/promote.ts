import type { Session } from '#src/chronicle/session.ts';
import type { MemoryFile } from '#src/memory/ledger/memory-history.ts';
import { KnownMemories, type Relation } from '#src/memory/promote/known-memories.ts';
import { newMemory, promotionReason, strengthenedMemory } from '#src/memory/promote/promoted-text.ts';
import { type Promotion, promotionsOf } from '#src/memory/promote/promotions.ts';
import type { FiledProposal } from '#src/memory/proposals/check-filing.ts';
import { isNoteReference } from '#src/memory/proposals/evidence-kinds.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import type { Detector } from '#src/redaction/match.ts';
import { isPrivate } from '#src/redaction/private-text.ts';
import { readMemoryText } from '../archive/read-memory-text.ts';
import { asText } from '../disk/latin1.ts';
import { layoutIn, type World } from '../world.ts';
import { EvidenceReader } from './evidence.ts';
import { withProposals } from './memory-lock.ts';
import { MemoryState } from './memory-state.ts';
import { readProposals } from './proposals-file.ts';
import { changeFaults } from './propose.ts';
import { type StoredProposal, storeProposals } from './store-proposals.ts';

/** A person cannot review more with care. Counted are open proposals that rest on notes. */
export const MOST_OPEN = 20;
/** Scanning for secrets takes a millisecond a line; the rest is left to the next run. */
const MOST_SCANNED = 400;
/** More do not make a stronger case. */
const MOST_CITED = 6;

interface PromoteOptions {
  world: World;
  place: MemoryPlace;
  /** The sessions of the project, newest first. */
  sessions: readonly Session[];
  /** Its memories. */
  files: readonly Pick<MemoryFile, 'file' | 'text'>[];
  detectors: () => Promise<readonly Detector[]>;
  /** Only what this session noted; null for all sessions. */
  session: string | null;
}

/** What could be proposed, and what became of the rest. */
export interface PromotionPlan {
  /** In the order in which they will be filed. */
  chosen: { promotion: Promotion; relation: Relation }[];
  /** How many notes memory says already. */
  said: number;
  /** How many contain a secret or something personal. */
  private: number;
  /** How many wait until the open proposals are decided. */
  waiting: number;
  /** How many proposals from notes are open already. */
  open: number;
}

/** A proposal as it would be filed by the session of its newest note. */
export interface PlannedProposal extends FiledProposal {
  sessionId: string;
}

/** Chooses which notes to propose, newest first. Writes nothing. */
export async function planPromotions(options: PromoteOptions): Promise<PromotionPlan> {
  const { place, sessions, files, session } = options;
  const { proposals } = readProposals(place);
  const undecided = proposals.filter(({ state }) => state === 'open');
  const open = undecided.filter(({ events }) => events.some(isNoteReference)).length;
  const found = promotionsOf(sessions, citedIn(proposals)).filter(
    ({ notes }) => session === null || notes.some(({ sessionId }) => sessionId === session),
  );
  const plan: PromotionPlan = { chosen: [], said: 0, private: 0, waiting: 0, open };
  if (found.length === 0) return plan;
  const known = new KnownMemories([...files, ...undecided.flatMap(proposedMemory)]);
  const detectors = await options.detectors();
  const busy = new Set(undecided.map(({ file }) => file));
  let scanned = 0;
  for (const promotion of found) {
    const { text } = promotion.notes[0];
    const relation = known.relationOf(text);
    if (relation.is === 'said') plan.said++;
    else if (plan.chosen.length + open >= MOST_OPEN || scanned === MOST_SCANNED) plan.waiting++;
    else if (relation.is === 'alike' && busy.has(relation.file)) plan.waiting++;
    else {
      scanned++;
      if (await isPrivate(text, detectors)) plan.private++;
      else {
        plan.chosen.push({ promotion, relation });
        if (relation.is === 'alike') busy.add(relation.file);
      }
    }
  }
  return plan;
}

/** The proposals of a plan, and why others cannot be filed. Writes nothing. */
export function plannedProposals(
  { world, place, sessions }: Pick<PromoteOptions, 'world' | 'place' | 'sessions'>,
  { chosen }: PromotionPlan,
): { planned: PlannedProposal[]; faults: string[] } {
  const state = new MemoryState(place);
  const evidence = new EvidenceReader(world, layoutIn(world), pathsOf(sessions));
  const { proposals } = readProposals(place);
  const cited = citedIn(proposals);
  const open = proposals.filter((proposal) => proposal.state === 'open').map(({ file }) => file);
  const taken = new Set([...state.names, ...open]);
  const planned: PlannedProposal[] = [];
  const faults: string[] = [];
  for (const { promotion, relation } of chosen) {
    const { notes } = promotion;
    // Another command may have filed it since it was chosen.
    if (notes.some(({ reference }) => cited.has(reference))) continue;
    const newest = notes.slice(0, MOST_CITED);
    const found = newest.filter((note) => !('fault' in evidence.find(note.reference, note.sessionId)));
    if (found[0] !== notes[0]) continue;
    const change = changeFor(promotion, relation, state, taken);
    const wrong = changeFaults(state, change).map(({ fault }) => `${change.file}: ${fault}`);
    faults.push(...wrong);
    if (wrong.length > 0) continue;
    taken.add(change.file);
    const events = found.map(({ reference }) => reference);
    planned.push({ ...change, events, sessionId: notes[0].sessionId });
  }
  return { planned, faults };
}

/** Files the proposals of a plan, each for the session of its newest note, and says why others could not be filed. */
export function filePromotions(
  options: Pick<PromoteOptions, 'world' | 'place' | 'sessions'>,
  plan: PromotionPlan,
): { stored: StoredProposal[]; faults: string[] } {
  const { world, place } = options;
  if (plan.chosen.length === 0) return { stored: [], faults: [] };
  return withProposals(place, () => {
    const { planned, faults } = plannedProposals(options, plan);
    const state = new MemoryState(place);
    const stored = planned.flatMap(({ sessionId, ...filed }) =>
      storeProposals(place, sessionId, state, [filed], world.now()),
    );
    return { stored, faults };
  });
}

function changeFor(
  promotion: Promotion,
  relation: Relation,
  state: MemoryState,
  taken: ReadonlySet<string>,
): Omit<FiledProposal, 'events'> {
  const before = relation.is === 'alike' ? state.read(relation.file) : null;
  if (relation.is !== 'alike' || before === null)
    return { action: 'NEW', ...newMemory(promotion, taken), reason: promotionReason(promotion, null) };
  return {
    action: 'STRENGTHEN',
    file: relation.file,
    text: strengthenedMemory(asText(before), promotion),
    reason: promotionReason(promotion, relation.file),
  };
}

/** The chronicles of sessions by their ids. */
export function pathsOf(sessions: readonly Session[]): Map<string, string> {
  return new Map(sessions.map(({ id, path }) => [id, path]));
}

/** The notes that a proposal cites, whatever became of it: none is proposed twice. */
function citedIn(proposals: readonly Proposal[]): Set<string> {
  return new Set(proposals.flatMap(({ events }) => events.filter(isNoteReference)));
}

/** What memory would say if an open proposal were applied. */
function proposedMemory({ file, text }: Proposal): Pick<MemoryFile, 'file' | 'text'>[] {
  return text === null ? [] : [{ file, text: readMemoryText(text) }];
}
