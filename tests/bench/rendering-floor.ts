/**
 * The least work any site builder has to do, in plain Node: read, parse and validate each file, turn its Markdown into a
 * tree, fill a template, and write the page with its source and JSON; then write every event twice more, in timelines by
 * week and by tag and month.
 *
 *     node rendering-floor.ts <chronicle directory> <out directory>
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';
import { mondayOf } from '#src/lib/calendar-day.ts';

const [source = '', out = ''] = process.argv.slice(2);

const timelines = new Map<string, string[]>();

for (const name of readdirSync(source)) {
  if (!name.endsWith('.md')) continue;
  const { chronicle } = parseChronicle(readFileSync(join(source, name), 'utf8'), sha1Of);
  if (!chronicle) continue;
  const directory = join(out, name.replace(/\.md$/, ''));
  mkdirSync(directory, { recursive: true });
  const summary = [...readMarkdown(chronicle.summary.lead), ...readMarkdown(chronicle.summary.narrative?.text ?? '')];
  writeFileSync(
    join(directory, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(name)}</title></head><body><main>
<h1>${escaped(chronicle.frontMatter.branch)}</h1>${rendered(summary)}
<ol>${chronicle.events.map(row).join('\n')}</ol></main></body></html>`,
  );
  copyFileSync(join(source, name), join(directory, 'index.md'));
  writeFileSync(join(directory, 'index.json'), JSON.stringify(chronicle));
  for (const event of chronicle.events) {
    const line = `<li><time>${event.date}</time><b>${event.tag}</b><a href="/${name}/#${event.id}">${rendered(readInline(event.text))}</a></li>`;
    for (const path of [mondayOf(event.date), `${event.tag}-${event.date.slice(0, 7)}`]) {
      const lines = timelines.get(path);
      if (lines) lines.push(line);
      else timelines.set(path, [line]);
    }
  }
}
for (const [path, lines] of timelines) {
  mkdirSync(join(out, 'timeline', path), { recursive: true });
  writeFileSync(
    join(out, 'timeline', path, 'index.html'),
    `<!doctype html><html lang="en"><ol>${lines.join('\n')}</ol></html>`,
  );
}

function row({ id, tag, time, text, details }: ChronicleEvent): string {
  return `<li id="${id}"><time>${time ?? ''}</time><b>${tag}</b><p>${rendered(readInline(text))}</p><p>${rendered(readMarkdown(details))}</p></li>`;
}

/** All text of a tree, escaped, whatever the shape of its nodes. */
function rendered(node: unknown): string {
  if (typeof node === 'string') return escaped(node);
  if (Array.isArray(node)) return node.map(rendered).join('');
  return typeof node === 'object' && node !== null ? `<span>${Object.values(node).map(rendered).join('')}</span>` : '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
