/* Small chronicles as text for a sandbox, and helpers to read them. */

export interface Written {
  id: string;
  date?: string;
  branch?: string;
  task?: string;
  started?: string;
  events?: string[];
  summary?: string;
  extra?: string[];
}

/** A chronicle as session-start and log would have written it. */
export function chronicle({
  id,
  date = '2026-03-24',
  branch = 'main',
  task = '',
  started = `${date}T09:00:00Z`,
  events = [],
  summary = '',
  extra = [],
}: Written): string {
  const front = [
    `session_id: ${id}`,
    `date: ${date}`,
    `branch: ${branch}`,
    `task: ${task}`.trimEnd(),
    `started: ${started}`,
    ...extra,
  ];
  const body = events.length > 0 ? `${events.join('\n')}\n\n` : '';
  return `---\n${front.join('\n')}\n---\n\n## Events\n\n${body}## Summary\n${summary === '' ? '' : `\n${summary}\n`}`;
}

/** The front matter's values by key. */
export function frontMatter(text: string): Record<string, string> {
  const lines = (/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '').split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), unquoted(line.slice(line.indexOf(':') + 1).trim())]),
  );
}

function unquoted(value: string): string {
  return value.startsWith('"') ? JSON.parse(value) : value;
}

/** The lines below the last `## Summary`, without blank ones. */
export function summaryLines(text: string): string[] {
  return text
    .slice(text.lastIndexOf('\n## Summary') + '\n## Summary'.length)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}

/** How often a string occurs in a text. */
export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
