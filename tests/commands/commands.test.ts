import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runIn } from './run-command.ts';

const config = temporaryDirectory('cli');

async function chronicle(...args: string[]) {
  const { code, stdout, stderr } = await runIn(config, ...args);
  return { status: code, stdout, stderr };
}

describe('chronicle', () => {
  it('lists its commands on stdout', async () => {
    const help = await chronicle('--help');
    expect(help).toMatchObject({ status: 0, stderr: '' });
    for (const name of ['dev', 'build', 'preview']) expect(help.stdout).toContain(`\n  ${name} `);
    expect(help.stdout).not.toContain('\n  log ');
    expect((await chronicle('help', 'agent')).stdout).toContain('\n  log ');
  });

  it('says the same to help <command> as the command to --help, and its version', async () => {
    expect(await chronicle('help', 'memory', 'apply')).toEqual(await chronicle('memory', 'apply', '--help'));
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await chronicle('-v')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [['biuld'], 'Unknown command: biuld. Did you mean build? Run chronicle --help for a list.'],
    [['instal'], 'Unknown command: instal. Did you mean init? Run chronicle --help for a list.'],
    [['help', 'moor'], 'Unknown command: moor. Run chronicle --help for a list.'],
    [['restore', 'last'], 'chronicle restore is gone: what sessions log is no longer lost when several write at once.'],
    [['check'], 'chronicle check is now part of chronicle doctor.'],
    [['completions', 'bash'], 'chronicle completions is gone.'],
    [['memory', 'aply'], ' Did you mean apply?'],
    [['constructor'], 'Unknown command: constructor.'],
    [['\x1b[31mred'], 'Unknown command: \\u{1b}[31mred.'],
    [['build', '--strickt'], 'Unknown option: --strickt. Did you mean --strict? Run with --help'],
    [['build', '--out'], '--out needs a value.'],
    [['build', 'site'], 'Unexpected argument: site.'],
    [['list', '--limit', '3', 'extra'], 'Unexpected argument: extra.'],
    [['preview', '--port', 'http'], '--port must be a number from 0 to 65535, not http'],
    [['preview', '--port', '70000'], '--port must be a number from 0 to 65535, not 70000'],
    [['preview'], 'No site in'],
  ])('refuses %j in one line with exit code 2', async (args, sentence) => {
    const { status, stdout, stderr } = await chronicle(...args);
    expect([status, stdout, stderr.trimEnd().split('\n')]).toEqual([2, '', [expect.stringContaining(sentence)]]);
  });
});
