/* What comes back in imported sessions: listed, proposed with its prompts as evidence, and dismissed for good. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { directoryName } from '#src/lib/directory-name.ts';
import { labelledProjects, type PersonsProject } from '#tests/support/labelled-people.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { runIn } from './run-command.ts';

const SECRET = `ghp_${'Ab3'.repeat(12)}`;
const [project] = labelledProjects('development').filter((each) => each.project.endsWith('orchard'));
let config: string;

const run = (...args: string[]) => runIn(config, ...args);
const idOf = (text: string, words: string) =>
  new RegExp(`${words}[\\s\\S]*?--from (\\S+)`).exec(text)?.[1] ?? expect.fail(`${words} is not listed`);

function writeTranscripts({ project: path, sessions }: PersonsProject): void {
  const folder = join(config, 'projects', directoryName(path));
  mkdirSync(folder, { recursive: true });
  for (const { id, text } of sessions) {
    const file = join(folder, `${id}.jsonl`);
    writeFileSync(file, text.replaceAll('run the linter', `run the linter with ${SECRET}`));
    utimesSync(file, 1e9, 1e9);
  }
}

beforeAll(async () => {
  config = temporaryDirectory();
  if (project) writeTranscripts(project);
  await run('import', 'transcripts');
});

describe('what comes back', () => {
  it('is listed with what it takes to make a memory of it, and without secrets', async () => {
    const { stdout } = await run('memory', 'list');
    expect(stdout).toContain('"add a test for this"\n    6 of 12 sessions, 2 Mar to 24 Mar 2026\n');
    expect(stdout).toContain("orchardctl test run: error: unknown subcommand 'test'\n    What worked next: npm test\n");
    expect(stdout).toContain('run the linter with [redacted');
    expect(stdout).not.toContain(SECRET);
    expect((await run()).stdout).toContain('You keep telling it, or it keeps failing');
  });

  it('becomes a proposal once, which rests on its prompts', async () => {
    const id = idOf((await run('memory', 'list')).stdout, 'add a test for this');
    const { stdout } = await run('memory', 'propose', '--from', id);
    expect(stdout).toContain('[NEW] feedback_add_a_test_for_this.md\n  You asked for it in 6 of 12 sessions,');
    expect(stdout).toMatch(/Evidence: \S+#p-[0-9a-f]{6} \[prompt\] pls add a test for this too\n/);
    expect((await run('memory', 'propose', '--from', id)).stdout).toBe(stdout);
    expect((await run()).stdout).toContain('1 proposal for orchard');
    expect((await run('memory', 'list')).stdout).toContain('2 Mar to 24 Mar 2026\n    chronicle review\n');
  });

  it('is dismissed for good, and the rest of the settings stays', async () => {
    const settings = join(config, 'session-chronicle/config.json');
    mkdirSync(join(config, 'session-chronicle'), { recursive: true });
    writeFileSync(settings, '{ "editor": "zed://file{path}" }\n');
    const id = idOf((await run('memory', 'list')).stdout, 'orchardctl test run');
    expect((await run('memory', 'dismiss', id)).stdout).toBe('Dismissed in orchard: $ orchardctl test run\n');
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
      editor: 'zed://file{path}',
      dismissed: { '/home/mara/src/orchard': ['$ orchardctl test run'] },
    });
    expect((await run('memory', 'list')).stdout).not.toContain('orchardctl test run');
    expect(await run('memory', 'dismiss', id)).toMatchObject({ code: 2 });
    expect((await run('memory', 'dismiss')).stderr).toContain('takes ids such as r-3f6c2a');
  });

  it('is not dismissed in settings that cannot be read', async () => {
    const settings = join(config, 'session-chronicle/config.json');
    const id = idOf((await run('memory', 'list')).stdout, 'cd services/api');
    writeFileSync(settings, '{ "editor": ');
    expect((await run('memory', 'dismiss', id)).stderr).toContain('is not valid JSON');
    expect(readFileSync(settings, 'utf8')).toBe('{ "editor": ');
  });
});
