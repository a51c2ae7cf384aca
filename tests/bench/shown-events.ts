/* Which found events of a session are measured as shown. The one place to change when the choice does. */

const LEAST = 5;
const PROMPTS_FOR_ONE_MORE = 4;
const MOST = 15;

/** The first events of a session, more of them the more prompts it has. */
export function shownEvents<Event>(events: readonly Event[], prompts: number): readonly Event[] {
  return events.slice(0, Math.min(MOST, LEAST + Math.floor(prompts / PROMPTS_FOR_ONE_MORE)));
}
