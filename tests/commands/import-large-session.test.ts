/* A session of claude-mem that is larger than a notebook: its database and its export come in alike, in parts. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claudeMemDatabase } from '#tests/support/claude-mem-database.ts';
import { CommandBox } from './command-box.ts';

const AT = Date.parse('2026-10-05T09:00:00Z');
const own = { memory_session_id: 'm', project: 'larder' };
const session = { ...own, content_session_id: '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11', started_at_epoch: AT };
const observations = Array.from({ length: 4001 }, (_, n) => ({
  ...own,
  ...{ title: `Finding ${n}`, narrative: 'It is so. '.repeat(400), created_at_epoch: AT + n },
}));

/** What an import of a file writes. */
async function imported(
  path: string,
  box: CommandBox,
): Promise<{ code: number | null; stderr: string; files: string[] }> {
  const { code, stderr } = await box.run('import', 'claude-mem', path);
  const projects = join(box.config, 'projects');
  const files = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return { code, stderr, files: files.sort().map((name) => `${name}\n${readFileSync(join(projects, name), 'utf8')}`) };
}

it('comes in from an export as from the database', { tags: 'long' }, async () => {
  const [first, second] = ['a', 'b'].map(() => new CommandBox('large-session', 'larder')) as [CommandBox, CommandBox];
  const database = claudeMemDatabase(join(first.config, 'claude-mem.db'));
  database.add('sdk_sessions', session);
  database.database.exec('BEGIN');
  for (const row of observations) database.add('observations', row);
  database.database.exec('COMMIT');
  database.close();
  writeFileSync(
    join(second.config, 'export.json'),
    JSON.stringify({ sessions: [session], observations, summaries: [], prompts: [] }),
  );
  const fromDatabase = await imported(join(first.config, 'claude-mem.db'), first);
  const fromExport = await imported(join(second.config, 'export.json'), second);
  expect([fromExport.code, fromExport.stderr]).toEqual([0, '']);
  expect(fromExport.files.map((text) => text.length)).toEqual(fromDatabase.files.map((text) => text.length));
  expect(fromExport.files).toHaveLength(6);
});
