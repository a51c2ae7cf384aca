import { describe, expect, it } from 'vitest';
import { samplePlace } from '../../content-loader/archive-place.ts';
import { openDesk } from '../../content-loader/draft-desk.ts';
import { openArchive } from '../../src/node/archive/open-archive.ts';
import type { World } from '../../src/node/world.ts';
import { chronicleText, open, put, temporaryDirectory, TIDEMARK } from '../unit/archive/archive-directory.ts';

/** A machine on which Claude Code's directory is this one. */
function worldOf(config: string, changes: Partial<World> = {}): World {
  const now = () => new Date('2026-11-21T12:00:00Z');
  return { env: { CLAUDE_CONFIG_DIR: config }, home: config, cwd: '/', now, host: 'desk', parentPid: 0, ...changes };
}

const sampleSnapshot = () => openArchive({ ...samplePlace(), origin: 'sample', watch: false }).snapshot;

describe('openDesk', () => {
  it('has the drafts and series beside the archive, and prepares them anew only when something changed', async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const { snapshot } = open(`${config}/projects`);
    const desk = openDesk(() => snapshot, { isDev: true, world: worldOf(config) });
    expect([await desk.drafts(), desk.series()]).toEqual([[], []]);

    put(config, 'session-chronicle/drafts/a/draft.mdx', 'Robin wrote this.\n');
    put(config, 'session-chronicle/drafts/a/draft.yml', 'title: A\n');
    put(config, 'session-chronicle/series/s.yml', 'title: S\n');
    const drafts = await desk.drafts();
    expect(drafts.map(({ resolved, findings }) => [resolved.title, findings.length])).toEqual([['A', 0]]);
    expect(desk.series()).toMatchObject([{ slug: 's', title: 'S' }]);
    expect(await desk.drafts()).toBe(drafts);
    expect(desk.series()).toBe(desk.series());

    put(config, 'session-chronicle/redact.yml', 'names:\n  - Robin\n');
    const [withName] = await desk.drafts();
    expect(withName?.findings.map(({ kind }) => kind)).toEqual(['private name']);
    put(config, 'session-chronicle/drafts/a/draft.mdx', 'Nobody wrote this.\n');
    expect((await desk.drafts())[0]?.findings).toEqual([]);
  });

  it('lets nobody change the sample, nor anything outside of dev', () => {
    const world = worldOf(temporaryDirectory());
    const sample = sampleSnapshot();
    const own = { ...sample, origin: 'own' as const };
    expect(openDesk(() => own, { isDev: true, world }).isEditable()).toBe(true);
    expect(openDesk(() => own, { isDev: false, world }).isEditable()).toBe(false);
    expect(openDesk(() => sample, { isDev: true, world }).isEditable()).toBe(false);
  });

  it('shows the same of the sample on every machine', async () => {
    const sample = sampleSnapshot();
    const shownIn = async (world: World) =>
      JSON.stringify(await openDesk(() => sample, { isDev: false, world }).drafts());
    const config = temporaryDirectory();
    const here = await shownIn(worldOf(config));
    const changes = { env: { USER: 'clock' }, home: '/home/clock', host: 'clock', now: () => new Date('2031-01-01') };
    expect(await shownIn(worldOf(config, changes))).toBe(here);
    expect(JSON.parse(here).length).toBeGreaterThan(0);
  });
});
