import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyForgetting } from '#src/setup/forget/apply-forgetting.ts';
import type { Target } from '#src/setup/forget/file-changes.ts';
import { type ForgettingPlan, isEmptyPlan, planForgetting } from '#src/setup/forget/plan-forgetting.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { plantLock } from '#tests/support/planted-lock.ts';
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

/** All files, without the box's own path in them. */
function contents(box: MemoryBox): [string, string][] {
  const plain = (text: string) =>
    text.replaceAll(box.config, '').replaceAll(box.config.replace(/[^A-Za-z0-9]/g, '-'), '');
  return [...allFiles(box)].map(([path, text]) => [plain(path), plain(text)]);
}

describe('applyForgetting', () => {
  it.each(TARGETS)(
    'gives the same result if it is killed before its last file and run again: a $kind',
    async (target) => {
      const whole = openForgettable();
      expect((await applyForgetting(whole.layout, whole.plan(target))).failures).toEqual([]);
      const killed = openForgettable();
      const plan = killed.plan(target);
      const part: ForgettingPlan = {
        ...plan,
        changes: plan.changes.filter(({ kind }) => kind !== 'chronicle'),
        leftovers: [],
      };
      await applyForgetting(killed.layout, part);
      expect((await applyForgetting(killed.layout, killed.plan(target))).failures).toEqual([]);
      expect(contents(killed.box)).toEqual(contents(whole.box));
      if (target.kind === 'text') expect(isEmptyPlan(killed.plan(target))).toBe(true);
    },
  );

  it('makes no work directory in a backup that stays, as the next run could not read that', async () => {
    const { box, layout, plan } = openForgettable();
    const [, session] = TARGETS as [Target, Target];
    expect((await applyForgetting(layout, plan(session))).failures).toEqual([]);
    const backup = join(box.project, 'chronicle/memory/backups/20260324T100000000Z-p-222222');
    expect(readdirSync(backup)).toEqual(['change.json']);
    expect(plan(session).unread).toEqual([]);
  });

  it('updates the index before it renames a chronicle, so that a killed run leaves no old name', async () => {
    const { layout, plan } = openForgettable();
    const taken = plan(TARGETS[0] as Target);
    const entry = `${layout.byId}/${FIRST}`;
    const [own = ''] = readFileSync(entry, 'utf8').split('/');
    // A directory in place of the index entry makes renaming fail.
    rmSync(entry);
    mkdirSync(entry);
    const { failures, changed, renamed } = await applyForgetting(layout, taken);
    const chronicle = `${layout.projects}/${own}/chronicle/2026-03-24-Zo-_Ltd-secret.md`;
    expect(failures).toEqual([expect.stringContaining(`${chronicle} could not be renamed. `)]);
    expect([changed.has(chronicle), renamed.has(chronicle)]).toEqual([true, false]);
    expect(readdirSync(`${layout.projects}/${own}/chronicle`)).toContain('2026-03-24-Zo-_Ltd-secret.md');
    rmSync(entry, { recursive: true });
    expect((await applyForgetting(layout, plan(TARGETS[0] as Target))).failures).toEqual([]);
    expect(existsSync(`${layout.projects}/${own}/chronicle/2026-03-24-forgotten.md`)).toBe(true);
    expect(readFileSync(entry, 'utf8')).toBe(`${own}/chronicle/2026-03-24-forgotten.md\n`);
  });

  it('refuses while the site is being built, and changes nothing', async () => {
    const { box, layout, plan } = openForgettable();
    plantLock(`${layout.cache}/build.lock`, process.pid);
    const before = contents(box);
    await expect(applyForgetting(layout, plan(TARGETS[0] as Target))).rejects.toMatchObject({ code: 'CHRONICLE_BUSY' });
    expect(contents(box)).toEqual(before);
  });

  it('leaves further archives alone, and names a file it could not change', async () => {
    const { box, layout } = openForgettable();
    const root = join(box.config, 'laptop');
    const [own = ''] = readdirSync(layout.projects);
    mkdirSync(join(root, own, 'chronicle'), { recursive: true });
    const further = join(root, own, 'chronicle/2026-03-26-main.md');
    writeFileSync(further, `---\nsession_id: third-session\n---\n\n- [ERROR] ${TEXT}!\n- [ERROR] x\n`);
    writeFileSync(`${layout.series}/large.yml`, `# ${TEXT}\n`);
    const plan = planForgetting(layout, [layout.projects, root], { kind: 'text', text: TEXT });
    writeFileSync(`${layout.series}/large.yml`, 'x'.repeat(17 * 1024 * 1024));
    const { failures, changed } = await applyForgetting(layout, plan);
    expect(failures).toEqual([
      expect.stringMatching(/\/large\.yml could not be changed\. .* is larger than 16 MiB\.$/),
    ]);
    expect(changed).not.toContain(`${layout.series}/large.yml`);
    expect(filesWithText(box).map((path) => join(box.config, path))).toEqual([further]);
    expect(plan.foreign).toEqual([further]);
  });
});
