/* Commands show what transcripts have shown since, without being asked. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Transcript } from '../unit/import/transcript.ts';
import { openTranscriptBox, type TranscriptBox } from './transcript-box.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
let box: TranscriptBox;
let folder = '';

beforeEach(() => {
  box = openTranscriptBox();
  folder = join(box.config, 'projects/-home-robin-code-tidemark');
  mkdirSync(join(folder, 'chronicle'), { recursive: true });
  writeFileSync(
    join(folder, 'chronicle/2026-03-24-main.md'),
    `---\nsession_id: ${ID}\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: 2026-03-24T13:00:00Z\nutc_offset: +00:00\n---\n\n## Events\n\n## Summary\n`,
  );
  write(new Transcript().prompt('Teach the quokka to juggle').answers('Done.'));
});

function write({ records }: Transcript, padding = 0): void {
  const path = join(folder, `${ID}.jsonl`);
  const lines = records.map((record) => `${JSON.stringify({ ...record, sessionId: ID })}\n`);
  writeFileSync(path, lines.join('') + ' '.repeat(padding));
  utimesSync(path, 1e9, 1e9);
}

describe('a session whose transcript nobody has read', () => {
  it.each([
    [['search', 'quokka'], 'quokka'],
    [['list'], 'Teach the quokka to juggle'],
    [['show', 'last'], 'Teach the quokka to juggle'],
    [[], 'Teach the quokka to juggle'],
  ])('is shown by chronicle %j with what it says', async (args, expected) => {
    const { stdout, stderr } = await box.run(...args);
    expect(stdout).toContain(expected);
    expect(stderr).not.toContain('rror');
  });

  it('is left to a process of its own if it is long', async () => {
    write(new Transcript().prompt('Teach the quokka to juggle'), 40 * 1024 * 1024);
    const { code, stdout } = await box.run('list');
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('quokka')]);
    expect(readdirSync(join(box.config, 'session-chronicle/index/harvest'))).toContain(ID);
  });
});
