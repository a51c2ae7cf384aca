/* Sources that cannot be read, and what `chronicle import` says about them. Nothing is written. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { claudeMemDatabase } from '#tests/support/claude-mem-database.ts';
import { plantLock } from '#tests/support/planted-lock.ts';
import { CommandBox } from './command-box.ts';

const AT = Date.parse('2026-10-05T09:00:00Z');

let box: CommandBox;
let path = '';

beforeEach(() => {
  box = new CommandBox('bad-input', 'larder');
  path = join(box.config, 'claude-mem.db');
});

const run = (...args: string[]) => box.run('import', 'claude-mem', ...args);
const hasChronicles = () => existsSync(join(box.config, 'projects'));

function database(form: '13' | '9' | 'seed' = '13', version?: number) {
  const made = claudeMemDatabase(path, form, version);
  return made;
}

/** Makes a database of claude-mem, and then runs this in it. */
function spoiled(sql: string): void {
  const made = database();
  made.database.exec(sql);
  made.close();
}

describe('a database that is', () => {
  const cases: [what: string, make: () => void, says: RegExp][] = [
    ['empty', () => writeFileSync(path, ''), /not of claude-mem/],
    ['encrypted', () => writeFileSync(path, Buffer.alloc(8192, 7)), /is damaged, encrypted or not a database/],
    [
      'cut off',
      () => {
        spoiled('PRAGMA wal_checkpoint(TRUNCATE)');
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.subarray(0, bytes.length / 2));
      },
      /is damaged/,
    ],
    ['of another program', () => spoiled('DROP TABLE observations'), /is a SQLite database, but not of claude-mem/],
    [
      "of claude-mem's server mode",
      () => spoiled('DROP TABLE observations; CREATE TABLE memory_items (id INTEGER)'),
      /server mode/,
    ],
    [
      'a view with the name of a table',
      () => spoiled('ALTER TABLE observations RENAME TO other; CREATE VIEW observations AS SELECT * FROM other'),
      /not of claude-mem/,
    ],
  ];
  it.each(cases)('%s', async (_what, make, says) => {
    make();
    const { code, stdout, stderr } = await run(path);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(stdout.trim()).toBe('Nothing was imported.');
    expect(code).toBe(1);
    expect(hasChronicles()).toBe(false);
  });

  it('of a newer version is read as far as it is known, and says so', async () => {
    const made = database('13', 57);
    made.database.exec('ALTER TABLE observations ADD COLUMN mood TEXT');
    made.add('sdk_sessions', { content_session_id: 'a1', memory_session_id: 'm', project: 'larder' });
    made.add('observations', { memory_session_id: 'm', title: 'It works', created_at_epoch: AT });
    made.close();
    expect(await run(path)).toSucceed(
      'Imported 1 observation of 1 session.',
      'Its schema is version 57; chronicle knows versions up to 52. Unknown columns are skipped.',
    );
  });

  it.each(['9', 'seed'] as const)('of the form %s', async (form) => {
    const made = database(form);
    const time = form === 'seed' ? { created_at: AT / 1000 } : { created_at_epoch: AT };
    const own = form === '9' ? { claude_session_id: 'c1' } : {};
    made.add('sdk_sessions', { sdk_session_id: 'm', project: 'larder', ...own });
    made.add('observations', {
      ...{ sdk_session_id: 'm', title: 'It works', facts: '"[\\"one\\",\\"two\\"]"', ...time },
      ...(form === 'seed' ? { files: '["C:\\\\code\\\\a.ts"]' } : { files_read: 'C:\\code\\a.ts' }),
    });
    made.close();
    expect((await run(path)).stdout).toContain('Imported 1 observation of 1 session.');
    const shown = await box.run('search', 'from:claude-mem', 'works', '--json');
    expect(shown.stdout).toContain('one\\ntwo');
    expect(shown.stdout).toContain('C:/code/a.ts');
  });
});

describe('an export', () => {
  it('that is cut off, or of another program, is named', async () => {
    const file = join(box.config, 'export.json');
    writeFileSync(file, '{"observations": [{"title": "x"');
    expect((await run(file)).stderr).toContain('is not valid JSON: it may be cut off');
    writeFileSync(file, '[]');
    expect((await run(file)).stderr).toContain('but not an export of claude-mem');
    writeFileSync(file, '{"observations": [{"title": "x"}]}');
    expect((await run(file)).stderr).toContain('but not an export of claude-mem');
  });

  it('is imported once, and not again from the database that it was made of', async () => {
    const own = { memory_session_id: 'm', project: 'larder', title: 'It works', created_at_epoch: AT };
    const session = { content_session_id: 'a1', memory_session_id: 'm', project: 'larder' };
    const file = join(box.config, 'export.json');
    writeFileSync(file, JSON.stringify({ sessions: [session], observations: [own], summaries: [], prompts: [] }));
    expect((await run(file)).stdout).toContain('Imported 1 observation of 1 session.');
    const made = database();
    made.add('sdk_sessions', session);
    made.add('observations', own);
    made.close();
    expect((await run(path)).stdout).toContain('Nothing to import.');
  });
});

it.each([
  [['claude-mem', '/nowhere.db'], 'There is no file /nowhere.db'],
  [['archive'], 'chronicle import archive takes one file. Nothing was changed.'],
  [['undo'], 'chronicle import undo takes the id of one import, or last.'],
  [['undo', 'last'], 'There is no import to undo. Nothing was changed.'],
])('refuses %j', async (args, words) => {
  expect(await box.run('import', ...args)).toRefuse(words);
});

it('a folder without chronicles is named', async () => {
  const { stdout } = await box.run('import', 'chronicles', box.checkout);
  expect(stdout.trim()).toBe(`Read ${box.checkout}. Nothing to import. Nothing was changed.`);
});

it('two imports at once are refused', async () => {
  const made = database();
  made.add('sdk_sessions', { content_session_id: 'a1', memory_session_id: 'm', project: 'larder' });
  made.close();
  plantLock(join(box.config, 'session-chronicle/cache/import.lock'), process.pid);
  expect(await run(path)).toRefuse(`Another import is already running (process ${process.pid}). Nothing was written.`);
});
