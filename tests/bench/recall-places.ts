import { EMPTY_QUERY } from '#src/index/query.ts';
import { rankRecords } from '#src/index/ranking.ts';
import { RECORD_KINDS } from '#src/index/record.ts';
import { type Database, sqliteModule, TABLES } from '#src/index/schema.ts';
import { writeSession } from '#src/index/update.ts';
import type { LabelledQuestion, LabelledRecord } from './recall-set.ts';

/** The place of the first record that answers each question; 0 if none is found. */
export type Places = readonly number[];

/** An index in memory of these records. */
export function indexOfRecords(records: readonly LabelledRecord[]): Database {
  const sqlite = sqliteModule();
  if (!sqlite) throw new Error('This Node has no SQLite.');
  const database = new sqlite.DatabaseSync(':memory:');
  database.exec(TABLES);
  for (const [path, own] of Map.groupBy(records, ({ project, session }) => `${project}/${session}`)) {
    const [{ project: slug = '', session: name = '', date = '', title = '', branch = '' } = {}] = own;
    const row = {
      ...{ path, copies: '[]', id: path, directory: '', started: date, stem: name, date, title, branch },
      ...{ task: '', card: '{}', start: date, slug, name },
    };
    writeSession(database, row, own);
  }
  return database;
}

/** Asks each question as `recall` does. */
export function placesOf(database: Database, questions: readonly LabelledQuestion[]): Places {
  const anchor = database.prepare('SELECT anchor FROM records WHERE key = ?');
  return questions.map(({ words, answers }) => {
    const query = { ...EMPTY_QUERY, words: words.split(/\s+/), kinds: RECORD_KINDS };
    const { found } = rankRecords(database, query, 300);
    return found.findIndex(({ key }) => answers.includes(String(anchor.get(key)?.anchor))) + 1;
  });
}

/** How many of the places are 1, up to 5 and up to 10 (parts of all), and the mean reciprocal rank. */
export function qualityOf(places: Places): { hit1: number; hit5: number; hit10: number; mrr: number } {
  const within = (most: number) => places.filter((place) => place > 0 && place <= most).length / places.length;
  const mrr = places.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0) / places.length;
  return { hit1: within(1), hit5: within(5), hit10: within(10), mrr };
}
