import { beforeEach, describe, expect, it } from 'vitest';
import { eventId } from '#src/chronicle/event-id.ts';
import {
  BEFORE,
  CORRECTION,
  chronicle,
  ERROR,
  FAILED,
  ID,
  LOGGED,
  openCandidateBox,
  refs,
  savedIn,
} from './candidate-box.ts';
import type { TranscriptBox } from './transcript-box.ts';

let box: TranscriptBox;

beforeEach(() => {
  box = openCandidateBox();
});

const saved = () => savedIn(box);

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
});
