import { describe, expect, it, onTestFinished } from 'vitest';
import { ownPlace, postService, samplePlace } from '#content-loader/served-archive.ts';
import { type Archive, openArchive } from '#src/archive/archive.ts';
import { DEFAULTS } from '#src/lib/config.ts';
import type { Env } from '#src/lib/env.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK, until } from '../unit/archive/archive-directory.ts';
import { draftsOf } from '#src/posts/draft-files.ts';

/** A machine with this directory as Claude Code's. */
function envOf(config: string, changes: Partial<Env> = {}): Env {
  const now = () => new Date('2026-11-21T12:00:00Z');
  return {
    variables: { CLAUDE_CONFIG_DIR: config },
    home: config,
    cwd: '/',
    now,
    host: 'desk',
    parentPid: 0,
    ...changes,
  };
}

const sampleSnapshot = () => openArchive({ ...samplePlace(), origin: 'sample', watch: false }).snapshot;

/** The archive in this directory of Claude Code, watched until the test ends. */
function openOwn(config: string): Archive {
  const archive = openArchive({ ...ownPlace(pathsOf(config), DEFAULTS), origin: 'own', watch: true });
  onTestFinished(() => archive.close());
  return archive;
}

describe('postService', () => {
  it('prepares drafts again only after a change', async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const archive = openOwn(config);
    const posts = postService(() => archive.snapshot, { isDev: true, env: envOf(config) });
    expect(await posts.drafts()).toEqual([]);

    put(config, 'session-chronicle/drafts/a.md', '---\ntitle: A\n---\n\nRobin wrote this.\n');
    await until(archive, (snapshot) => draftsOf(snapshot.userFiles).length === 1);
    const drafts = await posts.drafts();
    expect(drafts.map(({ draft, findings }) => [draft.settings.title, findings.length])).toEqual([['A', 0]]);
    expect(await posts.drafts()).toBe(drafts);

    const { version, sessions } = archive.snapshot;
    put(config, 'session-chronicle/redact.yml', 'names:\n  - Robin\n');
    archive.refresh();
    expect(archive.snapshot.version).toBeGreaterThan(version);
    expect(archive.snapshot.sessions).toBe(sessions);
    const [withName] = await posts.drafts();
    expect(withName?.findings.map(({ kind }) => kind)).toEqual(['private name']);
    put(config, 'session-chronicle/drafts/a.md', 'Nobody wrote this.\n');
    archive.refresh();
    expect((await posts.drafts())[0]?.findings).toEqual([]);
  });

  it('is editable only in dev, and never for the sample', () => {
    const env = envOf(temporaryDirectory());
    const sample = sampleSnapshot();
    const own = { ...sample, origin: 'own' as const };
    expect(postService(() => own, { isDev: true, env }).isEditable()).toBe(true);
    expect(postService(() => own, { isDev: false, env }).isEditable()).toBe(false);
    expect(postService(() => sample, { isDev: true, env }).isEditable()).toBe(false);
  });

  it('shows the sample in the same way on every machine', async () => {
    const sample = sampleSnapshot();
    const shownIn = async (env: Env) => JSON.stringify(await postService(() => sample, { isDev: false, env }).drafts());
    const config = temporaryDirectory();
    const here = await shownIn(envOf(config));
    const changes = { env: { USER: 'clock' }, home: '/home/clock', host: 'clock', now: () => new Date('2031-01-01') };
    expect(await shownIn(envOf(config, changes))).toBe(here);
    expect(JSON.parse(here).length).toBeGreaterThan(0);
  });
});
