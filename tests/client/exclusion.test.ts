import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bashCalls, hookContexts } from './api-request.ts';
import { readChronicles } from './chronicles.ts';
import { installPlugin, labWithGit, log } from './scenario.ts';
import { initialise } from './settings-install.ts';

it.each(['plugin', 'settings'])(
  'nothing is recorded below .no-chronicle, and the agent is told why, with the %s',
  async (kind) => {
    const lab = await labWithGit([{ prompt: 'log it', commands: [log('INSIGHT', 'Found')] }]);
    if (kind === 'plugin') await installPlugin(lab);
    else initialise(lab, ['--contract', 'none']);
    const file = join(lab.project, '.no-chronicle');
    writeFileSync(file, '');
    const run = await lab.run(['-p', 'log it']);
    expect(readChronicles(lab.config)).toEqual([]);
    expect(lab.requests.flatMap(hookContexts)).toEqual([]);
    expect(bashCalls(lab.requests)).toMatchObject([
      { isError: false, output: expect.stringContaining(`Recording is turned off here by ${file}.`) },
    ]);
    expect(existsSync(join(lab.config, 'session-chronicle/index'))).toBe(false);
    expect(run).toMatchObject({ code: 0, stderr: '' });
  },
);
