/* The plugin as a marketplace hands it out: the checkout without what is not committed, in a path with a space. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';

const NOT_COMMITTED = new Set(['node_modules', '.git', '.astro', 'test-results', 'playwright-report']);

/** Vitest's global setup: one copy for all scenarios, which only read it, and its removal. */
export default function copyPlugin(project: TestProject): () => void {
  const parent = mkdtempSync(join(tmpdir(), 'chronicle plugin '));
  const copy = join(parent, 'session-chronicle');
  const checkout = join(import.meta.dirname, '../..');
  cpSync(checkout, copy, { recursive: true, filter: (path) => !NOT_COMMITTED.has(basename(path)) });
  project.provide('plugin', copy);
  return () => rmSync(parent, { recursive: true, force: true });
}

declare module 'vitest' {
  interface ProvidedContext {
    plugin: string;
  }
}
