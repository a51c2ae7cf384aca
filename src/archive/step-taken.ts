/**
 * What a session suggested to do next, and the later session that says it was done. Only the same words count: a handoff
 * that lists them as completed, or a first prompt that asks for them. Nothing else would be known.
 */
import type { Session } from '../format/session.ts';
import { memoised } from '../lib/memo.ts';

/** The later session of the project in which a step was done or asked for. */
export interface StepTaken {
  session: Session;
  how: 'done' | 'asked';
}

/** Where the suggested next step of a session was taken; null if no later session says so. `sessions` come newest first. */
export function nextStepTaken(session: Session, sessions: readonly Session[]): StepTaken | null {
  const text = session.notebook?.handoff?.suggestedNext ?? '';
  const key = `${session.project.slug}\n${folded(text)}`;
  const later = (steps(sessions).get(key) ?? []).filter(
    (each) => each.session.chronicle.frontMatter.started > session.chronicle.frontMatter.started,
  );
  return later.find(({ how }) => how === 'done') ?? later[0] ?? null;
}

/** What sessions completed and were asked for first, by project and words; each oldest first. */
const steps = memoised((sessions: readonly Session[]): ReadonlyMap<string, StepTaken[]> => {
  const found = new Map<string, StepTaken[]>();
  for (const session of sessions.toReversed()) {
    const add = (text: string, how: StepTaken['how']) => {
      const words = folded(text);
      if (words.split(' ').length < FEWEST_WORDS) return;
      const key = `${session.project.slug}\n${words}`;
      found.set(key, [...(found.get(key) ?? []), { session, how }]);
    };
    const { completed = '' } = session.notebook?.handoff ?? {};
    for (const text of new Set([completed, ...completed.split('\n')])) add(text, 'done');
    add(session.facts?.titles.prompt ?? '', 'asked');
  }
  return found;
});

/** Fewer words may be the same by chance. */
const FEWEST_WORDS = 3;

/** Only letters and digits, in lower case. */
function folded(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
