/** The baseline for an import: reads every row of the database and does nothing with it. */
import { createRequire } from 'node:module';
import type * as sqlite from 'node:sqlite';

const { DatabaseSync }: typeof sqlite = createRequire(import.meta.url)('node:sqlite');
const database = new DatabaseSync(process.env.BENCH_DATABASE ?? '', { readOnly: true });
let characters = 0;
for (const table of ['sdk_sessions', 'user_prompts', 'session_summaries', 'observations']) {
  for (const row of database.prepare(`SELECT * FROM ${table}`).iterate())
    for (const value of Object.values(row)) characters += String(value).length;
}
database.close();
if (characters === 0) process.exitCode = 1;
