import type { Wanted } from '#src/forget/wanted.ts';
import { WantedText } from '#src/forget/wanted-text.ts';

/** What the owner wants forgotten, as it was asked for. */
export type Target =
  | { kind: 'session'; session: string; names: readonly string[] }
  | { kind: 'event'; session: string; event: string }
  | { kind: 'text'; text: string };

/** What is wanted of a target. */
export function wantedOf(target: Target): Wanted {
  const none = { sessions: new Set<string>(), events: new Set<string>() };
  if (target.kind === 'text') return { ...none, text: new WantedText([target.text]) };
  if (target.kind === 'event') return { ...none, text: new WantedText([]), events: new Set([target.event]) };
  return { ...none, text: new WantedText([target.session, ...target.names]), sessions: new Set([target.session]) };
}
