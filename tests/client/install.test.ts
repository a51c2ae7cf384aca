/* That the client accepts the plugin, and what `chronicle init` leaves in its settings and instructions. */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { bashCalls, textOf } from './api-request.ts';
import { appOf, chronicles, initialise, installPlugin, labWithGit, log } from './scenario.ts';

const scripts = [{ prompt: 'log it', commands: [log('INSIGHT', 'Found')] }];

it('is a valid plugin, warnings included, and installed without npm', async () => {
  const lab = await labWithGit(scripts);
  const run = await lab.run(['plugin', 'validate', inject('plugin'), '--strict']);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('Validation passed') });

  // For a plugin with a lockfile the client runs npm ci: 400 MB that no hook needs, or a minute's wait without network.
  writeFileSync(join(lab.home, 'npm'), '#!/bin/sh\ntouch "$HOME/npm-was-called"\n', { mode: 0o755 });
  lab.env.PATH = `${lab.home}${delimiter}${lab.env.PATH}`;
  await installPlugin(lab);
  expect(existsSync(join(lab.home, 'npm-was-called'))).toBe(false);
  const { stdout } = await lab.run(['plugin', 'list']);
  expect(stdout).toMatch(/session-chronicle@session-chronicle[\s\S]*enabled/);
});

it('records in settings after the package that init ran from is gone, with more time at the end', async () => {
  const lab = await labWithGit(scripts);
  const root = mkdtempSync(join(lab.home, 'npx '));
  for (const part of ['bin', 'hooks', 'skill', 'package.json'])
    cpSync(join(inject('plugin'), part), join(root, part), { recursive: true });
  initialise(lab, [], root);
  rmSync(root, { recursive: true });
  // Longer than a plugin's hook may take.
  const hook = join(appOf(lab), 'hook');
  renameSync(hook, `${hook}.quick`);
  writeFileSync(hook, `#!/bin/sh\n[ "$1" = session-end ] && sleep 3\nexec "$0.quick" "$@"\n`, { mode: 0o755 });

  const run = await lab.run(['-p', 'log it', '--permission-mode', 'default']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.milliseconds).toBeGreaterThan(3000);
  expect(bashCalls(lab.requests).map(({ isError }) => isError)).toEqual([false]);
  const recorded = { events: ['[INSIGHT] Found'], summary: expect.stringContaining('Auto-generated: 1 event') };
  expect(chronicles(lab, 1)).toMatchObject([recorded]);
});

it('loads the contract in every project when init put it into the user’s CLAUDE.md', async () => {
  const lab = await labWithGit([]);
  writeFileSync(join(lab.config, 'CLAUDE.md'), '# Mine\n\nWords of my own.\n');
  writeFileSync(join(lab.project, 'CLAUDE.md'), 'Words of the project.\n');
  initialise(lab);
  await lab.run(['-p', 'hello']);
  const text = lab.requests.slice(0, 1).map(textOf).join('');
  expect(text.split('## Session chronicle')).toHaveLength(2);
  const words = ['USER-CORRECTION', 'name the memory file', 'log nothing', 'Words of my own.', 'Words of the project.'];
  for (const each of words) expect(text).toContain(each);
  expect(text).not.toContain('session-chronicle:begin');
});
