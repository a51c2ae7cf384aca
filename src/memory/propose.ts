/** Files proposals, and records what a person decides about them without changing memory. `change.ts` applies them. */
import { causeOf, ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { asBytes } from '#src/lib/latin1.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { closeRetro, enclosingSession } from '#src/record/live.ts';
import { evidenceFinder } from './evidence.ts';
import { digestOf } from './file-bytes.ts';
import { badProposal, type FiledProposal, nameFault, textFaults } from './filing.ts';
import { MemoryState, readMemoryText, withMemory } from './memory-files.ts';
import { knownProposal, type PromptOf, proposedMemory } from './proposed-memory.ts';
import { decisionOn, type Proposal, proposalsNamed, readProposals, requireShown, writeProposals } from './proposals.ts';
import type { Repeat } from './repeats.ts';

/**
 * Files proposals of the session `sessionId`, all or none, and returns them as stored. Filing the same proposal again adds no line,
 * and a decided one stays decided; a newer one for the same file replaces the session's open proposal. Refuses with a list of all
 * problems (CHRONICLE_BAD_PROPOSAL).
 */
export function fileProposals(
  env: Env,
  place: MemoryPlace,
  sessionId: string,
  filed: readonly FiledProposal[],
): Proposal[] {
  const find = evidenceFinder(env);
  return withMemory(place, () => {
    const state = new MemoryState(place);
    const faults: string[] = [];
    const checked = filed.map((each, i) => {
      faults.push(...changeFaults(state, each).map((fault) => `proposals[${i}].${fault}`));
      const events = each.events.flatMap((reference, n) => {
        const event = find(reference, sessionId);
        if ('reference' in event) return [event.reference];
        faults.push(`proposals[${i}].events[${n}]: ${event.fault}`);
        return [];
      });
      return { ...each, events: [...new Set(events)] };
    });
    if (faults.length > 0) throw badProposal(faults);
    return storeProposals(place, sessionId, state, checked, env.now());
  });
}

/**
 * Files the proposal for `sessionId`, or else for the newest session with that request or failure. A repeat that was already
 * proposed is not proposed again, whatever became of the proposal. Refuses one without a prompt to rest on (CHRONICLE_BAD_PROPOSAL).
 */
export function proposeRepeat(
  env: Env,
  place: MemoryPlace,
  sessionId: string | null,
  repeat: Repeat,
  promptOf: PromptOf,
): Proposal {
  return withMemory(place, () => {
    const { proposals } = readProposals(place);
    const state = new MemoryState(place);
    const known = knownProposal(repeat, proposals);
    if (known && known.state !== 'undone') return known;
    const open = proposals.filter((proposal) => proposal.state === 'open').map(({ file }) => file);
    const proposed = proposedMemory(repeat, promptOf, new Set([...state.names, ...open]));
    const find = evidenceFinder(env);
    const filed = { ...proposed, events: proposed.events.filter((event) => !('fault' in find(event, ''))) };
    const faults = changeFaults(state, filed);
    if (filed.events.length === 0)
      faults.push(`${repeat.id}: its prompts cannot be read, and a proposal rests on at least one.`);
    if (faults.length > 0) throw badProposal(faults);
    const newest = repeat.sessionIds.find((id) => filed.events.some((event) => event.startsWith(`${id}#`)));
    const [stored] = storeProposals(place, sessionId ?? newest ?? '', state, [filed], env.now());
    if (!stored) throw badProposal([`${filed.file}: it could not be filed.`]);
    return stored;
  });
}

/** What is wrong with a change, as sentences after the key they are about. If nothing is, the next change starts from it. */
function changeFaults(state: MemoryState, change: FiledProposal): string[] {
  const { file, text } = change;
  const fault = nameFault(change, state.names) ?? fileFault(state, file);
  if (fault) return [`file: ${fault}`];
  const faults = text === null ? [] : textFaults(text, readMemoryText(text));
  if (text !== null && state.read(file) === asBytes(text)) faults.push(`${file} already says exactly this.`);
  if (faults.length > 0) return faults.map((each) => `text: ${each}`);
  const refusal = state.take(state.plan(change));
  return refusal ? [`file: ${refusal}`] : [];
}

/** Why a name is not a readable file: links, pipes and directories are not memories. */
function fileFault(state: MemoryState, file: string): string | null {
  try {
    state.read(file);
    return null;
  } catch (error) {
    if (!(error instanceof ChronicleError) && !isErrno(error, 'ELOOP', 'EISDIR', 'EMLINK')) throw error;
    return causeOf(error);
  }
}

/** Stores checked proposals as open ones. Decided proposals are not changed. Call it under the lock of `withMemory`. */
function storeProposals(
  place: MemoryPlace,
  sessionId: string,
  state: MemoryState,
  filed: readonly FiledProposal[],
  now: Date,
): Proposal[] {
  const at = now.toISOString();
  const { proposals } = readProposals(place);
  const known = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  const changed = new Map<string, Proposal>();
  const stored = filed.map(({ action, file, text, events, reason }): Proposal => {
    const before = digestOf(state.read(file));
    const id = idOf({ session_id: sessionId, action, file, before, text }, known);
    const same = known.get(id);
    if (same && same.state !== 'open' && same.replaced_by === undefined) return same;
    const proposed = same?.state === 'open' ? same.proposed : at;
    const proposal: Proposal = {
      ...{ id, state: 'open', proposed, decided: null, undone: null, session_id: sessionId },
      ...{ action, file, before, text, events, reason },
    };
    for (const old of proposals)
      if (old.session_id === sessionId && old.file === file && old.state === 'open' && old.id !== id)
        changed.set(old.id, { ...old, state: 'skipped', decided: at, replaced_by: id });
    changed.set(id, proposal);
    known.set(id, proposal);
    return proposal;
  });
  writeProposals(place, [...changed.values()]);
  return stored;
}

type Identity = Pick<Proposal, 'session_id' | 'action' | 'file' | 'before' | 'text'>;

/** The same proposal always gets the same id. If another one has its first digits, the id gets longer. */
function idOf(identity: Identity, known: ReadonlyMap<string, Proposal>): string {
  const parts = ({ session_id, action, file, before, text }: Identity) =>
    JSON.stringify([session_id, action, file, before, text]);
  const digest = sha256Of(parts(identity));
  for (let length = 6; ; length += 2) {
    const id = `p-${digest.slice(0, length)}`;
    const other = known.get(id);
    if (!other || parts(other) === parts(identity) || length >= digest.length) return id;
  }
}

/**
 * Records that a person skipped open proposals, and returns them as stored. Refuses an unknown id
 * (CHRONICLE_NO_PROPOSAL) and a proposal that was already decided (CHRONICLE_DECIDED). With `shown`, the digest of what
 * the person agreed to, also refuses anything else (CHRONICLE_CHANGED).
 */
export function skipProposals(place: MemoryPlace, ids: readonly string[], now: Date, shown?: string): Proposal[] {
  return withMemory(place, () => {
    if (shown !== undefined) requireShown(place, 'skip', ids, shown);
    const decided = now.toISOString();
    const skipped = proposalsNamed(place, ids).map((proposal): Proposal => {
      if (proposal.state === 'open') return { ...proposal, state: 'skipped', decided };
      throw new ChronicleError('CHRONICLE_DECIDED', `${decisionOn(proposal)} Nothing was changed.`);
    });
    writeProposals(place, skipped);
    return skipped;
  });
}

/** Makes a skipped or undone proposal open again. Refuses an unknown id (CHRONICLE_NO_PROPOSAL). */
export function reopenProposal(place: MemoryPlace, id: string): void {
  withMemory(place, () => {
    const [proposal] = proposalsNamed(place, [id]);
    if (proposal && proposal.state !== 'approved')
      writeProposals(place, [{ ...proposal, state: 'open', decided: null, undone: null }]);
  });
}

/**
 * Ends the retrospective that filed these proposals, once a person has decided about all of its proposals: from then on, the
 * agent's own writes to memory need no approval. Never fails: while a retrospective stays open, a person is asked more often.
 */
export function endRetroOf(env: Env, place: MemoryPlace, decided: readonly string[]): void {
  try {
    const { proposals } = readProposals(place);
    const running = enclosingSession(env);
    const sessions = new Set(proposals.filter(({ id }) => decided.includes(id)).map(({ session_id }) => session_id));
    if (running !== null) sessions.add(running);
    if (proposals.some(({ state, session_id }) => state === 'open' && sessions.has(session_id))) return;
    for (const session of sessions) closeRetro(pathsIn(env), session);
  } catch {
    // The decision is made. Nothing is lost.
  }
}
