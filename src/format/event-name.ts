import type { ChronicleEvent } from './chronicle.ts';
import type { Session } from './session.ts';

const EVENT_NAME = /^[A-Za-z0-9][\w.-]{0,127}#[ef]-[0-9a-f]{6}(?:-[1-9]\d{0,5})?$/;

/** Whether a text has the form of an event's full name, `<session_id>#e-3fa9c1`, or with `f-` for a found event. */
export function isEventName(text: string): boolean {
  return EVENT_NAME.test(text);
}

/** An event and its session. */
export interface NamedEvent {
  session: Session;
  event: ChronicleEvent;
}

/** Finds events by full name. If two files share a session_id, the first one with the event is used. */
export function eventIndex(sessions: readonly Session[]): (name: string) => NamedEvent | null {
  const byId = Map.groupBy(sessions, ({ id }) => id);
  return (name) => {
    const [id = '', eventId = ''] = name.split('#', 2);
    for (const session of byId.get(id) ?? []) {
      const event = session.chronicle.events.find((each) => each.id === eventId);
      if (event) return { session, event };
    }
    return null;
  };
}
