import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventId } from '#src/chronicle/event-id.ts';
import { openTranscriptBox, type TranscriptBox } from './transcript-box.ts';

export const ID = '7c1e2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
const REJECTED = '9e6b1c1e-6f0e-4c6e-8f0a-000000000001';
export const FAILED = '9e6b1c1e-6f0e-4c6e-8f0a-000000000002';
/** Assembled here, so that no file of this repository contains a string that looks like a token. */
export const TOKEN = `ghp_${'0123456789'.repeat(3)}abcdeF`;
export const CORRECTION = `- 09:05 [USER-CORRECTION] use integers of cents\n  Edit src/total.ts was refused\n  candidate: ${REJECTED}\n  transcript: ${ID}.jsonl:1\n`;
export const ERROR = `- 09:09 [ERROR] make check failed 3 times\n  candidate: ${FAILED}\n  transcript: ${ID}.jsonl:2\n`;
export const LOGGED = '- 09:07 [DECISION] Keep cents\n';
export const chronicle = (events: string, count: string) =>
  `---\nsession_id: ${ID}\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: 2026-03-24T09:00:00Z\ncwd: /home/ada/ledger\nutc_offset: +00:00\nsource: backfill\n---\n\n## Events\n\n${events}\n## Summary\n\nAuto-generated: ${count} from 4 prompts of the transcript. Began with: round the totals\n`;
/** The names of the candidates, in file order. */
export const refs = [
  eventId('USER-CORRECTION', 'use integers of cents'),
  eventId('ERROR', 'make check failed 3 times'),
].map((id) => `2026-03-24-main#${id}`) as [string, string];
export const BEFORE = chronicle(
  CORRECTION + LOGGED + ERROR,
  '1 event (1 decision) and 2 unconfirmed events (1 correction, 1 error)',
);

/** A box with a chronicle of two candidates and a logged event, and their transcript. */
export function openCandidateBox(): TranscriptBox {
  const box = openTranscriptBox();
  const project = join(box.config, 'projects/-home-ada-ledger');
  const path = join(project, 'chronicle/2026-03-24-main.md');
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
  return box;
}

/** The present text of the chronicle. */
export function savedIn({ config }: TranscriptBox): string {
  return readFileSync(join(config, 'projects/-home-ada-ledger/chronicle/2026-03-24-main.md'), 'utf8');
}
