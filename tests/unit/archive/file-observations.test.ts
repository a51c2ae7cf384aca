import { expect, it } from 'vitest';
import { observationsByFile } from '#src/archive/observations.ts';
import { noted } from './a-session.ts';

it('has the observations about each file, newest first, without those that are superseded', () => {
  const old = noted(
    '2026-09-01',
    '## Observations\n- [P2] Old\n  Files: src/auth.ts\n- [P2] Kept\n  Files: src/auth.ts, src/auth.ts',
  );
  const id = old.notebook?.observations?.[0]?.id;
  const later = noted(
    '2026-09-02',
    `## Observations\n- [P2] New\n  Files: src/auth.ts, lib/redis.ts\n  Supersedes: ${old.id}#${id}`,
  );
  const found = observationsByFile([later, old]);
  expect([...found].map(([path, entries]) => [path, entries.map(({ observation }) => observation.title)])).toEqual([
    ['src/auth.ts', ['New', 'Kept']],
    ['lib/redis.ts', ['New']],
  ]);
});
