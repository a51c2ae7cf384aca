/** A home and a project in which `init` and `uninstall` work without a process. */

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyInit, type InitOptions, type InitPlan, planInit } from '#src/setup/install.ts';
import { filesBelow, packageFiles } from '#src/setup/package-copy.ts';
import { applyUninstall, planUninstall } from '#src/setup/uninstall.ts';
import type { Env } from '#src/lib/env.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** The change of the settings file in a plan. */
export function settingsIn({ adds }: InitPlan) {
  const change = adds.find(({ part }) => part === 'settings');
  if (!change) throw new Error('The plan has no settings.');
  return change;
}

/** What `init` does without options. */
export const USUAL: InitOptions = { root: null, isShared: false, contract: null, hasSkills: true, layers: null };

export function openBox() {
  const root = temporaryDirectory("it's ");
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const paths = pathsOf(join(home, '.claude'));
  for (const directory of [paths.config, project]) mkdirSync(directory, { recursive: true });
  const now = () => new Date('2026-11-22T10:00:00Z');
  const env: Env = { variables: {}, home, cwd: project, now, host: 'here', parentPid: 1 };
  const path = (name: string) => join(root, name);
  const read = (name: string) => readFileSync(path(name), 'utf8');
  const plan = (wish: Partial<InitOptions> = {}) => planInit(env, packageFiles(), { ...USUAL, ...wish });
  const planOut = (of: string | null = null) => planUninstall(paths, packageFiles().root, of);
  return {
    root,
    project,
    paths,
    env,
    path,
    read,
    plan,
    planOut,
    write(name: string, text: string | Buffer, mode = 0o644) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text, { mode });
    },
    /** Every file with its bytes, for a comparison of before and after. */
    all: (below = root) =>
      new Map(
        filesBelow(below)
          .toSorted()
          .map((name) => [name, readFileSync(join(below, name), 'latin1')]),
      ),
    times: () => filesBelow(root).map((name) => [name, statSync(path(name)).mtimeMs]),
    apply: applyInit,
    init(wish: Partial<InitOptions> = {}) {
      const planned = plan(wish);
      applyInit(planned);
      return planned;
    },
    uninstall(of: string | null = null) {
      const planned = planOut(of);
      applyUninstall(planned);
      return planned;
    },
  };
}
