import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK } from '../unit/archive/archive-directory.ts';
import { startServer } from './command.ts';
import { edit, eventually, openPage } from './dev-page.ts';

const SECRET = `ghp_${'Ab1'.repeat(12)}`;

describe('chronicle dev, on drafts', () => {
  it('follows a draft, has its findings decided, and creates one', async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const { url } = await startServer(config, 'dev', '--port', '0');
    const text = async (path: string) => (await fetch(new URL(path, url))).text();
    const shows = (path: string, words: string) => eventually(async () => (await text(path)).includes(words));

    const draft = put(
      config,
      'session-chronicle/drafts/clocks.md',
      '---\ntitle: The clock\n---\n\nOnce there was a clock.\n',
    );
    await shows('/drafts/clocks/', 'Once there was a clock.');
    const saved = await openPage(url);
    writeFileSync(
      draft,
      `---\nseries: Clocks\npart: 1\n---\n\nIt said ${SECRET}, and robin@example.org believed it.\n`,
    );
    await saved.reloaded;
    await shows('/drafts/clocks/', 'believed it.');
    expect(await text('/drafts/clocks/')).not.toContain(SECRET);
    expect(await text('/narratives/')).toContain('Clocks');
    expect(await text('/inbox/')).not.toContain(SECRET);
    // Memory is decided in Claude Code or a terminal, on no page.
    const proposal = { project: TIDEMARK, proposal: 'p-ac8bf8', verb: 'apply', shown: '', code: null };
    for (const what of ['proposal', 'revision', 'undo'])
      expect(await edit(url, what, proposal)).toMatchObject({ status: 400 });

    const hash = /data-finding="([0-9a-f]+)"/.exec(await text('/drafts/clocks/'))?.[1] ?? '';
    const decide = (draft: string, finding: string, decision: string) =>
      edit(url, 'finding', { draft, finding, decision });
    expect(await decide('clocks', hash, 'keep')).toMatchObject({ status: 400 });
    expect(await decide('clocks', hash, 'replace')).toMatchObject({ status: 200 });
    await shows('/drafts/clocks/', 'Decided: replace');
    const decisions = readFileSync(draft.replace('.md', '.redactions.yml'), 'utf8');
    expect(decisions).toMatch(/: replace\n/);
    expect(decisions).not.toContain(SECRET);
    expect(await decide('clocks', 'ab', 'keep')).toMatchObject({ status: 409 });
    expect(await decide('../x', hash, 'keep')).toMatchObject({ status: 404 });

    const id = '3f6c2a10';
    for (const origin of ['http://localhost:9', 'null'])
      expect(await edit(url, 'draft', { sessions: [id] }, { Origin: origin })).toMatchObject({ status: 403 });
    for (const sessions of [id, [], [7]]) expect(await edit(url, 'draft', { sessions })).toMatchObject({ status: 400 });
    expect(await edit(url, 'draft', { sessions: ['3f6c2a11'] })).toMatchObject({ status: 404 });
    const created = await edit(url, 'draft', { sessions: [id] });
    expect(created).toMatchObject({ status: 200, address: expect.stringMatching(/^\/drafts\/[\w-]+\/$/) });
    expect(await text(created.address)).toContain('Keep one file a session');
    expect(await edit(url, 'draft', { sessions: [id] })).toMatchObject({ status: 200, address: created.address });

    renameSync(draft, draft.replace('clocks', 'clocks-2'));
    await shows('/drafts/clocks-2/', 'believed it.');
    rmSync(draft.replace('clocks', 'clocks-2'));
    await eventually(async () => (await fetch(new URL('/drafts/clocks-2/', url))).status === 404);
    const former = await fetch(new URL('/series/clocks/', url));
    expect(await former.text()).toContain('/narratives/');
  });
});
