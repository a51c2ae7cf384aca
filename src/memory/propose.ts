import { isProposableName } from '#src/memory/memory-name.ts';
import type { FiledProposal, Filing } from '#src/memory/proposals/check-filing.ts';
import { nameFault, textFaults } from '#src/memory/proposals/check-proposal.ts';
import { indexWarning } from '#src/memory/proposals/plan-change.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { ChronicleError, causeOf, isErrno } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { readMemoryText } from './read-memory-text.ts';
import { asBytes } from '../lib/latin1.ts';
import { layoutIn, type World } from '../lib/world.ts';
import { EvidenceReader } from './evidence.ts';
import { digestOf } from './file-bytes.ts';
import { withMemory, withProposals } from './memory-lock.ts';
import { MemoryState } from './memory-state.ts';
import { proposalsNamed } from './proposals-file.ts';
import { type StoredProposal, storeProposals } from './store-proposals.ts';

export interface Filed {
  stored: StoredProposal[];
  /** Set if MEMORY.md would be nearly full. */
  warning: string | null;
}

/**
 * Files proposals of the session `sessionId`, all or none. Filing the same proposal again adds no line; a newer one for
 * the same file replaces the session's open proposal. Refuses with a list of all problems, including those of the
 * filing's form (CHRONICLE_BAD_PROPOSAL).
 */
export function fileProposals(world: World, place: MemoryPlace, sessionId: string, filing: Filing): Filed {
  const evidence = new EvidenceReader(world, layoutIn(world));
  return withProposals(place, () => {
    const state = new MemoryState(place);
    const faults = [...filing.faults];
    const checked = filing.proposals.flatMap((each, i) => {
      if (!each) return [];
      const at = `proposals[${i}]`;
      const found = each.events.map((reference) => evidence.find(reference, sessionId));
      faults.push(
        ...changeFaults(state, each).map(({ key, fault }) => `${at}.${key}: ${fault}`),
        ...found.flatMap((event, n) => ('fault' in event ? [`${at}.events[${n}]: ${event.fault}`] : [])),
      );
      const events = found.flatMap((event) => ('fault' in event ? [] : [event.reference]));
      return [{ ...each, events: [...new Set(events)] }];
    });
    if (faults.length > 0) throw badProposal(faults);
    return {
      stored: storeProposals(place, sessionId, state, checked, world.now()),
      warning: indexWarning(state.index),
    };
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
    if (faults.length > 0) throw badEdit(faults);
    const [stored] = storeProposals(place, proposal.session_id, state, [revised], now, proposal);
    return stored?.proposal ?? proposal;
  });
}

/** All problems as one refusal. */
export function badProposal(faults: readonly string[]): ChronicleError {
  return refusal('The JSON', faults, 'Fix it and file all proposals again.');
}

/** All problems in a text that a person edited. */
function badEdit(faults: readonly string[]): ChronicleError {
  return refusal('Your text', faults, 'Edit your text again.');
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
export function changeFaults(state: MemoryState, change: ProposedChange): KeyedFault[] {
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
