import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Paths, pathsOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** A Claude Code directory of its own, removed after the test. */
export function aConfig(): Paths {
  const directory = temporaryDirectory('health');
  return pathsOf(directory);
}

/** Writes a private file, and what is above it, as if at this time. */
export function put(path: string, text: string, at?: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
  if (at !== undefined) utimesSync(path, new Date(at), new Date(at));
  return path;
}

/** A chronicle of the session `id` of /home/me/blog, or of another place, last written at this time. */
export function putChronicle(
  paths: Paths,
  id: string,
  at: string,
  { directory = '-home-me-blog', cwd = '/home/me/blog', lines = [] as string[], events = [] as string[] } = {},
): string {
  const path = `${paths.projects}/${directory}/chronicle/${at.slice(0, 10)}-${id}.md`;
  const day = at.slice(0, 10);
  const keys = [`session_id: ${id}`, `date: ${day}`, 'branch: main', 'task:', `started: ${at}`, `cwd: ${cwd}`];
  const text = `---\n${[...keys, ...lines].join('\n')}\n---\n\n## Events\n\n${events.join('\n')}\n\n## Summary\n`;
  return put(path, text, at);
}
