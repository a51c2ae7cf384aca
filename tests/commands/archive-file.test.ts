import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteForgotten } from '#src/node/forgotten.ts';
import { factsPath, layoutOf, notebookPath } from '#src/project/paths.ts';
import { CommandBox } from './command-box.ts';
import { openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

const PROJECT = '-home-robin-larder';
const PLACE = `projects/${PROJECT}/chronicle`;
const chronicle = (id: string, events = '', more = '') =>
  `---\nsession_id: ${id}\ndate: 2026-11-02\nbranch: main\ntask: ""\nstarted: 2026-11-02T08:00:00Z\n---\n\n## Events\n\n${events}\n## Summary\n${more}`;

class Box extends CommandBox {
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

  async export(): Promise<string> {
    const file = join(this.checkout, `${readdirSync(this.checkout).length}.jsonl`);
    expect(await this.run('export', '--json', '--out', file)).toMatchObject({ code: 0, stdout: '' });
    return file;
  }
}

function walk(path: string, name: string, found: Record<string, string>): void {
  if (!existsSync(path) || /\/(?:\.tmp|cache|index|memory)$/.test(name)) return;
  if (!statSync(path).isDirectory()) found[name] = readFileSync(path, 'latin1');
  else for (const each of readdirSync(path)) walk(join(path, each), `${name}/${each}`, found);
}

const fileName = fc.stringMatching(/^[a-z0-9 _é漢'#-]{1,12}$/).map((name) => `n${name}`);
const content = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(chronicle('a'), chronicle('b', '- [ERROR] x\u2028y\r\n'), '\ufeff---\n', '')
    .map((text) => Buffer.from(text)),
);
const anyArchive = fc.array(
  fc.tuple(
    fc.constantFrom<(name: string) => string>(
      (name) => `${PLACE}/${name}.md`,
      (name) => `projects/-other/chronicle/${name}.md`,
      (name) => `${PLACE}/facts/${name}.json`,
      (name) => `${PLACE}/notebooks/${name}.md`,
      (name) => `${PLACE}/memory-ledger-${name}.jsonl`,
      () => `${PLACE}/memory/proposals.jsonl`,
      (name) => `session-chronicle/drafts/${name}/draft.mdx`,
      (name) => `session-chronicle/drafts/${name}/redactions.yml`,
      (name) => `session-chronicle/series/${name}.yml`,
      () => 'session-chronicle/clusters.yml',
      () => 'session-chronicle/redact.yml',
      () => 'session-chronicle/year-2026.md',
    ),
    fileName,
    content,
  ),
  { minLength: 1, maxLength: 12 },
);

describe('an archive as a file', () => {
  it('comes in again with every byte of every record', async () => {
    await fc.assert(
      fc.asyncProperty(anyArchive, async (files) => {
        const [from, to] = [new Box(), new Box()];
        for (const [path, name, bytes] of files) {
          // Sessions are known by their ids: a second file of one would be a copy.
          const id = `s-${Buffer.from(name).toString('hex')}-${path('').length}`;
          from.put(path(name), bytes.toString().startsWith('---\nsession_id') ? chronicle(id, '- [ERROR] é\n') : bytes);
        }
        const file = await from.export();
        expect(await to.run('import', 'archive', file)).toMatchObject({ code: 0, stderr: '' });
        const { 'projects/x': _, ...expected } = from.files();
        expect(to.files()).toEqual(expected);
        const again = await to.run('import', 'archive', file, '--json');
        expect(JSON.parse(again.stdout)).toMatchObject({ written: {}, conflicts: [], problems: [] });
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('is the same archive, also of the sample', async () => {
    const config = openReadingArchive();
    const to = new Box();
    const file = join(to.checkout, 'archive.jsonl');
    expect((await runIn(config, 'export', '--json', '--out', file)).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await to.run('import', 'archive', file)).toMatchObject({ code: 0 });
    const list = async (run: Promise<{ stdout: string }>) =>
      JSON.parse((await run).stdout).map(({ path: _, ...card }: Record<string, unknown>) => card);
    expect(await list(to.run('list', '--json', '--limit', '999'))).toEqual(
      await list(runIn(config, 'list', '--json', '--limit', '999')),
    );
    const [head = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(head)).toMatchObject({ format: 'session-chronicle', version: 1 });
    expect(JSON.parse(rest.at(-1) ?? '')).toEqual({ end: true, records: rest.length - 1 });
  });

  it('does not go to a terminal, over a file, or without a word about privacy', async () => {
    const box = new Box();
    box.put(`${PLACE}/a.md`, chronicle('a'));
    const file = await box.export();
    expect(await box.run('export', '--json', '--out', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('exists already'),
    });
    expect((await box.run('export', '--json')).stderr).toContain('Exported 1 chronicle. It has everything');
    expect(await box.run('export', '--json', 'last')).toMatchObject({ code: 2 });
  });
});

describe('chronicle import archive', () => {
  const record = (path: string, text: string, kind = 'chronicle') => `${JSON.stringify({ kind, path, text })}\n`;
  const HEAD = '{"format":"session-chronicle","version":1}\n';

  async function importing(lines: string, box = new Box(), ...options: string[]) {
    const file = join(box.checkout, 'in.jsonl');
    writeFileSync(file, lines);
    const { code, stdout, stderr } = await box.run('import', 'archive', file, ...options);
    return { box, code, stdout, stderr };
  }

  it.each([
    ['', 'is no archive of chronicle export --json'],
    ['{"a":1}\n', 'is no archive'],
    ['not JSON\n', 'is no archive'],
    ['{"format":"session-chronicle","version":2}\n', 'was written by a later version'],
  ])('refuses %j', async (lines, words) => {
    const { code, stderr, box } = await importing(lines);
    expect([code, box.files()]).toEqual([2, {}]);
    expect(stderr).toContain(words);
  });

  it.each([
    ['../evil/chronicle/a.md', 'its path is none of a chronicle'],
    [`${PROJECT}/chronicle/../../a.md`, 'its path is none'],
    ['/etc/chronicle/a.md', 'its path is none'],
    [`${PROJECT}/chronicle/.hidden.md`, 'its path is none'],
    [`${PROJECT}\\chronicle\\a.md`, 'its path is none'],
    [`${PROJECT}/memory/a.md`, 'its path is none'],
    [`${PROJECT}/chronicle/a\u0000.md`, 'its path is none'],
  ])('does not write to %j', async (path, words) => {
    const { code, stderr, box } = await importing(`${HEAD}${record(path, 'x')}{"end":true,"records":0}\n`);
    expect([code, box.files()]).toEqual([1, {}]);
    expect(stderr).toContain(`Line 2 was not imported: ${words}`);
  });

  it('names bad lines, lines that occur twice, and an end that is missing, and imports the rest', async () => {
    const path = `${PROJECT}/chronicle/a.md`;
    const good = record(path, chronicle('a'));
    const { box, code, stdout, stderr } = await importing(
      `${HEAD}{"kind":\n{"kind":"song","path":"a","text":""}\n${good}${good}${record('redact.yml', 'names: []', 'redact').slice(0, -5)}`,
    );
    expect([code, Object.keys(box.files())]).toEqual([1, [`${PLACE}/a.md`]]);
    expect(stdout).toBe('Imported 1 chronicle.\n');
    expect(stderr.split('\n').slice(0, 4)).toEqual([
      'Line 2 was not imported: it is not valid JSON.',
      'Line 3 was not imported: its kind is unknown: "song".',
      `Line 5 was not imported: ${path} is in it twice.`,
      'The file ends early, after 2 records: its last line is missing. What it has was imported. With the whole file, run the command again.',
    ]);
  });

  it('keeps ours where a file differs, adds lines to ledgers, and knows an older version', async () => {
    const box = new Box();
    const line = (id: string) => `${JSON.stringify({ id })}\n`;
    box.put(`${PLACE}/ours.md`, chronicle('a', '- [ERROR] Ours\n- [ERROR] Both\n'));
    box.put(`${PLACE}/b.md`, chronicle('b', '', '\nOurs.\n'));
    box.put(`${PLACE}/memory-ledger.jsonl`, line('l-1'));
    const { code, stdout, stderr } = await importing(
      [
        HEAD,
        record(`${PROJECT}/chronicle/a.md`, chronicle('a', '- [ERROR] Both\n')),
        record(`${PROJECT}/chronicle/b.md`, chronicle('b', '', '\nTheirs.\n')),
        record(`${PROJECT}/chronicle/memory-ledger.jsonl`, line('l-2') + line('l-1'), 'ledger'),
        '{"end":true,"records":3}\n',
      ].join(''),
      box,
    );
    expect([code, stdout]).toEqual([
      1,
      'Imported nothing.\n1 line was added to ledgers and proposals.\n1 record was here already.\n',
    ]);
    expect(stderr).toContain(
      `${PROJECT}/chronicle/b.md differs from ${join(box.config, PLACE, 'b.md')}, which was kept.`,
    );
    expect(box.read(`${PLACE}/b.md`)).toContain('Ours.');
    expect(box.read(`${PLACE}/memory-ledger.jsonl`)).toBe(line('l-1') + line('l-2'));
    expect(existsSync(join(box.config, PLACE, 'a.md'))).toBe(false);
  });

  it('gives another session of the same name a name of its own, with what belongs to it', async () => {
    const box = new Box();
    box.put(`${PLACE}/2026-11-02-main.md`, chronicle('a'));
    const path = `${PROJECT}/chronicle/2026-11-02-main.md`;
    const notebook = '---\nsession_id: b\n---\n\n## Focus\n\n- 10:00 A latch\n';
    const { code } = await importing(
      `${HEAD}${record(path, chronicle('b'))}${record(notebookPath(path), notebook, 'notebook')}${record(factsPath(path), '{}', 'facts')}{"end":true,"records":3}\n`,
      box,
    );
    expect(code).toBe(0);
    expect(box.read(`${PLACE}/2026-11-02-main-2.md`)).toBe(chronicle('b'));
    expect(box.read(`${PLACE}/notebooks/2026-11-02-main-2.md`)).toBe(notebook);
    expect(box.read(`${PLACE}/facts/2026-11-02-main-2.json`)).toBe('{}');
    expect(box.read(`${PLACE}/2026-11-02-main.md`)).toBe(chronicle('a'));
  });

  it('restores no forgotten session, writes no memory, and nothing at all in a dry run', async () => {
    const box = new Box();
    mkdirSync(join(box.config, 'session-chronicle'), { recursive: true });
    noteForgotten(layoutOf(box.config), ['a']);
    const before = box.files();
    const lines = `${HEAD}${record(`${PROJECT}/chronicle/a.md`, chronicle('a'))}${record(`${PROJECT}/chronicle/b.md`, chronicle('b'))}${record(`${PROJECT}/memory/rule.md`, 'Obey', 'memory')}{"end":true,"records":3}\n`;
    const dry = await importing(lines, box, '--dry-run');
    expect([dry.code, dry.stdout.split('\n')[0], box.files()]).toEqual([0, 'Would import 1 chronicle.', before]);
    const { stdout } = await importing(lines, box);
    expect(stdout).toContain(
      'Imported 1 chronicle.\n1 session that you forgot here was left out.\n1 memory file was not written',
    );
    expect(Object.keys(box.files())).toEqual([`${PLACE}/b.md`, 'session-chronicle/forgotten']);
  });

  it('reads a line of any length by parts', async () => {
    const long = chronicle('a', `- [ERROR] ${'é'.repeat(3_000_000)}\n`);
    const { box, code } = await importing(
      `${HEAD}${record(`${PROJECT}/chronicle/a.md`, long)}{"end":true,"records":1}\n`,
    );
    expect(code).toBe(0);
    expect(Buffer.from(box.read(`${PLACE}/a.md`), 'latin1').toString()).toBe(long);
    appendFileSync(join(box.config, PLACE, 'a.md'), '');
  });
});
