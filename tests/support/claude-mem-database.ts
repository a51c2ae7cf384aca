/**
 * Databases as claude-mem makes them, by their column lists:
 *
 *     const database = claudeMemDatabase(path, '13');
 *     database.session({ content_session_id: 'a', memory_session_id: 'm', project: 'larder' });
 *     database.add('observations', { memory_session_id: 'm', title: 'Redis needs a TTL' });
 *     database.close();
 */
import { createRequire } from 'node:module';
import type * as sqlite from 'node:sqlite';

const { DatabaseSync }: typeof sqlite = createRequire(import.meta.url)('node:sqlite');

type Form = '13' | '9' | 'seed';
type Row = Record<string, string | number | null>;

const SYNC = 'synced_at INTEGER, origin_device_id TEXT, origin_local_id INTEGER, sync_rev INTEGER';

/** The tables of the version of today, of versions 9 to 16, and of the first design. */
const TABLES: Record<Form, string[]> = {
  '13': [
    'sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT UNIQUE NOT NULL, memory_session_id TEXT UNIQUE, project TEXT NOT NULL, platform_source TEXT, user_prompt TEXT, started_at TEXT, started_at_epoch INTEGER, completed_at TEXT, completed_at_epoch INTEGER, status TEXT, worker_port INTEGER, prompt_counter INTEGER, custom_title TEXT)',
    `observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT, text TEXT, type TEXT, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, prompt_number INTEGER, discovery_tokens INTEGER, created_at TEXT, created_at_epoch INTEGER, content_hash TEXT, generated_by_model TEXT, relevance_count INTEGER, merged_into_project TEXT, agent_type TEXT, agent_id TEXT, metadata TEXT, ${SYNC})`,
    `session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT, prompt_number INTEGER, discovery_tokens INTEGER, created_at TEXT, created_at_epoch INTEGER, merged_into_project TEXT, ${SYNC})`,
    `user_prompts (id INTEGER PRIMARY KEY AUTOINCREMENT, session_db_id INTEGER, content_session_id TEXT, prompt_number INTEGER, prompt_text TEXT, created_at TEXT, created_at_epoch INTEGER, ${SYNC})`,
    'schema_versions (id INTEGER PRIMARY KEY, version INTEGER UNIQUE, applied_at TEXT)',
    'pending_messages (id INTEGER PRIMARY KEY)',
  ],
  '9': [
    'sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, claude_session_id TEXT UNIQUE NOT NULL, sdk_session_id TEXT UNIQUE, project TEXT NOT NULL, user_prompt TEXT, started_at TEXT, started_at_epoch INTEGER, completed_at TEXT, completed_at_epoch INTEGER, status TEXT)',
    'observations (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL, project TEXT, text TEXT, type TEXT, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, prompt_number INTEGER, created_at TEXT, created_at_epoch INTEGER)',
    'session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL, project TEXT, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT, prompt_number INTEGER, created_at TEXT, created_at_epoch INTEGER)',
    'user_prompts (id INTEGER PRIMARY KEY AUTOINCREMENT, claude_session_id TEXT, prompt_number INTEGER, prompt_text TEXT, created_at TEXT, created_at_epoch INTEGER)',
    'schema_versions (id INTEGER PRIMARY KEY, version INTEGER UNIQUE, applied_at TEXT)',
  ],
  seed: [
    'sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT UNIQUE, project TEXT, user_prompt TEXT, created_at INTEGER)',
    'observations (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT, project TEXT, prompt_number INTEGER, type TEXT, title TEXT, subtitle TEXT, narrative TEXT, facts TEXT, concepts TEXT, files TEXT, created_at INTEGER)',
    'session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT, project TEXT, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT, created_at INTEGER)',
  ],
};

export interface ClaudeMemFile {
  database: sqlite.DatabaseSync;
  add(table: string, row: Row): void;
  close(): void;
}

/** A new database in WAL mode. */
export function claudeMemDatabase(path: string, form: Form = '13', version = form === '9' ? 16 : 49): ClaudeMemFile {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL');
  for (const table of TABLES[form]) database.exec(`CREATE TABLE ${table}`);
  if (form !== 'seed') database.exec(`INSERT INTO schema_versions (version) VALUES (${version})`);
  const statements = new Map<string, sqlite.StatementSync>();
  return {
    database,
    add(table, row) {
      const names = Object.keys(row);
      const query = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      const statement = statements.get(query) ?? database.prepare(query);
      statements.set(query, statement);
      statement.run(...Object.values(row));
    },
    close: () => database.close(),
  };
}
