/* What clean rooms are furnished with: the tarball, Node 22.12, and the system's programs without a Node among them. */

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from '#tests/support/root.ts';

export interface Goods {
  tarball: string;
  /** All that a room has on PATH. */
  tools: string;
  /** The script of npm. */
  npm: string;
  /** How this machine reaches the registry, and where it keeps what came from there. */
  registry: Record<string, string>;
}

/** The oldest Node that the package promises to run on. */
const OLDEST_NODE = '22.12.0';

/** Vitest's global setup: one set of goods for all rooms, which only read it, and its removal. */
export default function gatherGoods(project: TestProject): () => void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'chronicle-goods-')));
  const npm = npmScript();
  const registry = registryAccess(root);
  const script = join(ROOT, 'scripts/package.ts');
  const tarball = run(root, registry, script, '--out', root);
  const tools = join(root, 'tools');
  mkdirSync(tools);
  symlinkSync(oldNode(root, npm, registry), join(tools, 'node'));
  linkPrograms(tools);
  project.provide('goods', { tarball, tools, npm, registry });
  return () => rmSync(root, { recursive: true, force: true });
}

function oldNode(root: string, npm: string, registry: Record<string, string>): string {
  const directory = join(root, 'node');
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
  run(directory, registry, npm, 'install', '--no-audit', '--no-fund', `node@${OLDEST_NODE}`);
  return join(directory, 'node_modules/node/bin/node');
}

/** Links to what is in /usr/bin and /bin, but for every Node. */
function linkPrograms(tools: string): void {
  for (const directory of ['/usr/bin', '/bin']) {
    for (const name of readdirSync(directory)) {
      const link = join(tools, name);
      if (!/^(?:node|nodejs|npm|npx|corepack)$/.test(name) && !existsSync(link))
        symlinkSync(join(directory, name), link);
    }
  }
}

function npmScript(): string {
  const { npm_execpath: own = '', PATH = '' } = process.env;
  if (own.endsWith('npm-cli.js')) return own;
  const found = PATH.split(delimiter)
    .map((directory) => join(directory, 'npm'))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('There is no npm on PATH.');
  return realpathSync(found);
}

function registryAccess(root: string): Record<string, string> {
  const { npm_config_userconfig = join(homedir(), '.npmrc'), npm_config_cache = join(homedir(), '.npm') } = process.env;
  const certificates = Object.entries(process.env).filter(([name]) =>
    /^(?:NODE_EXTRA_CA|https?_proxy|no_proxy)/i.test(name),
  );
  // What npx installs lies beside what was downloaded: only the latter is shared.
  const cache = join(root, 'npm-cache');
  mkdirSync(cache);
  const downloads = join(npm_config_cache, '_cacache');
  mkdirSync(downloads, { recursive: true });
  symlinkSync(downloads, join(cache, '_cacache'));
  return { ...Object.fromEntries(certificates), npm_config_userconfig, npm_config_cache: cache } as Record<
    string,
    string
  >;
}

function run(cwd: string, env: Record<string, string>, ...args: string[]): string {
  const stdout = execFileSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return stdout.toString().trim();
}

declare module 'vitest' {
  interface ProvidedContext {
    goods: Goods;
  }
}
