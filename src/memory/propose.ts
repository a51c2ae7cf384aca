/** Files proposals, and records what a person decides about them without changing memory. `change.ts` applies them. */
import { causeOf, ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { asBytes } from '#src/lib/latin1.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { evidenceFinder } from './evidence.ts';
import { digestOf } from './file-bytes.ts';
import { type FiledProposal, type Filing, nameFault, textFaults } from './filing.ts';
import { MemoryState, readMemoryText, withMemory } from './memory-files.ts';
import { isProposableName } from './memory-text.ts';
import { knownProposal, type PromptOf, proposedMemory } from './proposed-memory.ts';
import { decisionOn, type Proposal, proposalsNamed, readProposals, requireShown, writeProposals } from './proposals.ts';
import type { Repeat } from './repeats.ts';
import { closeRetro, enclosingSession } from '#src/record/live.ts';

/**
 * Files proposals of the session `sessionId`, all or none. Filing the same proposal again adds no line; a newer one for
 * the same file replaces the session's open proposal. Refuses with a list of all problems, including those of the
 * filing's form (CHRONICLE_BAD_PROPOSAL).
 */
export function fileProposals(env: Env, place: MemoryPlace, sessionId: string, filing: Filing): StoredProposal[] {
  const find = evidenceFinder(env);
  return withMemory(place, () => {
    const state = new MemoryState(place);
    const faults = [...filing.faults];
    const checked = filing.proposals.flatMap((each, i) => {
      if (!each) return [];
      const at = `proposals[${i}]`;
      const found = each.events.map((reference) => find(reference, sessionId));
      faults.push(
        ...changeFaults(state, each).map(({ key, fault }) => `${at}.${key}: ${fault}`),
        ...found.flatMap((event, n) => ('fault' in event ? [`${at}.events[${n}]: ${event.fault}`] : [])),
      );
      const events = found.flatMap((event) => ('fault' in event ? [] : [event.reference]));
      return [{ ...each, events: [...new Set(events)] }];
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
): StoredProposal {
  return withMemory(place, () => {
    const { proposals } = readProposals(place);
    const state = new MemoryState(place);
    const open = proposals.filter((proposal) => proposal.state === 'open').map(({ file }) => file);
    const { file, text, reason, events } = proposedMemory(repeat, promptOf, new Set([...state.names, ...open]));
    const known = knownProposal(repeat, proposals);
    const earlier = known && known.state !== 'undone' ? proposals.find(({ id }) => id === known.id) : undefined;
    if (earlier)
      return { proposal: earlier, was: `${earlier.id} [${earlier.action}] ${earlier.file} is ${earlier.state}.` };
    const find = evidenceFinder(env);
    const usable = events.filter((event) => !('fault' in find(event, '')));
    const faults = changeFaults(state, { action: 'NEW', file, text }).map(({ fault }) => `${file}: ${fault}`);
    if (usable.length === 0)
      faults.push(`${repeat.id}: its prompts cannot be read, and a proposal rests on at least one.`);
    if (faults.length > 0) throw badProposal(faults);
    const newest = repeat.sessionIds.find((id) => usable.some((event) => event.startsWith(`${id}#`)));
    const filed = { action: 'NEW' as const, file, text, events: usable, reason };
    const [stored] = storeProposals(place, sessionId ?? newest ?? '', state, [filed], env.now());
    if (!stored) throw badProposal([`${file}: it could not be filed.`]);
    return stored;
  });
}

/**
 * Replaces a proposal with one that has the text a person edited, checked like any other. Refuses a text with problems
 * (CHRONICLE_BAD_PROPOSAL), an unknown id (CHRONICLE_NO_PROPOSAL), and a file that has changed since it was shown
 * (CHRONICLE_CHANGED).
 */
export function reviseProposal(place: MemoryPlace, id: string, text: string, now: Date): Proposal {
  return withMemory(place, () => {
    const [proposal] = proposalsNamed(place, [id]);
    if (!proposal) throw badProposal([]);
    const state = new MemoryState(place);
    if (digestOf(state.read(proposal.file)) !== proposal.before)
      throw new ChronicleError(
        'CHRONICLE_CHANGED',
        `${place.memory}/${proposal.file} was changed since ${id} was proposed. Propose it again. Nothing was changed.`,
      );
    const revised = { ...proposal, text };
    const faults = changeFaults(state, revised).map(({ fault }) => fault);
    if (faults.length > 0) throw refusal('Your text', faults, 'Edit your text again.');
    const [stored] = storeProposals(place, proposal.session_id, state, [revised], now, proposal);
    return stored?.proposal ?? proposal;
  });
}

/** All problems as one refusal. */
export function badProposal(faults: readonly string[]): ChronicleError {
  return refusal('The JSON', faults, 'Fix it and file all proposals again.');
}

function refusal(subject: string, faults: readonly string[], advice: string): ChronicleError {
  const most = 30;
  const listed = faults.slice(0, most).map((fault) => `\n  ${fault}`);
  const more = faults.length > most ? `\n  and ${faults.length - most} more.` : '';
  const count = counted(faults.length, 'problem');
  return new ChronicleError(
    'CHRONICLE_BAD_PROPOSAL',
    `${subject} has ${count}:${listed.join('')}${more}\nNothing was changed. ${advice}`,
  );
}

type ProposedChange = Pick<FiledProposal, 'action' | 'file' | 'text'>;

interface KeyedFault {
  key: 'file' | 'text';
  fault: string;
}

/** What is wrong with a change, as sentences. If nothing is, the next change starts from it. */
function changeFaults(state: MemoryState, change: ProposedChange): KeyedFault[] {
  const { action, file, text } = change;
  const other = action === 'NEW' && isProposableName(file) ? state.otherThing(file) : null;
  if (other) {
    const called = `${other} called ${clip(oneLine(file), 60)}`;
    return [{ key: 'file', fault: `${called} already exists. Choose another name.` }];
  }
  const name = nameFault(action, file, state.names);
  if (name) return [{ key: 'file', fault: name }];
  const unreadable = fileFault(state, file);
  if (unreadable) return [{ key: 'file', fault: unreadable }];
  const faults: KeyedFault[] =
    text === null ? [] : textFaults(text, readMemoryText(text)).map((fault) => ({ key: 'text', fault }));
  if (text !== null && state.read(file) === asBytes(text))
    faults.push({ key: 'text', fault: `${file} already says exactly this.` });
  if (faults.length > 0) return faults;
  const refusal = state.take(state.plan(change));
  return refusal ? [{ key: 'file', fault: refusal }] : [];
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

/** A stored proposal. `was` says how the same proposal was decided earlier; null if it is new or was open. */
export interface StoredProposal {
  proposal: Proposal;
  was: string | null;
}

/**
 * Stores checked proposals as open ones; `replaced` is the proposal that a person edited into the first. Decided
 * proposals are not changed. Call it under the lock of `withMemory`.
 */
function storeProposals(
  place: MemoryPlace,
  sessionId: string,
  state: MemoryState,
  filed: readonly FiledProposal[],
  now: Date,
  replaced?: Proposal,
): StoredProposal[] {
  const at = now.toISOString();
  const { proposals } = readProposals(place);
  const known = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  const changed = new Map<string, Proposal>();
  const stored = filed.map(({ action, file, text, events, reason }): StoredProposal => {
    const before = digestOf(state.read(file));
    const id = idOf({ session_id: sessionId, action, file, before, text }, known);
    const same = known.get(id);
    const isUndecided = !same || same.state === 'open' || same.replaced_by !== undefined;
    if (!isUndecided) return { proposal: same, was: decisionOn(same) };
    const proposal: Proposal = {
      id,
      state: 'open',
      proposed: same?.state === 'open' ? same.proposed : at,
      decided: null,
      undone: null,
      session_id: sessionId,
      action,
      file,
      before,
      text,
      events,
      reason,
    };
    for (const old of proposals) {
      const isOld = old.id === replaced?.id || (old.session_id === sessionId && old.file === file);
      if (isOld && old.state === 'open' && old.id !== id)
        changed.set(old.id, { ...old, state: 'skipped', decided: at, replaced_by: id });
    }
    changed.set(id, proposal);
    known.set(id, proposal);
    return { proposal, was: null };
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
