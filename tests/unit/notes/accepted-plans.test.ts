import { expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import { acceptedPlans } from '#src/cli/plan.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

it('lists the plans of the newest sessions first, and those of sessions without a time last', () => {
  const days = Array.from({ length: 60 }, (_, n) =>
    n % 3 === 1 ? '' : `2026-01-01T00:00:${n}Z`.replace(/:(\d)Z/, ':0$1Z'),
  );
  const sessions = days.map((to, n): Session => {
    const session = aSession({ id: `s-${n}`, date: '2026-01-01' });
    const project = { ...session.project, root: '/home/dev/proj' };
    return { ...session, project, name: `${n}`, facts: { ...someFacts({}).head, to } as NonNullable<Session['facts']> };
  });
  const plans = [{ heading: 'Plan', text: '# Plan\n\n- [ ] A\n', at: '2026-01-01T00:00:00Z', prompt: 0 }];
  const archive = { snapshot: { sessions }, factsOf: () => someFacts({ plans }) };
  const found = acceptedPlans(archive, '/home/dev/proj').map(({ session }) => session);
  expect(found).toEqual(['59', '57', '56', '54', '53', '51', '50', '48', '47', '45']);
});
