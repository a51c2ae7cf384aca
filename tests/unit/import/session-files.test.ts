import { expect, it } from 'vitest';
import type { ImportedSession } from '#src/import/imported-session.ts';
import { SessionFiles } from '#src/import/session-files.ts';
import { readConfig } from '#src/lib/config.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { plainObservation } from '#src/notes/observed.ts';

it('leaves out the oldest observations of a session that has more than a notebook can hold', () => {
  const paths = pathsOf('/nowhere');
  const options = { paths, config: readConfig(paths).config, system: 'claude-mem', now: () => new Date(0) };
  const files = new SessionFiles({ ...options, placer: { free: (pathOf) => pathOf(1) } });
  const observations = Array.from({ length: 80 }, (_, n) => ({
    key: `key-${n}`,
    at: n * 1000,
    observed: { ...plainObservation(`Finding ${n}`), narrative: 'x'.repeat(200_000) },
  }));
  const session: ImportedSession = {
    ...{ id: 'one', at: 0, project: 'larder', title: '', about: '', prompts: [], handoff: null, remark: '' },
    observations,
  };
  const made = files.filesOf(session, { chronicle: null, directory: '-larder', cwd: '' });
  const notebook = made.files.find(({ path }) => path.includes('/notebooks/'))?.bytes ?? '';
  expect(notebook.length).toBeLessThan(16 * 1024 * 1024);
  expect([notebook.includes('Finding 79'), notebook.includes('Finding 0')]).toEqual([true, false]);
  expect(made.keys).toHaveLength(78);
  expect(made.problem).toBe(
    'Session one has more than a notebook can hold (16 MiB): its 2 oldest observations were left out.',
  );
});
