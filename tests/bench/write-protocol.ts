/**
 * What is lost when other programs write the same file without our lock: the figures behind the claim that replacing with a
 * lock, a comparison and a rename loses less than writing in place, and than a rename alone.
 *
 *     | summary, our replace | truncate | 9 of 800 | 1 of 20 | 0 |
 *
 * The editors save every millisecond, a thousand times as often as people.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { insertEvent } from '#src/format/edit.ts';
import { replaceFile } from '#src/lib/files.ts';
import { withMachineSummary } from '#src/notes/finish-session.ts';
import { chronicle, count } from '../hooks/chronicle-text.ts';
import { EDITORS, Editor, type EditorKind } from '../hooks/editor.ts';
import { printTable } from './table.ts';

const ROUNDS = 20;
const SAVES = 40;
const WRITERS = 12;
const EVENTS_EACH = 25;

const SUMMARY = 'Auto-generated: 1 event (1 decision)\n';
const OWN = '- 09:40 [ERROR] ours.';

/** How a file is written, and what it should contain afterwards. */
interface Protocol {
  name: string;
  write: (path: string) => void;
  own: string;
}

const PROTOCOLS: Protocol[] = [
  {
    name: 'summary, read and written',
    own: 'Auto-generated:',
    write: (path) => writeFileSync(path, withSummary(path)),
  },
  {
    name: 'summary, written beside and renamed',
    own: 'Auto-generated:',
    write: (path) => rename(path, withSummary(path)),
  },
  {
    name: 'summary, our replace',
    own: 'Auto-generated:',
    write: (path) => void attempt(() => replaceFile(path, 900, withMachineSummary)),
  },
  {
    name: 'event, read and written',
    own: OWN,
    write: (path) => writeFileSync(path, withEvent(readFileSync(path, 'utf8'))),
  },
  {
    name: 'event, written beside and renamed',
    own: OWN,
    write: (path) => rename(path, withEvent(readFileSync(path, 'utf8'))),
  },
  { name: 'event, our replace', own: OWN, write: (path) => void attempt(() => replaceFile(path, 5000, withEvent)) },
];

export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'chronicle-bench-'));
  try {
    await printEditors(directory);
    console.log('');
    await printWriters(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function printEditors(directory: string): Promise<void> {
  const rows: (string | number)[][] = [
    ['one writer beside an editor', 'editor', 'its events lost', 'ours missing', 'ours doubled', 'headings doubled'],
  ];
  for (const kind of EDITORS) {
    const editor = await Editor.open();
    for (const protocol of PROTOCOLS)
      rows.push([protocol.name, kind, ...(await besideEditor(editor, kind, protocol, directory))]);
    editor.close();
  }
  printTable(rows);
}

async function besideEditor(
  editor: Editor,
  kind: EditorKind,
  { write, own }: Protocol,
  directory: string,
): Promise<(string | number)[]> {
  const found = { lost: 0, missing: 0, doubled: 0, headings: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const path = join(directory, 'editor.md');
    writeFileSync(path, chronicle({ id: 'bench', events: ['- 09:00 [DECISION] first'] }));
    const lines = Array.from({ length: SAVES }, (_, n) => `- 09:30 [INSIGHT] save ${n}.`);
    const saved = editor.save({ path, kind, lines, delay: 0, every: 1 });
    await sleep(Math.random() * SAVES);
    write(path);
    await saved;
    const text = readFileSync(path, 'utf8');
    found.lost += lines.filter((line) => !text.includes(line)).length;
    found.missing += text.includes(own) ? 0 : 1;
    found.doubled += own === OWN && count(text, own) > 1 ? 1 : 0;
    found.headings += count(text, '## Summary') > 1 ? 1 : 0;
  }
  return [`${found.lost} of ${ROUNDS * SAVES}`, `${found.missing} of ${ROUNDS}`, found.doubled, found.headings];
}

async function printWriters(directory: string): Promise<void> {
  const rows: (string | number)[][] = [[`${WRITERS} writers of the same kind`, 'events lost']];
  for (const kind of ['truncate', 'rename'] as const) {
    const editors = await Promise.all(Array.from({ length: WRITERS }, () => Editor.open()));
    const path = join(directory, 'writers.md');
    writeFileSync(path, chronicle({ id: 'bench' }));
    await Promise.allSettled(
      editors.map((editor, n) => editor.save({ path, kind, lines: linesOf(n), delay: 0, every: 1 })),
    );
    for (const editor of editors) editor.close();
    rows.push([kind === 'truncate' ? 'read and written' : 'written beside and renamed', lostIn(path)]);
  }
  rows.push(['chronicle log', await logWriters(directory)]);
  printTable(rows);
}

async function logWriters(directory: string): Promise<string> {
  const path = join(directory, 'config/projects/p/chronicle/2026-03-24-main.md');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, chronicle({ id: 'bench' }));
  const script = fileURLToPath(new URL('../hooks/log-writer.ts', import.meta.url));
  const env = { ...process.env, CLAUDE_CONFIG_DIR: join(directory, 'config') };
  const writers = Array.from({ length: WRITERS }, (_, n) => {
    const child = spawn(process.execPath, [script, 'bench', `writer-${n}`, String(EVENTS_EACH)], {
      env,
      stdio: 'ignore',
    });
    return new Promise((resolve) => child.on('close', resolve));
  });
  await Promise.all(writers);
  const text = readFileSync(path, 'utf8');
  return `${WRITERS * EVENTS_EACH - count(text, '[DECISION] writer-')} of ${WRITERS * EVENTS_EACH}`;
}

function linesOf(writer: number): string[] {
  return Array.from({ length: EVENTS_EACH }, (_, n) => `- 09:30 [INSIGHT] writer ${writer}.${n}.`);
}

function lostIn(path: string): string {
  const text = readFileSync(path, 'utf8');
  const all = Array.from({ length: WRITERS }, (_, n) => linesOf(n)).flat();
  return `${all.filter((line) => !text.includes(line)).length} of ${all.length}`;
}

function withSummary(path: string): string {
  return `${readFileSync(path, 'utf8')}\n${SUMMARY}`;
}

function withEvent(text: string): string {
  return insertEvent(text, [OWN]);
}

function rename(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** A refusal writes nothing and says so; its line counts as missing. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Counted as missing.
  }
}
