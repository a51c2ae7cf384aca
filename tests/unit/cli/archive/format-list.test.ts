import { expect, it } from 'vitest';
import type { SessionCard } from '#src/archive/session-card.ts';
import { formatList } from '#src/cli/list.ts';
import { plain } from '#src/cli/terminal/text.ts';

const CARD: SessionCard = {
  ...{
    id: '5f0c1a52-91ae-4f6d-a8c3-5e2f60b4179d',
    name: 'clock',
    path: '/c.md',
    title: 'Give sessions a clock of their own',
  },
  project: { root: '/archive', directory: '-work-demarches', name: 'mairie-demarches', slug: 'mairie-demarches' },
  ...{ date: '2026-11-22', started: '2026-11-22T22:48:00Z', start: '2026-11-22 22:48', branch: 'main', task: '' },
  ...{ source: 'backfill', importedFrom: null, events: 4, found: 4, summary: 'machine', problems: 0 },
  ...{ figures: null, hasContent: true },
};

it('fits a narrow terminal, where the title has the room of the clock and the count', () => {
  expect(plain(formatList([{ card: CARD }], 60))).toBe(
    ['ID        Project       Started     Title', '5f0c1a52  mairie-dema…  2026-11-22  Give sessions a clock o…'].join(
      '\n',
    ),
  );
  const lines = plain(formatList([{ card: { ...CARD, machine: 'desk' } }], 60)).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
});
