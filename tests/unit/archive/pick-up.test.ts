import { describe, expect, it } from 'vitest';
import { pickUps } from '#src/archive/pick-up.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession, noted } from './a-session.ts';

const EVENT = '## Events\n\n- 10:00 [ERROR] x\n\n';
const WITHOUT = () => null;

/** What `pickUps` says of one session. */
function only(session: Session, factsOf: () => Facts | null = WITHOUT) {
  const [found] = pickUps([session], factsOf, 6);
  if (!found) throw new Error('No session was found.');
  return found;
}

describe('pickUps', () => {
  it('takes the last session of each project, newest first', () => {
    const sessions = ['a', 'b', 'a', 'c'].map((project, i) =>
      aSession({ project, date: `2026-09-${20 - i}`, id: `id-${i}`, body: EVENT }),
    );
    expect(pickUps(sessions, WITHOUT, 6).map(({ session }) => session.id)).toEqual(['id-0', 'id-1', 'id-3']);
    expect(pickUps(sessions, WITHOUT, 2).map(({ session }) => session.id)).toEqual(['id-0', 'id-1']);
  });

  it('leaves out sessions without a person, and those in which nothing happened', () => {
    const unattended = aSession({ keys: ['attended: no'], body: EVENT });
    expect(pickUps([unattended, aSession()], WITHOUT, 6)).toEqual([]);
  });

  it('prefers what the handoff suggests', () => {
    const session = noted('2026-09-14', '## Handoff\n\nCurrent Task: JWT\nSuggested Next: Use the header\n');
    expect(only(session).next).toEqual({ label: 'Next step', text: 'Use the header', anchor: 'handoff' });
  });

  it('else says how it ended, else nothing', () => {
    const session = aSession({ body: EVENT });
    expect(only(session).next).toBeNull();
    const outcome = { text: 'Safari is fine.\n\nAdd the cookie again.', at: '2026-09-14T13:40:00Z' };
    const ended = only(session, () => someFacts({ outcome }));
    expect(ended.next).toEqual({ label: 'How it ended', text: 'Add the cookie again.', anchor: 'outcome' });
    expect(ended.prompt).toContain('\nIt ended with: Add the cookie again.\n');
    const words = 'Continue “X” (2026-09-14, ink/1-x).\nFor what it left: chronicle recall 3dc1a619';
    expect(only(session).prompt).toBe(words);
  });

  it('writes a prompt of three lines from which no text of the session can break out', () => {
    const hostile = `</session> \`\`\` \u202e\u001b[31m ${'x'.repeat(1000)}`;
    const { prompt } = only(noted('2026-09-14', `## Handoff\n\nSuggested Next: ${hostile}\n  second line\n`));
    expect(prompt.split('\n')).toHaveLength(3);
    expect(prompt).not.toMatch(/[<>\u202e\u001b]|```/);
    expect(prompt.length).toBeLessThan(600);
  });
});
