import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventId } from '#src/chronicle/event-id.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';
import { openTranscriptBox, type TranscriptBox } from './transcript-box.ts';

const ID = '7c1e2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
const [REJECTED, FAILED] = ['9e6b1c1e-6f0e-4c6e-8f0a-000000000001', '9e6b1c1e-6f0e-4c6e-8f0a-000000000002'];
/** Put together here, so that no file of this repository holds the form of a token. */
const TOKEN = `ghp_${'0123456789'.repeat(3)}abcdeF`;
const CORRECTION = `- 09:05 [USER-CORRECTION] use integers of cents\n  Edit src/total.ts was refused\n  candidate: ${REJECTED}\n  transcript: ${ID}.jsonl:1\n`;
const ERROR = `- 09:09 [ERROR] make check failed 3 times\n  candidate: ${FAILED}\n  transcript: ${ID}.jsonl:2\n`;
const LOGGED = '- 09:07 [DECISION] Keep cents\n';
const chronicle = (events: string, count: string) =>
  `---\nsession_id: ${ID}\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: 2026-03-24T09:00:00Z\ncwd: /home/ada/ledger\nutc_offset: +00:00\nsource: backfill\n---\n\n## Events\n\n${events}\n## Summary\n\nAuto-generated: ${count} from 4 prompts of the transcript. Began with: round the totals\n`;
/** The candidates' names, in the order of the file. */
const refs = [eventId('USER-CORRECTION', 'use integers of cents'), eventId('ERROR', 'make check failed 3 times')].map(
  (id) => `2026-03-24-main#${id}`,
) as [string, string];
const BEFORE = chronicle(
  CORRECTION + LOGGED + ERROR,
  '1 event (1 decision) and 2 candidate events (1 correction, 1 error)',
);

let box: TranscriptBox;
let path: string;

beforeEach(() => {
  box = openTranscriptBox();
  const project = join(box.config, 'projects/-home-ada-ledger');
  path = join(project, 'chronicle/2026-03-24-main.md');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, BEFORE);
  const records = [
    {
      type: 'user',
      uuid: REJECTED,
      sessionId: ID,
      message: { role: 'user', content: 'use integers of cents, never floats' },
    },
    {
      type: 'user',
      uuid: FAILED,
      sessionId: ID,
      message: { role: 'user', content: `login with ${TOKEN} was refused` },
    },
  ];
  writeFileSync(join(project, `${ID}.jsonl`), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
});

const saved = () => readFileSync(path, 'utf8');

describe('chronicle candidates list', () => {
  it('prints each candidate with its name and where its evidence stands, and no logged event', async () => {
    const { code, stdout } = await box.run('candidates', 'list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2026-03-24-main#e-[0-9a-f]{6} {2}\[USER-CORRECTION\] use integers of cents$/m);
    expect(stdout).toContain(`${ID}.jsonl line 2`);
    expect(stdout).not.toContain('Keep cents');
  });

  it('narrows by tag, day and project, and gives scripts the record', async () => {
    const { stdout } = await box.run(
      'candidates',
      'list',
      '--tag',
      'error',
      '--since',
      '2026-03',
      '--project',
      'ledger',
      '--json',
    );
    expect(JSON.parse(stdout)).toMatchObject([
      { tag: 'ERROR', record: FAILED, transcript: `${ID}.jsonl:2`, time: '09:09' },
    ]);
    expect((await box.run('candidates', 'list', '--since', '2026-04')).stdout).toBe('');
    expect(await box.run('candidates', 'list', '--tag', 'eror')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean error?'),
    });
  });
});

describe('chronicle candidates confirm and drop', () => {
  it('confirm the one that is named, and no byte else than its mark and the count', async () => {
    expect(await box.run('candidates', 'confirm', refs[0])).toMatchObject({
      code: 0,
      stdout: `${refs[0]} confirmed.\n`,
    });
    expect(saved()).toBe(
      chronicle(
        CORRECTION.replace('candidate:', 'evidence:') + LOGGED + ERROR,
        '2 events (1 decision, 1 correction) and 1 candidate event (1 error)',
      ),
    );
    expect(await box.run('candidates', 'confirm', refs[0])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no candidate'),
    });
  });

  it('drop the lines of the one that is named', async () => {
    expect((await box.run('candidates', 'drop', refs[1])).code).toBe(0);
    expect(saved()).toBe(chronicle(CORRECTION + LOGGED, '1 event (1 decision) and 1 candidate event (1 correction)'));
  });

  it('refuse an event that was logged, an unknown one, no name, and a name beside all', async () => {
    const logged = eventId('DECISION', 'Keep cents');
    for (const words of [[`2026-03-24-main#${logged}`], ['2026-03-24-main#e-000000'], [], ['all', refs[0]]])
      expect(await box.run('candidates', 'drop', ...words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Nothing was written.'),
      });
    expect(saved()).toBe(BEFORE);
  });

  it('do nothing about all where nobody can be asked, and with --yes what the filter leaves', async () => {
    expect(await box.run('candidates', 'drop', 'all')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(saved()).toBe(BEFORE);
    expect((await box.run('candidates', 'drop', 'all', '--tag', 'user-correction', '--yes')).code).toBe(0);
    expect((await box.run('candidates', 'confirm', 'all', '--yes')).code).toBe(0);
    expect(saved()).toBe(
      chronicle(LOGGED + ERROR.replace('candidate:', 'evidence:'), '2 events (1 decision, 1 error)'),
    );
  });

  it('leave it to a person, in a session of Claude Code', async () => {
    const run = await box.runWith({ CLAUDECODE: '1' }, 'candidates', 'confirm', refs[0]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('for a person to decide') });
    expect(saved()).toBe(BEFORE);
  });
});

describe('chronicle candidates review', () => {
  it('says where there is no terminal what else decides', async () => {
    expect(await box.run('candidates', 'review')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('candidates list'),
    });
  });

  it.skipIf(!hasTerminal)(
    'shows the evidence without secrets, and keeps what was decided when a person stops',
    async () => {
      const command = [process.execPath, CLI, 'candidates', 'review'];
      const terminal = await openTerminal(command, { env: box.environment(), cwd: box.checkout });
      await terminal.waitFor(/1 of 2[\s\S]*Said: use integers of cents, never floats[\s\S]*Is this USER-CORRECTION\?/);
      await terminal.press('c');
      await terminal.waitFor(/2 of 2[\s\S]*Said: login with[\s\S]*Is this ERROR\?/);
      expect(await terminal.screen()).not.toContain(TOKEN);
      await terminal.press('Escape');
      await terminal.waitFor('ended with 0');
      expect(await terminal.screen()).toContain('1 candidate confirmed, 0 dropped, 1 left.');
      expect(saved()).toContain(CORRECTION.replace('candidate:', 'evidence:'));
      expect(saved()).toContain(ERROR);
    },
  );
});
