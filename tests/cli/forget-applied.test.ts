import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyForgetting } from '../../src/node/forget/apply-forgetting.ts';
import {
  type ForgettingPlan,
  isEmptyPlan,
  planForgetting,
  type Target,
} from '../../src/node/forget/plan-forgetting.ts';
import { markOf } from '../../src/node/store/running-process.ts';
import { layoutOf } from '../../src/project/paths.ts';
import { allFiles, FIRST, filesWithText, fillWithText, TEXT } from './forgettable-archive.ts';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

const TARGETS: Target[] = [
  { kind: 'text', text: TEXT },
  { kind: 'session', session: FIRST, names: [] },
];

function openForgettable() {
  const box = openMemoryBox();
  fillWithText(box);
  const layout = layoutOf(box.config);
  const plan = (target: Target) => planForgetting(layout, [layout.projects], target);
  return { box, layout, plan };
}

/** All files, with the box's own path out of them. */
function contents(box: MemoryBox): [string, string][] {
  const plain = (text: string) =>
    text.replaceAll(box.config, '').replaceAll(box.config.replace(/[^A-Za-z0-9]/g, '-'), '');
  return [...allFiles(box)].map(([path, text]) => [plain(path), plain(text)]);
}

describe('applyForgetting', () => {
  it.each(TARGETS)(
    'leads to the same when it is killed before its last file and run again: a $kind',
    async (target) => {
      const whole = openForgettable();
      expect(await applyForgetting(whole.layout, whole.plan(target))).toEqual([]);
      const killed = openForgettable();
      const plan = killed.plan(target);
      const part: ForgettingPlan = {
        ...plan,
        changes: plan.changes.filter(({ kind }) => kind !== 'chronicle'),
        leftovers: [],
      };
      await applyForgetting(killed.layout, part);
      expect(await applyForgetting(killed.layout, killed.plan(target))).toEqual([]);
      expect(contents(killed.box)).toEqual(contents(whole.box));
      if (target.kind === 'text') expect(isEmptyPlan(killed.plan(target))).toBe(true);
    },
  );

  it('refuses while the site is built, before it has changed anything', async () => {
    const { box, layout, plan } = openForgettable();
    writeFileSync(`${layout.cache}/build.lock`, JSON.stringify(markOf(process.pid)));
    const before = contents(box);
    await expect(applyForgetting(layout, plan(TARGETS[0] as Target))).rejects.toMatchObject({ code: 'CHRONICLE_BUSY' });
    expect(contents(box)).toEqual(before);
  });

  it('takes it out of further directories of the archive, and says which file it could not change', async () => {
    const { box, layout } = openForgettable();
    const root = join(box.config, 'laptop');
    const [own = ''] = readdirSync(layout.projects);
    mkdirSync(join(root, own, 'chronicle'), { recursive: true });
    writeFileSync(
      join(root, own, 'chronicle/2026-03-26-main.md'),
      `---\nsession_id: third-session\n---\n\n- [ERROR] ${TEXT}!\n- [ERROR] x\n`,
    );
    writeFileSync(`${layout.series}/large.yml`, `# ${TEXT}\n`);
    const plan = planForgetting(layout, [layout.projects, root], { kind: 'text', text: TEXT });
    writeFileSync(`${layout.series}/large.yml`, 'x'.repeat(17 * 1024 * 1024));
    expect(await applyForgetting(layout, plan)).toEqual([expect.stringContaining('/large.yml could not be changed. ')]);
    expect(filesWithText(box)).toEqual([]);
  });
});
