import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownPlace, samplePlace } from '#content-loader/archive-place.ts';
import { postService } from '#content-loader/post-service.ts';
import { eventId } from '#src/format/event-id.ts';
import type { Archive } from '#src/archive/archive.ts';
import { openArchive } from '#src/archive/archive.ts';
import { DEFAULTS } from '#src/lib/config.ts';
import type { World } from '#src/lib/world.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK, until } from '../unit/archive/archive-directory.ts';

const SECRET = `ghp_${'Ab1'.repeat(12)}`;

/** A machine with this directory as Claude Code's. */
function worldOf(config: string, changes: Partial<World> = {}): World {
  const now = () => new Date('2026-11-21T12:00:00Z');
  return { env: { CLAUDE_CONFIG_DIR: config }, home: config, cwd: '/', now, host: 'desk', parentPid: 0, ...changes };
}

const sampleSnapshot = () => openArchive({ ...samplePlace(), origin: 'sample', watch: false }).snapshot;

/** The archive in this directory of Claude Code, watched until the test ends. */
function openOwn(config: string): Archive {
  const archive = openArchive({ ...ownPlace(layoutOf(config), DEFAULTS), origin: 'own', watch: true });
  onTestFinished(() => archive.close());
  return archive;
}

describe('postService', () => {
  it('prepares drafts and series again only after a change', async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const archive = openOwn(config);
    const posts = postService(() => archive.snapshot, { isDev: true, world: worldOf(config) });
    expect([await posts.drafts(), await posts.outlines()]).toEqual([[], []]);

    put(config, 'session-chronicle/drafts/a/draft.mdx', 'Robin wrote this.\n');
    put(config, 'session-chronicle/drafts/a/draft.yml', 'title: A\n');
    put(config, 'session-chronicle/series/s.yml', 'title: S\n');
    await until(archive, ({ posts: { drafts, series } }) => drafts[0]?.problems.length === 0 && series.length === 1);
    const drafts = await posts.drafts();
    expect(drafts.map(({ resolved, findings }) => [resolved.title, findings.length])).toEqual([['A', 0]]);
    expect(await posts.outlines()).toMatchObject([{ series: { slug: 's', title: 'S' } }]);
    expect(await posts.drafts()).toBe(drafts);
    expect(await posts.outlines()).toBe(await posts.outlines());

    const { version, sessions } = archive.snapshot;
    put(config, 'session-chronicle/redact.yml', 'names:\n  - Robin\n');
    archive.refresh();
    expect(archive.snapshot.version).toBeGreaterThan(version);
    expect(archive.snapshot.sessions).toBe(sessions);
    const [withName] = await posts.drafts();
    expect(withName?.findings.map(({ kind }) => kind)).toEqual(['private name']);
    put(config, 'session-chronicle/drafts/a/draft.mdx', 'Nobody wrote this.\n');
    archive.refresh();
    expect((await posts.drafts())[0]?.findings).toEqual([]);
  });

  it('replaces secrets and home paths in outlines, but not in the file or the archive', async () => {
    const config = temporaryDirectory();
    const event = `Sent ${SECRET} from /home/robin/code/x`;
    const text = chronicleText({ id: 'session-1', events: [`[ERROR] ${event}`] });
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, text);
    const parts = `parts:\n  - title: Why ${SECRET}\n    idea: In ${config}/notes\n    events: [session-1#${eventId('ERROR', event)}]\n`;
    const file = put(config, 'session-chronicle/series/s.yml', `title: About ${SECRET}\n${parts}`);
    const { snapshot } = openOwn(config);
    const posts = postService(() => snapshot, { isDev: true, world: worldOf(config) });

    const [outline] = await posts.outlines();
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

  it('scans a post once more before it is served', async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    put(config, 'session-chronicle/drafts/a/draft.mdx', 'Robin wrote this.\n');
    const { snapshot } = openOwn(config);
    const posts = postService(() => snapshot, { isDev: true, world: worldOf(config) });
    const [draft] = await posts.drafts();
    if (!draft) throw new Error('The draft is not read.');
    expect(await posts.leaksIn(draft, { file: 'a.md', text: 'Robin wrote this.\n' })).toEqual([]);
    const leaks = await posts.leaksIn(draft, { file: 'a.md', text: `Robin wrote ${SECRET}.\n` });
    expect(leaks.map(({ place }) => place)).toEqual(['post text']);
    expect(JSON.stringify(leaks)).not.toContain(SECRET);
  });

  it('is editable only in dev, and never for the sample', () => {
    const world = worldOf(temporaryDirectory());
    const sample = sampleSnapshot();
    const own = { ...sample, origin: 'own' as const };
    expect(postService(() => own, { isDev: true, world }).isEditable()).toBe(true);
    expect(postService(() => own, { isDev: false, world }).isEditable()).toBe(false);
    expect(postService(() => sample, { isDev: true, world }).isEditable()).toBe(false);
  });

  it('shows the sample in the same way on every machine', async () => {
    const sample = sampleSnapshot();
    const shownIn = async (world: World) =>
      JSON.stringify(await postService(() => sample, { isDev: false, world }).drafts());
    const config = temporaryDirectory();
    const here = await shownIn(worldOf(config));
    const changes = { env: { USER: 'clock' }, home: '/home/clock', host: 'clock', now: () => new Date('2031-01-01') };
    expect(await shownIn(worldOf(config, changes))).toBe(here);
    expect(JSON.parse(here).length).toBeGreaterThan(0);
  });
});
