/* The files that came out, read without the product's own parser. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ChronicleFile {
  /** Claude Code's directory for the project. */
  directory: string;
  name: string;
  path: string;
  text: string;
  /** Front matter as plain text; a key that occurs twice would be the last. */
  fields: Record<string, string>;
  /** First lines of its events, from the tag on. */
  events: string[];
  /** What stands under `## Summary`, or null without that heading. */
  summary: string | null;
}

/** Every chronicle under a configuration directory, oldest session first; in the same second, `-2` after the name it repeats. */
export function readChronicles(config: string): ChronicleFile[] {
  const projects = join(config, 'projects');
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/\\]+[/\\]chronicle[/\\][^/\\]+\.md$/.test(path))
    .map((path) => readChronicle(projects, path))
    .sort((a, b) => compare(a.fields.started ?? '', b.fields.started ?? '') || a.name.length - b.name.length);
}

/** Names of the files in a chronicle's directory and below, hidden ones too: a lock or a half-written file would show. */
export function filesBeside({ path }: ChronicleFile): string[] {
  const entries = readdirSync(dirname(path), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [] : entry.name)).sort();
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function readChronicle(projects: string, path: string): ChronicleFile {
  const text = readFileSync(join(projects, path), 'utf8');
  const [, frontMatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const [directory = '', , name = ''] = path.split(/[/\\]/);
  const [events = '', summary] = body.split(/^## Summary$/m);
  return {
    directory,
    name,
    path: join(projects, path),
    text,
    fields: Object.fromEntries(frontMatter.split('\n').map(readField)),
    events: events.split('\n').flatMap((line) => /^- (?:[\d-]+ )?(?:\d\d:\d\d )?(\[.*)$/.exec(line)?.[1] ?? []),
    summary: summary?.trim() ?? null,
  };
}

function readField(line: string): [string, string] {
  const [key = '', value = ''] = line.split(/: ?(.*)/s, 2);
  return [key, value.startsWith('"') ? String(JSON.parse(value)) : value];
}
