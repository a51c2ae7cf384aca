/* Transcripts as older clients wrote them: each file of tests/fixtures/transcripts is named for what it shows. */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Tag } from '#src/format/tags.ts';
import { type ChronicleFile, factsOf, readChronicles } from '../client/recorded.ts';
import { openTranscriptBox, type TranscriptBox } from './transcript-box.ts';

/** The found events of each session; null if it gets no chronicle. Filed by the folder's name, as the checkout is not on this machine. */
const EXPECTED: Record<
  string,
  { id: string; folder?: string; fields?: Record<string, string>; events: { tag: Tag; text: string }[] } | null
> = {
  'v1-rejection-with-summary-line': {
    id: '10000001',
    fields: { date: '2025-06-10', branch: 'detached', cwd: '/home/ada/ledger' },
    events: [{ tag: 'USER-CORRECTION', text: 'use integers of cents' }],
  },
  'v1-sidechain-inline': { id: '10000002', fields: { branch: 'main' }, events: [] },
  'windows-paths': {
    id: '10000003',
    folder: 'C--Users-ada-ledger',
    fields: { branch: 'gh-12', task: 'GH-12' },
    events: [{ tag: 'BLOCKED', text: 'make' }],
  },
  'prompts-in-blocks': {
    id: '10000004',
    fields: { branch: 'detached' },
    events: [{ tag: 'USER-CORRECTION', text: 'keep the style sheet' }],
  },
  'note-behind-a-rejection': {
    id: '10000005',
    events: [
      { tag: 'USER-CORRECTION', text: 'bump the version first' },
      { tag: 'USER-CORRECTION', text: 'wait for the review of gh-12' },
    ],
  },
  'edits-of-unread-files': { id: '10000006', events: [] },
  'agent-3569d9ad': null,
  'cut-in-the-last-line': { id: '10000007', events: [{ tag: 'BLOCKED', text: 'curl' }] },
  'permission-denied-by-a-rule': { id: '10000008', events: [{ tag: 'BLOCKED', text: 'deploy.sh' }] },
  'nobody-asked-anything': null,
  'summaries-only': null,
  foreign: null,
};
const FOLDER = '-home-ada-ledger';

let box: TranscriptBox;
let chronicles: Map<string, ChronicleFile>;

beforeAll(async () => {
  box = openTranscriptBox();
  for (const [name, session] of Object.entries(EXPECTED)) {
    const folder = join(box.config, 'projects', session?.folder ?? FOLDER);
    mkdirSync(folder, { recursive: true });
    const file = session === null ? name : `${session.id}-0000-4000-8000-000000000000`;
    copyFileSync(new URL(`../fixtures/transcripts/${name}.jsonl`, import.meta.url), join(folder, `${file}.jsonl`));
  }
  box.history(
    { display: 'fix the login redirect', sessionId: 'aaaaaaaa-0000-4000-8000-000000000000' },
    { display: 'and test it', sessionId: 'aaaaaaaa-0000-4000-8000-000000000000' },
    { display: '/clear', sessionId: 'bbbbbbbb-0000-4000-8000-000000000000' },
    { display: 'from before sessions had ids' },
  );
  const run = await box.run('import', 'transcripts');
  expect(run.stderr).not.toContain(' at ');
  chronicles = new Map(readChronicles(box.config).map((file) => [(file.fields.session_id ?? '').slice(0, 8), file]));
});

const sessions = Object.entries(EXPECTED).flatMap(([name, session]) =>
  session === null ? [] : [{ name, ...session }],
);

it.each(sessions)('$name: has its events and no others', ({ id, events, fields = {}, folder = FOLDER }) => {
  const file = chronicles.get(id);
  const found = foundEvents(file).map(({ tag, text }) => ({ tag, text }));
  expect(found).toHaveLength(events.length);
  for (const { tag, text } of events) expect(found).toContainEqual({ tag, text: expect.stringContaining(text) });
  expect(file?.events).toEqual([]);
  expect(file?.fields).toMatchObject({ source: 'backfill', ...fields });
  expect(file?.directory).toBe(folder);
});

it('makes no other chronicles', () => {
  const ids = sessions.map(({ id }) => id);
  expect([...chronicles.keys()].sort()).toEqual([...ids, 'aaaaaaaa'].sort());
});

it('makes an empty chronicle for a session that is only in the prompt history', () => {
  const skeleton = chronicles.get('aaaaaaaa');
  expect([skeleton?.events, foundEvents(skeleton)]).toEqual([[], []]);
  expect(skeleton?.summary).toMatch(/^Auto-generated: .*2 prompts.*fix the login redirect/);
  expect(readFileSync(skeleton?.path ?? '', 'utf8')).not.toContain('before sessions had ids');
});

function foundEvents(chronicle: ChronicleFile | undefined) {
  return (chronicle && factsOf(chronicle)?.found) ?? [];
}
