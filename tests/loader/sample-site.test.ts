import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { type Finished, runCommand, startServer } from './command.ts';

describe('chronicle build --sample', () => {
  const config = temporaryDirectory();
  const own = join(config, 'session-chronicle/site');
  const sample = join(config, 'session-chronicle/cache/sample-site');
  let built: Finished;

  beforeAll(async () => {
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'index.html'), 'my own site');
    writeFileSync(join(own, '.session-chronicle.json'), '{"files":["index.html"]}');
    built = await runCommand(config, 'build', '--sample', '--no-search');
  });

  it('leaves the own site as it is, and says where the sample is', () => {
    expect([built.code, built.stdout]).toEqual([0, `${sample}\n`]);
    expect(readFileSync(join(own, 'index.html'), 'utf8')).toBe('my own site');
  });

  it('says that the problems of the sample are there on purpose', () => {
    const [first, ...rest] = built.stderr.split('\n');
    expect(first).toMatch(/^\d files of the sample have problems on purpose, to show what problems look like:$/);
    expect(rest[0]).toMatch(/\.md:\d+:\d+: /);
    expect(rest.filter((line) => line.startsWith('Built the site'))).toEqual([expect.stringMatching(/ sessions\.$/)]);
  });

  it('preview serves the own site, and the sample with --sample', async () => {
    const served = async (...options: string[]) =>
      (await fetch((await startServer(config, 'preview', '--port', '0', ...options)).url)).text();
    expect(await served()).toBe('my own site');
    expect(await served('--sample')).toContain('sessions/tidemark/');
  });
});
