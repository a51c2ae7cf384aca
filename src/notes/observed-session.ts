import { isAttended, type Session } from '../format/session.ts';
import type { ObservedSession } from './book.ts';

/** What a session has for the book; nothing without observations. */
export function observedSession(session: Session): ObservedSession[] {
  const { observations } = session.notebook ?? {};
  if (!observations) return [];
  const { date: day } = session.chronicle.frontMatter;
  return [{ sessionId: session.id, day, attended: isAttended(session), observations }];
}
