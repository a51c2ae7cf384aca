import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArchiveBox, chronicle, PLACE } from './archive-box.ts';
import { openReadingArchive } from './reading-archive.ts';
import { runIn } from './run-command.ts';

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
      (name) => `session-chronicle/drafts/${name}.md`,
      (name) => `session-chronicle/drafts/${name}.redactions.yml`,
      () => 'session-chronicle/clusters.yml',
      () => 'session-chronicle/redact.yml',
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
        const [from, to] = [new ArchiveBox(), new ArchiveBox()];
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
        expect(JSON.parse(again.stdout)).toMatchObject({ files: {}, problems: [] });
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('is the same archive, also of the sample', async () => {
    const config = openReadingArchive();
    const to = new ArchiveBox();
    const file = join(to.checkout, 'archive.jsonl');
    expect((await runIn(config, 'export', '--json', '--out', file)).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await to.run('import', 'archive', file)).toMatchObject({ code: 0 });
    const list = async (run: Promise<{ stdout: string }>) =>
      JSON.parse((await run).stdout).map(({ path: _, ...card }: Record<string, unknown>) => card);
    const all = ['list', '--json', '--limit', '999'];
    expect(await list(to.run(...all))).toEqual(await list(runIn(config, ...all)));
    const [head = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(head)).toMatchObject({ format: 'session-chronicle', version: 1 });
    expect(JSON.parse(rest.at(-1) ?? '')).toEqual({ end: true, records: rest.length - 1 });
  });

  it.each([
    ['in no directory', 'missing/new.jsonl', 'No such file or directory'],
    ['with too long a name', `${'n'.repeat(260)}.jsonl`, 'System error ENAMETOOLONG'],
  ])('names the file that it cannot write: one %s', async (_, name, failure) => {
    const box = new ArchiveBox();
    box.put(`${PLACE}/a.md`, chronicle('a'));
    const file = join(box.checkout, name);
    const { code, stderr } = await box.run('export', '--json', '--out', file);
    expect([code, stderr]).toEqual([2, `${failure}: ${file}. The file was not written.\n`]);
    expect(readdirSync(box.checkout)).toEqual([]);
  });
});
