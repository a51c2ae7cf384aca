import type { Layout } from '#src/project/paths.ts';
import type { Checkout } from '../git/checkout.ts';

/** The session that starts. */
export interface StartingSession {
  projectDirectory: string;
  branch: string;
  sessionId: string;
  now: Date;
  /** The longest briefing (estimated tokens); 0 for none. */
  tokens: number;
}

/** What a session is told of earlier ones where observations are on; null if there is nothing to tell. */
export function toldAtStart(_layout: Layout, _checkout: Checkout, _session: StartingSession): string | null {
  return null;
}
