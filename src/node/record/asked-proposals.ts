import { type Layout, memoryPlace } from '#src/project/paths.ts';
import type { MemoryChange } from '#src/record/memory-change.ts';
import type { AskedProposal } from '#src/record/memory-question.ts';
import { indexedPath } from '../session/index-entry.ts';
import { readLastLines } from '../store/read-end.ts';

/** The newest proposals are the last; a person waits for this (bytes). */
const TAIL = 2 * 1024 * 1024;

/**
 * The proposals that a change is about, as the project's file has them: those it names, or with `all` the
 * open ones of this session. Empty where the session's project is not known. Decoded by hand, as
 * the schema library would cost the hook more than all the rest.
 */
export function askedProposals(layout: Layout, sessionId: string, { ids, isAll }: MemoryChange): AskedProposal[] {
  const chronicle = indexedPath(layout, sessionId);
  if (chronicle === null) return [];
  const projectDirectory = chronicle.slice(layout.projects.length + 1).split('/')[0] ?? '';
  const lines = readLastLines(memoryPlace(layout, projectDirectory).proposals, TAIL) ?? [];
  return lines.flatMap((line) => {
    const proposal = decode(line);
    if (!proposal) return [];
    const { id, action, file, state, session_id } = proposal;
    const isMeant = isAll ? state === 'open' && session_id === sessionId : ids.includes(id);
    return isMeant ? [{ id, action, file }] : [];
  });
}

function decode(line: string): (AskedProposal & { state: unknown; session_id: unknown }) | null {
  try {
    const { id, action, file, state, session_id }: Record<string, unknown> = JSON.parse(line);
    if (typeof id !== 'string' || typeof file !== 'string' || typeof action !== 'string') return null;
    return /^p-[0-9a-f]{6,64}$/.test(id) && /^[A-Z]+\??$/.test(action) ? { id, action, file, state, session_id } : null;
  } catch {
    return null;
  }
}
