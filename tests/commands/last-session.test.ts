import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openExportBox } from './export-box.ts';

const ABOUT = { id: '5b7d3a90-2c44-4e17-8a06-9f1e2d3c4b5a', name: '2026-09-15-main', date: '2026-09-15' };
const EMPTY = { ...ABOUT, events: '', lead: '', story: null };
const STORY = '2026-09-14-main';

/** An archive whose newest session is `newest`; the one before it has a story unless `isAlone`. */
function openArchive(newest: typeof EMPTY, isAlone = false) {
  const opened = openExportBox();
  if (!isAlone) opened.place({});
  opened.place(newest);
  return opened;
}

describe('last', () => {
  it('is the newest session with something to show, and show names it on stderr', async () => {
    const { code, stdout, stderr } = await openArchive(EMPTY).run('show', 'last');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Keep the rule in one file')]);
    expect(stderr).toMatch(new RegExp(`^last is \\S+/${STORY}\\. 1 newer session has no .+\\.\n$`));
  });

  it('leaves out a session that has only notes where posts are made, and says why', async () => {
    const { run, blog, place } = openExportBox();
    place({});
    const path = place(EMPTY);
    mkdirSync(join(dirname(path), 'notebooks'));
    const notebook = `---\nsession_id: ${EMPTY.id}\n---\n\n## Focus\n\n- 10:00 Add a currency column\n`;
    writeFileSync(join(dirname(path), 'notebooks', basename(path)), notebook);
    const shown = await run('show', 'last');
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringMatching(/^last is \S+\/2026-09-15-main\.\n$/)]);
    for (const args of [
      ['draft', 'new', 'last'],
      ['export', 'last', '--to', 'markdown', '--out', blog],
    ])
      expect((await run(...args)).stderr).toContain(
        `/${STORY}. 1 newer session has no events, written summary or narrative to make a post of.`,
      );
  });

  it.each([
    [['show', 'last'], 'no prompts, events, notes, summary or narrative'],
    [['draft', 'new', 'last'], 'no events, written summary or narrative to make a post of'],
    [['export', 'last', '--to', 'markdown'], 'no events, written summary or narrative to make a post of'],
  ])('names what there is where no session has anything: %j', async (args, lacks) => {
    const { run, blog } = openArchive(EMPTY, true);
    const { code, stdout, stderr } = await run(...args, ...(args[0] === 'export' ? ['--out', blog] : []));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^The only session, \\S+/2026-09-15-main, has ${lacks}\\.\n$`));
  });
});
