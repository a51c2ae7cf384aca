/**
 * Questions with the records that answer them, over the sample archive and records of other projects, all in one archive. The
 * questions were written from the records, before any ranking was measured. Half of each kind is held out: ranking is tuned on
 * the development half only.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tag } from '#src/format/tags.ts';
import type { RecordKind, SearchRecord } from '#src/index/record.ts';
import { recordsOf } from '#src/index/records-of.ts';
import { openArchive } from '#src/archive/archive.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';
import { ROOT } from '#tests/support/root.ts';

/** A record that a question may be about. */
export type LabelledRecord = SearchRecord;

export interface LabelledQuestion {
  /** `natural`, `keywords`, `identifier`, `path`, `misspelt`, `error`, `paraphrase`, `vague` or `other`. */
  kind: string;
  /** `en`, `de`, `fr`, `ja` or `zh`. */
  language: string;
  words: string;
  /** Ids of records, any of which answers it. */
  answers: readonly string[];
  half: 'development' | 'held out';
}

const FOLDER = join(ROOT, 'tests/fixtures/recall');

/** All labelled questions. A line of the file is `question => id id`, below a heading with its kind and language. */
export function labelledQuestions(): LabelledQuestion[] {
  const questions: LabelledQuestion[] = [];
  let [kind, language] = ['', ''];
  let place = 0;
  for (const line of linesOf('questions.txt')) {
    if (line.startsWith('## ')) {
      [kind = '', language = ''] = line.slice(3).split(' ');
      place = 0;
      continue;
    }
    const [words = '', ids = ''] = line.split(' => ');
    const half = place % 2 === 0 ? 'development' : 'held out';
    questions.push({ kind, language, words, answers: ids.trim().split(/\s+/), half });
    place += 1;
  }
  return questions;
}

/** The records of the sample archive and of the file `records.txt`. */
export function labelledRecords(): LabelledRecord[] {
  return [...sampleRecords(), ...ownRecords()];
}

function sampleRecords(): readonly LabelledRecord[] {
  const archive = openArchive({ roots: [join(sampleDirectory(), 'projects')], origin: 'own', watch: false });
  try {
    return archive.snapshot.sessions.flatMap((session) => recordsOf(session, archive.factsOf(session)));
  } finally {
    archive.close();
  }
}

/** The kinds of records in `records.txt` that are events, by their tags. */
const TAGS: Readonly<Record<string, Tag>> = {
  decision: 'DECISION',
  error: 'ERROR',
  insight: 'INSIGHT',
  blocked: 'BLOCKED',
  correction: 'USER-CORRECTION',
};

/** A heading is `# project branch date title`, a record `id kind text` with indented lines below it. */
function ownRecords(): LabelledRecord[] {
  const records: LabelledRecord[] = [];
  let session = { project: '', branch: '', date: '', title: '' };
  for (const line of linesOf('records.txt')) {
    const last = records.at(-1);
    if (line.startsWith('# ')) {
      const [project = '', branch = '', date = '', ...title] = line.slice(2).split(' ');
      session = { project, branch, date, title: title.join(' ') };
    } else if (line.startsWith('  ') && last) {
      last.text += `\n${line.trim()}`;
    } else {
      const [id = '', word = '', ...text] = line.split(' ');
      const name = `${session.date}-${session.branch}`;
      const tag = TAGS[word] ?? null;
      records.push({
        ...session,
        kind: tag ? 'event' : (word as RecordKind),
        session: name,
        event: tag ? id : '',
        anchor: id,
        tag,
        task: '',
        time: '09:00',
        text: text.join(' '),
      });
    }
  }
  return records;
}

function linesOf(name: string): string[] {
  return readFileSync(join(FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
