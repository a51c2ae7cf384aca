import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUILD_FOLDER, settleSite } from '#src/node/site/site-change.ts';
import { openOutput } from '#src/node/site/site-output.ts';
import { walkSite } from '#src/node/site/walk-site.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const SCRIPT = fileURLToPath(new URL('./killed-build.ts', import.meta.url));
const HIDDEN = new Set([BUILD_FOLDER, '.session-chronicle.json']);

/** Two builds with files that change, move, appear and disappear. */
const OLD = ['index.html', 'a/index.html', 'b/index.html', 'b/gone.html', 'c'];
const NEW = ['index.html', 'a/index.html', 'b/index.html', 'c/index.html', 'd/e.html'];

function build(site: string, content: string, paths: readonly string[], moment: number): boolean {
  const { signal, status, stderr } = spawnSync(process.execPath, [SCRIPT, site, content, String(moment), ...paths]);
  if (signal === null && status !== 0) throw new Error(String(stderr));
  return signal === null;
}

function contentOf(site: string): Record<string, string> {
  const files = [...walkSite(site, HIDDEN)].sort();
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(site, path), 'utf8')]));
}

const whole = (content: string, paths: readonly string[]) =>
  Object.fromEntries([...paths].sort().map((path) => [path, `${path} ${content}`]));

describe('a killed build', () => {
  it('leaves the old site or the new one, wherever it is killed', { tags: 'long' }, () => {
    const seen = new Set<string>();
    let isDone = false;
    for (let moment = 0; !isDone; moment++) {
      const site = join(temporaryDirectory('killed'), 'site');
      expect(build(site, 'old', OLD, 99)).toBe(true);
      isDone = build(site, 'new', NEW, moment);
      // What a build or a preview does first.
      expect(settleSite(site)).toBe(true);
      const found = contentOf(site);
      const which = existsSync(join(site, 'd')) ? 'new' : 'old';
      expect(found, `killed at ${moment}`).toEqual(which === 'new' ? whole('new', NEW) : whole('old', OLD));
      seen.add(which);
      openOutput(site).abandon();
      expect(contentOf(site)).toEqual(found);
    }
    expect([...seen].sort()).toEqual(['new', 'old']);
  });

  it('is left alone while another process makes the change', () => {
    const site = temporaryDirectory('running');
    mkdirSync(join(site, BUILD_FOLDER));
    const owner = { pid: process.ppid, started: null };
    writeFileSync(join(site, BUILD_FOLDER, 'moves.json'), JSON.stringify({ owner, moves: [], removals: [] }));
    expect(settleSite(site)).toBe(false);
    expect(() => openOutput(site)).toThrow(expect.objectContaining({ code: 'CHRONICLE_BUSY' }));
  });

  it('never moves or removes files outside the site', () => {
    const base = temporaryDirectory('outside');
    const site = join(base, 'site');
    mkdirSync(join(site, BUILD_FOLDER), { recursive: true });
    writeFileSync(join(base, 'precious'), 'x');
    const change = { owner: { pid: 2 ** 22 + 1, started: null }, moves: [], removals: ['../precious'] };
    writeFileSync(join(site, BUILD_FOLDER, 'moves.json'), JSON.stringify(change));
    settleSite(site);
    expect(existsSync(join(base, 'precious'))).toBe(true);
  });
});
