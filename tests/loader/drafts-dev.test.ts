import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventId } from '#src/format/event-id.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, replaceByRename, TIDEMARK } from '../unit/archive/archive-directory.ts';
import { startServer } from './command.ts';
import { edit, eventually, openPage } from './dev-page.ts';

const SERIES = 'session-chronicle/series/clocks.yml';
const EVENT = `3f6c2a10#${eventId('DECISION', 'Keep one file a session')}`;
const SECRET = `ghp_${'Ab1'.repeat(12)}`;

describe('chronicle dev, on drafts and series', () => {
  const config = temporaryDirectory();

  it('follows a series and a draft, and edits them from its own pages', async () => {
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const { url } = await startServer(config, 'dev', '--port', '0');
    const text = async (path: string) => (await fetch(new URL(path, url))).text();
    const shows = (path: string, words: string, isThere = true) =>
      eventually(async () => (await text(path)).includes(words) === isThere);
    expect((await fetch(new URL('/series/clocks/', url))).status).toBe(404);

    const page = await openPage(url);
    const file = put(config, SERIES, '# Mine\ntitle: Clocks\nparts: []\n');
    await page.reloaded;
    await shows('/series/clocks/', '<h1 dir="auto">Clocks</h1>');
    const renamed = await openPage(url);
    replaceByRename(file, '# Mine\ntitle: Clocks that lie\nparts: []\n');
    await renamed.reloaded;
    await shows('/series/clocks/', 'Clocks that lie');

    const fields = { series: 'clocks', part: null, event: EVENT };
    expect(await edit(url, 'outline', fields, { Origin: 'http://localhost:9' })).toMatchObject({ status: 403 });
    const added = await openPage(url);
    expect(await edit(url, 'outline', fields)).toMatchObject({
      status: 200,
      said: expect.stringMatching(/^Added to part 1/),
    });
    await added.reloaded;
    expect(await edit(url, 'outline', fields)).toMatchObject({ status: 200, said: expect.stringMatching(/already/i) });
    expect(readFileSync(file, 'utf8')).toMatch(`- ${EVENT}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/^# Mine\n/);
    await shows('/series/clocks/', 'Keep one file a session');
    for (const series of ['../x', 'nothing', '__proto__'])
      expect(await edit(url, 'outline', { ...fields, series })).toMatchObject({ status: 400 });
    expect(await edit(url, 'outline', { ...fields, event: '3f6c2a10#e-000000' })).toMatchObject({ status: 404 });

    const draft = put(config, 'session-chronicle/drafts/clocks/draft.mdx', 'Once there was a clock.\n');
    put(config, 'session-chronicle/drafts/clocks/draft.yml', 'title: The clock\n');
    await shows('/drafts/clocks/', 'Once there was a clock.');
    const saved = await openPage(url);
    writeFileSync(draft, `It said ${SECRET}, and robin@example.org believed it.\n`);
    await saved.reloaded;
    await shows('/drafts/clocks/', 'believed it.');
    expect(await text('/drafts/clocks/')).not.toContain(SECRET);
    expect((await fetch(new URL('/drafts/clocks/markdown.md', url))).status).toBe(409);

    const hash = /data-finding="([0-9a-f]+)"/.exec(await text('/drafts/clocks/'))?.[1] ?? '';
    expect(await edit(url, 'finding', { draft: 'clocks', finding: hash, decision: 'keep' })).toMatchObject({
      status: 400,
    });
    expect(await edit(url, 'finding', { draft: 'clocks', finding: hash, decision: 'replace' })).toMatchObject({
      status: 200,
    });
    await eventually(async () => (await fetch(new URL('/drafts/clocks/markdown.md', url))).status === 200);
    const decisions = readFileSync(join(dirname(draft), 'redactions.yml'), 'utf8');
    expect(decisions).toMatch(/: replace\n/);
    expect(decisions).not.toContain(SECRET);
    expect(await edit(url, 'finding', { draft: 'clocks', finding: 'ab', decision: 'keep' })).toMatchObject({
      status: 409,
    });
    expect(await edit(url, 'finding', { draft: '../x', finding: hash, decision: 'keep' })).toMatchObject({
      status: 404,
    });

    const id = '3f6c2a10';
    for (const origin of ['http://localhost:9', 'null'])
      expect(await edit(url, 'draft', { sessions: [id] }, { Origin: origin })).toMatchObject({ status: 403 });
    for (const sessions of [id, [], [7]]) expect(await edit(url, 'draft', { sessions })).toMatchObject({ status: 400 });
    expect(await edit(url, 'draft', { sessions: ['3f6c2a11'] })).toMatchObject({ status: 404 });
    const created = await edit(url, 'draft', { sessions: [id] });
    expect(created).toMatchObject({ status: 200, address: expect.stringMatching(/^\/drafts\/[\w-]+\/$/) });
    expect(await (await fetch(new URL(created.address, url))).text()).toContain('Keep one file a session');
    expect(await edit(url, 'draft', { sessions: [id] })).toMatchObject({ status: 200, address: created.address });

    renameSync(dirname(draft), `${dirname(draft)}-2`);
    await shows('/drafts/clocks-2/', 'believed it.');
    rmSync(`${dirname(draft)}-2`, { recursive: true });
    await eventually(async () => (await fetch(new URL('/drafts/clocks-2/', url))).status === 404);
  });
});
