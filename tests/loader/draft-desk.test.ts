import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { samplePlace } from '#content-loader/archive-place.ts';
import { openDesk } from '#content-loader/draft-desk.ts';
import { eventId } from '#src/chronicle/event-id.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import type { World } from '#src/node/world.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, open, put, TIDEMARK } from '../unit/archive/archive-directory.ts';

const SECRET = `ghp_${'Ab1'.repeat(12)}`;

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
    expect([await desk.drafts(), await desk.outlines()]).toEqual([[], []]);

    put(config, 'session-chronicle/drafts/a/draft.mdx', 'Robin wrote this.\n');
    put(config, 'session-chronicle/drafts/a/draft.yml', 'title: A\n');
    put(config, 'session-chronicle/series/s.yml', 'title: S\n');
    const drafts = await desk.drafts();
    expect(drafts.map(({ resolved, findings }) => [resolved.title, findings.length])).toEqual([['A', 0]]);
    expect(await desk.outlines()).toMatchObject([{ series: { slug: 's', title: 'S' } }]);
    expect(await desk.drafts()).toBe(drafts);
    expect(await desk.outlines()).toBe(await desk.outlines());

    put(config, 'session-chronicle/redact.yml', 'names:\n  - Robin\n');
    const [withName] = await desk.drafts();
    expect(withName?.findings.map(({ kind }) => kind)).toEqual(['private name']);
    put(config, 'session-chronicle/drafts/a/draft.mdx', 'Nobody wrote this.\n');
    expect((await desk.drafts())[0]?.findings).toEqual([]);
  });

  it('has outlines without a secret or a home path, and leaves the file and the archive as they are', async () => {
    const config = temporaryDirectory();
    const event = `Sent ${SECRET} from /home/robin/code/x`;
    const text = chronicleText({ id: 'session-1', events: [`[ERROR] ${event}`] });
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, text);
    const { snapshot } = open(`${config}/projects`);
    const parts = `parts:\n  - title: Why ${SECRET}\n    idea: In ${config}/notes\n    events: [session-1#${eventId('ERROR', event)}]\n`;
    const file = put(config, 'session-chronicle/series/s.yml', `title: About ${SECRET}\n${parts}`);
    const desk = openDesk(() => snapshot, { isDev: true, world: worldOf(config) });

    const [outline] = await desk.outlines();
    expect(outline).toMatchObject({ events: 1, missing: 0 });
    const { series, parts: shown } = outline ?? {};
    const words = [
      series?.title,
      series?.parts,
      shown?.map((part) => [part.title, part.idea, part.events[0]?.found?.event]),
    ];
    expect(JSON.stringify(words)).toMatch(/About \[redacted.*Why \[redacted.*Sent \[redacted/);
    for (const value of [SECRET, '/home/robin', config]) expect(JSON.stringify(words)).not.toContain(value);
    expect(readFileSync(file, 'utf8')).toContain(SECRET);
    expect(snapshot.sessions[0]?.chronicle.events[0]?.text).toBe(event);
  });

  it('takes a last look at what is given out', async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const { snapshot } = open(`${config}/projects`);
    put(config, 'session-chronicle/drafts/a/draft.mdx', 'Robin wrote this.\n');
    const desk = openDesk(() => snapshot, { isDev: true, world: worldOf(config) });
    const [draft] = await desk.drafts();
    if (!draft) throw new Error('The draft is not read.');
    expect(await desk.leaksIn(draft, { file: 'a.md', text: 'Robin wrote this.\n' })).toEqual([]);
    const leaks = await desk.leaksIn(draft, { file: 'a.md', text: `Robin wrote ${SECRET}.\n` });
    expect(leaks.map(({ place }) => place)).toEqual(['text of the post']);
    expect(JSON.stringify(leaks)).not.toContain(SECRET);
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
