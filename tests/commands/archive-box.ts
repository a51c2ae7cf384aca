/** An archive of a few files, exported and imported as JSON lines. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { CommandBox } from './command-box.ts';

export const PROJECT = '-home-robin-larder';
export const PLACE = `projects/${PROJECT}/chronicle`;
export const chronicle = (id: string, events = '', more = '') =>
  `---\nsession_id: ${id}\ndate: 2026-11-02\nbranch: main\ntask: ""\nstarted: 2026-11-02T08:00:00Z\n---\n\n## Events\n\n${events}\n## Summary\n${more}`;

/** The first line of an archive. */
export const HEAD = '{"format":"session-chronicle","version":1}\n';

/** A line of an archive. */
export function archiveRecord(path: string, text: string, kind = 'chronicle'): string {
  return `${JSON.stringify({ kind, path, text })}\n`;
}

/** A whole archive. */
export function archiveOf(records: readonly string[]): string {
  return `${HEAD}${records.join('')}{"end":true,"records":${records.length}}\n`;
}

export class ArchiveBox extends CommandBox {
  constructor() {
    super('archive-file', 'checkout');
  }

  put(path: string, content: string | Uint8Array): void {
    const file = join(this.config, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  read(path: string): string {
    return readFileSync(join(this.config, path), 'latin1');
  }

  /** Every file but those of this machine alone, with its bytes. */
  files(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const root of ['projects', 'session-chronicle']) walk(join(this.config, root), root, found);
    return found;
  }

  /** Every directory and file below the projects and our own directory, but caches and the records of imports. */
  tree(): string[] {
    return ['projects', 'session-chronicle']
      .flatMap((root) =>
        readdirSync(join(this.config, root), { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
      )
      .filter((path) => !/^session-chronicle\/(?:cache|index|imports|\.tmp)/.test(path))
      .sort();
  }

  async export(): Promise<string> {
    const file = join(this.checkout, `${readdirSync(this.checkout).length}.jsonl`);
    expect(await this.run('export', '--json', '--out', file)).toMatchObject({ code: 0, stdout: '' });
    return file;
  }
}

function walk(path: string, name: string, found: Record<string, string>): void {
  if (!existsSync(path) || /\/(?:\.tmp|cache|index|imports|memory)$/.test(name)) return;
  if (!statSync(path).isDirectory()) found[name] = readFileSync(path, 'latin1');
  else for (const each of readdirSync(path)) walk(join(path, each), `${name}/${each}`, found);
}
