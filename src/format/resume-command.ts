import { isImported, type Session } from './session.ts';
import { isSessionId } from './session-id.ts';

/** The command that opens a session again, in its project; null for a session of another machine or system. */
export function resumeCommand({
  id,
  machine,
  chronicle,
}: Pick<Session, 'id' | 'machine' | 'chronicle'>): string | null {
  const isHere = !machine && !isImported({ chronicle });
  return isHere && isSessionId(id) ? `claude --resume ${id}` : null;
}
