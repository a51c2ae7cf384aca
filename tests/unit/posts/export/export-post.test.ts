import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeFiles } from '#src/posts/export/place-files.ts';
import { compareWithBlog, firstFree, type PostInBlog } from '#src/posts/export/post-in-blog.ts';
import { decide, findingHash } from '#src/redaction/decide.ts';
import type { DraftSettings } from '#src/posts/drafts/draft.ts';
import { exportRecord, type Planning, planPost, renamedPlans } from '#src/posts/export/plan-post.ts';
import { type PreparedDraft, prepareDraft, type ScanContext } from '#src/posts/export/prepare-draft.ts';
import type { Decision, Finding } from '#src/redaction/finding.ts';
import { type Detector, doubtful, rangesOf, secret } from '#src/redaction/match.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { archiveOf, draftOf } from './draft-archive.ts';

const SESSION = aSession({
  id: 'session-1',
  body: '## Events\n\n- [ERROR] Printed hush-1234 for robin\n- [DECISION] Fine\n',
});
const ARCHIVE = archiveOf([SESSION]);
const [ERROR, DECISION] = SESSION.chronicle.events.map(({ id }) => `session-1#${id}`);
const secrets: Detector = ({ text }) =>
  rangesOf(/hush-\d{4}/dg, text).map(({ start, end }) => secret('password', 'is hushed', start, end));
const names: Detector = ({ text }) =>
  rangesOf(/robin/dg, text).map(({ start, end }) => doubtful('name', 'somebody', start, end));
const SCAN_CONTEXT: ScanContext = {
  detectors: [secrets, names],
  hash: findingHash,
  today: '2026-11-21',
  problems: [],
};
const SOURCES = [{ session: 'session-1', digest: '' }];
const BODY = `Hello robin.\n\n<Event id="${ERROR}" />\n\n<Event id="${DECISION}" />\n`;

function prepared(body = BODY, settings: Partial<DraftSettings> = {}): Promise<PreparedDraft> {
  return prepareDraft(draftOf(body, { sources: SOURCES, ...settings }), ARCHIVE, SCAN_CONTEXT);
}

/** The draft after a decision about findings of this kind. */
async function decided(before: PreparedDraft, kind: string, decision: Decision): Promise<PreparedDraft> {
  const finding = before.findings.find((each) => each.kind === kind) as Finding;
  const { draft } = before.resolved;
  const after = { ...draft, decisions: decide(draft.decisions, finding, decision) };
  return prepareDraft(after, ARCHIVE, SCAN_CONTEXT);
}

async function planning(given: Partial<Planning & { blog: string }> = {}): Promise<Planning & { blog: string }> {
  const blog = temporaryDirectory('blog');
  const clean = await prepared('Nothing private.\n');
  return { prepared: clean, scanContext: SCAN_CONTEXT, target: 'markdown', options: {}, blog, ...given };
}

async function compared(given: Planning & { blog: string }): Promise<PostInBlog> {
  return compareWithBlog(await planPost(given), given.blog, []);
}

function write({ blog, files }: PostInBlog): void {
  placeFiles(
    blog,
    files.filter(({ state }) => state === 'absent').map((each) => ({ ...each, replaces: null })),
  );
}

describe('prepareDraft', () => {
  it('finds everything the post would reveal, and where', async () => {
    const { findings, open, state, next } = await prepared();
    expect(open).toEqual({ must: 1, review: 1 });
    expect(findings.map(({ kind, places }) => [kind, places.map(({ place }) => place)])).toEqual([
      ['password', ['event, line 3']],
      ['name', ['body, line 1', 'event, line 3']],
    ]);
    expect([state, next]).toEqual(['draft', 'redact']);
  });

  it('replaces every secret, undecided ones too, and keeps findings to review', async () => {
    const { post } = await prepared();
    const text = JSON.stringify(post.blocks);
    expect(text).not.toContain('hush');
    expect(text).toContain('Printed [redacted: password] for robin');
  });

  it('applies decisions', async () => {
    const replaced = await decided(await prepared(), 'name', 'replace');
    expect(JSON.stringify(replaced.post.blocks)).not.toContain('robin');
    const left = await decided(await prepared(), 'password', 'leave-out');
    expect(JSON.stringify(left.post.blocks)).not.toContain('Printed');
    expect(JSON.stringify(left.post.blocks)).toContain('Fine');
    expect(left.open).toEqual({ must: 0, review: 1 });
  });

  it('keeps the date of the first export', async () => {
    const record = { target: 'hugo', at: '2026-10-02T12:00:00Z', file: '/x', sources: '', draft: '', events: [] };
    expect((await prepared('x')).post.date).toBe('2026-11-21');
    expect((await prepared('x', { exports: [record] })).post.date).toBe('2026-10-02');
  });
});

describe('planPost', () => {
  it('refuses a post that still contains a secret, wherever it came from', async () => {
    const given = await planning();
    const { prepared: clean } = given;
    const leaky = { ...clean.post, title: 'It was hush-1234' };
    const attempt = planPost({ ...given, prepared: { ...clean, post: leaky } });
    await expect(attempt).rejects.toMatchObject({
      code: 'CHRONICLE_STILL_SECRET',
      message: expect.stringContaining('password (post text). Remove it'),
    });
    const named = planPost({ ...given, prepared: { ...clean, post: { ...clean.post, slug: 'hush-1234' } } });
    await expect(named).rejects.toMatchObject({ message: expect.stringContaining('file name') });
    await expect(named).rejects.toMatchObject({ message: expect.not.stringContaining('hush') });
  });

  it('writes the post into the blog, once', async () => {
    const given = await planning();
    const post = await compared(given);
    write(post);
    expect(readdirSync(given.blog)).toEqual(['the-third-time.md']);
    const again = await compared(given);
    expect(again.files.map(({ state }) => state)).toEqual(['same']);
    expect(exportRecord(given, post.file, new Date('2026-11-21T08:00:00Z'))).toMatchObject({
      target: 'markdown',
      at: '2026-11-21T08:00:00.000Z',
      file: join(given.blog, 'the-third-time.md'),
      events: [],
    });
  });

  it('records the quoted events, without omitted ones', async () => {
    const left = await decided(await prepared(), 'password', 'leave-out');
    const given = await planning({ prepared: left });
    expect(exportRecord(given, (await compared(given)).file, new Date()).events).toEqual([DECISION]);
  });
});

describe('firstFree', () => {
  it('takes the first name that is free or has the same post', async () => {
    const given = await planning();
    write(await compared(given));
    const beside = (each: typeof given) => firstFree(renamedPlans(each, each.blog), each.blog, []);
    const second = await beside(given);
    expect(second.file).toBe(join(given.blog, 'the-third-time-2.md'));
    write(second);
    expect((await beside(given)).file).toBe(second.file);
    const other = await planning({ blog: given.blog, prepared: await prepared('Another.\n') });
    expect((await beside(other)).file).toBe(join(given.blog, 'the-third-time-3.md'));
  });
});
