import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import { noteForgotten } from '#src/lib/forgotten.ts';
import type { Env } from '#src/lib/env.ts';
import { type Paths, pathsOf } from '#src/lib/paths.ts';
import { conversationTexts } from '#src/transcript/conversation.ts';
import { type ReadConversation, Transcripts } from '#src/transcript/read-conversation.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { aSession } from '../archive/a-session.ts';
import { Transcript } from '../import/transcript.ts';

const FOLDER = '-home-robin-code-tidemark';
const ID = 'session-1';

let home: string;
let paths: Paths;
let transcripts: Transcripts;
let path: string;

beforeEach(() => {
  home = temporaryDirectory('transcripts');
  paths = pathsOf(join(home, '.claude'));
  mkdirSync(join(paths.projects, FOLDER), { recursive: true });
  mkdirSync(paths.state, { recursive: true });
  path = join(paths.projects, FOLDER, `${ID}.jsonl`);
  write(path, new Transcript().prompt('fix the login').answers('Done.'));
  const env: Env = { variables: {}, home, cwd: home, now: () => new Date(), host: 'desk', parentPid: 1 };
  transcripts = new Transcripts(env, paths);
});

function write(to: string, { records }: Transcript): void {
  writeFileSync(to, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function session(more: { file?: string; folder?: string; keys?: string[] } = {}): Session {
  const { file = `${ID}.jsonl`, folder = FOLDER, keys = [`cwd: ${join(home, 'work')}`] } = more;
  const { head } = someFacts({ head: { session_id: ID, transcripts: [{ file, folder, size: 1, writtenMs: 1 }] } });
  return { ...aSession({ id: ID, keys }), path: `${paths.projects}/${FOLDER}/chronicle/a.md`, facts: head };
}

async function texts(of = session()): Promise<string[]> {
  const read = await transcripts.read(of);
  return read === null ? [] : cleanedTexts(read);
}

function cleanedTexts(read: ReadConversation): string[] {
  return conversationTexts({ entries: read.entries.map((entry) => read.cleaned(entry)) });
}

/** What a page could read of a session: nothing may be opened if this is empty. */
async function opened(of: Session): Promise<unknown[]> {
  return [...(transcripts.of(of) ?? []).filter(({ path: real }) => real !== null), ...(await texts(of))];
}

it('reads the transcripts that the facts of a session name', async () => {
  expect(await texts()).toEqual(['fix the login', 'Done.']);
});

describe('nothing is read', () => {
  it.each([
    ['a path in place of a name', { file: '../../other.jsonl' }],
    ['a folder that climbs', { folder: '../..' }],
    ['a file that is no transcript', { file: 'notes.md' }],
    ['a transcript that is gone', { file: 'gone.jsonl' }],
  ])('of %s', async (_, named) => {
    renameSync(path, join(paths.config, 'other.jsonl'));
    writeFileSync(join(paths.projects, FOLDER, 'notes.md'), 'notes');
    expect(await opened(session(named))).toEqual([]);
  });

  it('through a link in place of a transcript, or of its folder', async () => {
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    renameSync(path, join(elsewhere, `${ID}.jsonl`));
    symlinkSync(join(elsewhere, `${ID}.jsonl`), path);
    expect(await opened(session())).toEqual([]);
    symlinkSync(elsewhere, join(paths.projects, 'linked'));
    expect(await opened(session({ folder: 'linked' }))).toEqual([]);
    // Claude Code's own directory is not that of projects.
    renameSync(elsewhere, join(paths.config, 'inside'));
    symlinkSync(join(paths.config, 'inside'), join(paths.projects, 'inside'));
    expect(await opened(session({ folder: 'inside' }))).toEqual([]);
  });

  it('of a forgotten session, an excluded one, one without facts, and one of another machine', async () => {
    mkdirSync(join(home, 'work'));
    const { facts: _, ...without } = session();
    expect(transcripts.of(without)).toBeNull();
    expect(transcripts.of({ ...session(), path: '/mnt/laptop/projects/a/chronicle/a.md' })).toBeNull();
    writeFileSync(join(home, 'work/.no-chronicle'), '');
    expect([transcripts.of(session()), await texts()]).toEqual([null, []]);
    rmSync(join(home, 'work/.no-chronicle'));
    expect(await texts()).toHaveLength(2);
    writeFileSync(paths.settings, '{"exclude": "all"}');
    expect(transcripts.of(session())).toBeNull();
    rmSync(paths.settings);
    noteForgotten(paths, [ID]);
    expect([transcripts.of(session()), await texts()]).toEqual([null, []]);
  });
});

it('has no prompts where the settings keep them out, from then on', async () => {
  expect(await texts()).toContain('fix the login');
  writeFileSync(paths.settings, '{"facts": {"prompts": false}}');
  expect(await texts()).toEqual(['', 'Done.']);
});

it('replaces a secret in all texts of a session if one of them gives it away', async () => {
  const password = 'kV9!tQ2#xLm4';
  const session = new Transcript().prompt(`what does ${password} do in the log?`);
  session.call('Bash', { command: 'env' }, `PGPASSWORD=${password}`).answers(`It is the password: ${password}`);
  write(path, session);
  const all = await texts();
  expect(all).toHaveLength(5);
  expect(all.join('\n')).not.toContain(password);
  expect(all[0]).toMatch(/^what does \[redacted: .+\] do in the log\?$/);
});

it('leaves out lines over 16 MB and damaged ones, and says how many', { tags: ['sample'] }, async () => {
  const tooLong = `{"type":"user","sessionId":"session-1","message":{"content":"${'x'.repeat(17 * 1024 * 1024)}"}}`;
  const { records } = new Transcript().answers('Still here.');
  const last = JSON.stringify({ ...records[0], uuid: 'last' });
  writeFileSync(path, `${readFileSync(path, 'utf8')}${tooLong}\n{"type":"user","mess\n${last}\n`);
  const read = await transcripts.read(session());
  expect(read?.leftOut).toEqual({ broken: 1, tooLong: 1 });
  expect(read && cleanedTexts(read)).toEqual(['fix the login', 'Done.', 'Still here.']);
});

it('reads a truncated file as far as it goes, and a grown one again', async () => {
  const [first] = readFileSync(path, 'utf8').split('\n');
  const whole = await texts();
  truncateSync(path, (first ?? '').length + 40);
  expect(await texts()).toEqual(whole.slice(0, 1));
  truncateSync(path, 0);
  expect(await transcripts.read(session())).toMatchObject({ entries: [] });
  write(path, new Transcript().answers('Once more.'));
  expect(await texts()).toEqual(['Once more.']);
});

it('gives out nothing of a file that is replaced while it is read', async () => {
  const reading = transcripts.read(session());
  rmSync(path);
  symlinkSync(join(home, 'elsewhere.jsonl'), path);
  await expect(reading).rejects.toThrow('replaced while it was read');
  expect(await texts()).toEqual([]);
});

it('keeps the last two conversations', async () => {
  const other = (name: string) => {
    write(join(paths.projects, FOLDER, `${name}.jsonl`), new Transcript().answers(name));
    return session({ file: `${name}.jsonl` });
  };
  const first = await transcripts.read(session());
  const [b, c] = [other('b'), other('c')];
  await transcripts.read(b);
  expect(await transcripts.read(session())).toBe(first);
  await transcripts.read(c);
  expect(await transcripts.read(session())).toBe(first);
  await transcripts.read(b);
  await transcripts.read(c);
  expect(await transcripts.read(session())).not.toBe(first);
});
