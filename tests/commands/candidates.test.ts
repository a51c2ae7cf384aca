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
  it('prints each unconfirmed event with its name and evidence, and no logged event', async () => {
    const { code, stdout } = await box.run('candidates', 'list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2026-03-24-main#e-[0-9a-f]{6} {2}\[USER-CORRECTION\] use integers of cents$/m);
    expect(stdout).toContain(`${ID}.jsonl line 2`);
    expect(stdout).not.toContain('Keep cents');
  });

  it('filters by tag, day and project, and prints the record for scripts', async () => {
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
  it('confirm one event, and change only its mark and the count', async () => {
    expect(await box.run('candidates', 'confirm', refs[0])).toMatchObject({
      code: 0,
      stdout: `${refs[0]} confirmed.\n`,
    });
    expect(saved()).toBe(
      chronicle(
        CORRECTION.replace('candidate:', 'evidence:') + LOGGED + ERROR,
        '2 events (1 decision, 1 correction) and 1 unconfirmed event (1 error)',
      ),
    );
    expect(await box.run('candidates', 'confirm', refs[0])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not unconfirmed'),
    });
  });

  it('drop the lines of one event', async () => {
    expect((await box.run('candidates', 'drop', refs[1])).code).toBe(0);
    expect(saved()).toBe(chronicle(CORRECTION + LOGGED, '1 event (1 decision) and 1 unconfirmed event (1 correction)'));
  });

  it('refuse a logged event, an unknown one, no argument, and an id with all', async () => {
    const logged = eventId('DECISION', 'Keep cents');
    for (const words of [[`2026-03-24-main#${logged}`], ['2026-03-24-main#e-000000'], [], ['all', refs[0]]])
      expect(await box.run('candidates', 'drop', ...words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Nothing was changed.'),
      });
    expect(saved()).toBe(BEFORE);
  });

  it('need --yes for all without a terminal, and then obey the filter', async () => {
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

  it('refuse in a Claude Code session', async () => {
    const run = await box.runWith({ CLAUDECODE: '1' }, 'candidates', 'confirm', refs[0]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('Only a person can') });
    expect(saved()).toBe(BEFORE);
  });
});

describe('chronicle candidates review', () => {
  it('names the other commands without a terminal', async () => {
    expect(await box.run('candidates', 'review')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('candidates list'),
    });
  });
});
