import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openOutput, settleSite } from '#src/server/site-output.ts';
import { walkSite } from '#src/server/walk-site.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const SCRIPT = fileURLToPath(new URL('./killed-build.ts', import.meta.url));
const HIDDEN = new Set(['.session-chronicle.json', '.git']);

/** Two builds with files that change, stay, move, appear and disappear. */
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
  it('leaves the old site or the new one, wherever it is killed, and a work tree its history', { tags: 'long' }, () => {
    const seen = new Set<string>();
    let isDone = false;
    for (let moment = 0; !isDone; moment++) {
      const site = join(temporaryDirectory('killed'), 'site');
      expect(build(site, 'old', OLD, 99)).toBe(true);
      mkdirSync(join(site, '.git'));
      writeFileSync(join(site, '.git/HEAD'), 'years of work');
      isDone = build(site, 'new', NEW, moment);
      // What a preview does before it answers.
      expect(settleSite(site)).toBe(true);
      const found = contentOf(site);
      const which = existsSync(join(site, 'd')) ? 'new' : 'old';
      expect(found, `killed at ${moment}`).toEqual(which === 'new' ? whole('new', NEW) : whole('old', OLD));
      seen.add(which);
      // The next build removes what was left.
      openOutput(site).abandon();
      expect([contentOf(site), readdirSync(dirname(site))]).toEqual([found, ['site']]);
      expect(readFileSync(join(site, '.git/HEAD'), 'utf8'), `killed at ${moment}`).toBe('years of work');
    }
    expect([...seen].sort()).toEqual(['new', 'old']);
  });
});
