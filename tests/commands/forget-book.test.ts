import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { layoutOf } from '#src/lib/paths.ts';
import { openSandbox } from '../hooks/sandbox.ts';
import { allFiles } from './forgettable-archive.ts';
import { runChronicle } from './own-command.ts';

it.each(['HushHush', '3f6c2a10'])(
  'what is forgotten (%s) is in no index of observations and no briefing',
  async (what) => {
    const box = openSandbox();
    mkdirSync(box.state, { recursive: true });
    writeFileSync(join(box.state, 'config.json'), '{"layers": ["log", "notes", "observations"]}');
    const observe = async (id: string, text: string) => {
      await box.start(id);
      await box.run(['observe'], text, { env: { CLAUDE_CODE_SESSION_ID: id } });
      await box.end(id);
    };
    await observe('77aa01bc', '- [P1] The limiter can be reused');
    await observe('3f6c2a10', '- [P1] HushHush pays late\n  Scope: global');
    expect(existsSync(join(layoutOf(box.config).books, 'global.json'))).toBe(true);
    expect((await runChronicle(box, ['brief'])).stdout).toContain('HushHush');
    expect((await runChronicle(box, ['forget', what, '--yes'])).code).toBe(0);
    expect([...allFiles(box).values()].join()).not.toMatch(/HushHush/i);
    const { stdout } = await box.start('next');
    expect(stdout).toContain('The limiter can be reused');
    expect(stdout).not.toContain('HushHush');
  },
);
