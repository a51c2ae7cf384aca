import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chronicle, frontMatter } from './chronicle-text.ts';
import type { StartSource } from './payloads.ts';
import { openQuickSandbox, openSandbox, type Sandbox } from './sandbox.ts';

const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

const index = (box: Sandbox) => join(box.state, 'index/by-id', ID);

const EARLIER = chronicle({ id: ID, events: ['- 09:10 [DECISION] Keep it'] });

/** A session of an earlier day, in the index. */
const earlier = (box: Sandbox) => box.place('2026-03-24-main.md', EARLIER, ID);

describe('a session that has a file', () => {
  it.each<StartSource>(['resume', 'compact', 'clear', 'startup'])('keeps it at %s on another day', async (source) => {
    const box = openQuickSandbox();
    const path = earlier(box);
    const before = readFileSync(path);
    expect(await box.context(ID, { source })).toContain(path);
    expect(box.chronicles()).toHaveLength(1);
    expect(readFileSync(path)).toEqual(before);
  });

  it('keeps it on another branch, in another directory and time zone', async () => {
    const box = openQuickSandbox();
    box.gitInit(box.project, 'main');
    await box.start(ID);
    const { path, text } = box.only();
    box.git(box.project, 'switch', '--quiet', '--create', 'feature/other');
    mkdirSync(join(box.root, 'elsewhere'));
    const surroundings = {
      source: 'compact' as const,
      env: { TZ: 'Pacific/Kiritimati', CLAUDE_PROJECT_DIR: join(box.root, 'elsewhere') },
    };
    expect(await box.context(ID, surroundings)).toContain(path);
    expect(box.only().text).toBe(text);
  });

  it('keeps it when a person renamed it and it is resumed', async () => {
    const box = openQuickSandbox();
    const path = earlier(box);
    const renamed = path.replace('main', 'the-big-refactoring');
    renameSync(path, renamed);
    expect(await box.context(ID, { source: 'resume' })).toContain(renamed);
    expect(readFileSync(index(box), 'utf8')).toContain('the-big-refactoring');
  });

  it.each<StartSource>(['resume', 'compact'])(
    'is found at %s by its front matter when the index is lost, and is indexed again',
    async (source) => {
      const box = openQuickSandbox();
      const path = box.place('2026-03-24-main.md', EARLIER);
      box.place('2026-03-25-main.md', chronicle({ id: 'another' }));
      box.place('2026-03-26-broken.md', 'no front matter');
      expect(await box.context(ID, { source })).toContain(path);
      expect(box.chronicles()).toHaveLength(3);
      expect(readFileSync(index(box), 'utf8')).toMatch(/^[A-Za-z0-9-]+\/chronicle\/2026-03-24-main\.md\n$/);
    },
  );

  it('gets a new file if the one in the index is gone', async () => {
    const box = openQuickSandbox();
    rmSync(earlier(box));
    await box.start(ID, { source: 'compact' });
    expect(frontMatter(box.only().text).session_id).toBe(ID);
  });

  it.each([
    '../../x',
    '../../../outside.md',
    '/etc/passwd',
    'p/chronicle/../../../outside.md',
    'a\0b',
    '',
    'x'.repeat(5000),
  ])('does not follow the index to %j', async (entry) => {
    const box = openQuickSandbox();
    writeFileSync(join(box.root, 'outside.md'), chronicle({ id: ID }));
    mkdirSync(join(box.state, 'index/by-id'), { recursive: true });
    writeFileSync(index(box), entry);
    await box.start(ID, { source: 'resume' });
    expect(frontMatter(box.only().text).session_id).toBe(ID);
    expect(readFileSync(index(box), 'utf8')).toContain(`/chronicle/${box.only().name}`);
  });

  it('is not given up while an editor is saving', async () => {
    const box = openSandbox();
    const path = earlier(box);
    const text = readFileSync(path);
    writeFileSync(path, '');
    const starting = box.context(ID, { source: 'compact' });
    setTimeout(() => writeFileSync(path, text), 90);
    expect(await starting).toContain(path);
    expect(box.chronicles()).toHaveLength(1);
  });

  it('with broken front matter is refused in one sentence, and no second file is created', async () => {
    const box = openQuickSandbox();
    const path = earlier(box);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^session_id:.*\n/m, ''));
    const broken = readFileSync(path, 'utf8');
    expect(await box.start(ID, { source: 'resume' })).toRefuse(
      /^session-chronicle: .*front matter.*2026-03-24-main\.md.*Nothing was written\.\n$/,
    );
    expect(box.only().text).toBe(broken);
  });
});
