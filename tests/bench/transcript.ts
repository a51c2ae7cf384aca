import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagesOf } from '#site/model/transcript-page.ts';
import type { Session } from '#src/format/session.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { Transcripts } from '#src/transcript/read-conversation.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { median, printTable } from './table.ts';
import { WORK, writeTranscripts } from './transcripts.ts';

/** Sizes of transcripts (bytes). */
const SIZES = [3e5, 4e6, 2e7];
const ROUNDS = 5;

/**
 * Measures what the first page of a transcript waits for: reading the file, looking through all of it for secrets, and
 * replacing those of the page. The ratio is to just parsing the file's lines.
 */
export async function run(): Promise<void> {
  const rows: string[][] = [];
  for (const bytes of SIZES) rows.push(await measured(bytes));
  printTable([['transcript', 'parsed, CPU ms', 'first page', 'ratio', 'next page', 'pages'], ...rows]);
}

async function measured(bytes: number): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'bench-transcript-'));
  try {
    const layout = layoutOf(home);
    const [path = ''] = writeTranscripts(home, { ...WORK, sessions: 1, bytes });
    const session = sessionOf(path, layout.projects);
    const world = { env: {}, home, cwd: home, now: () => new Date(), host: '', parentPid: 1 };
    const [parsed, first, next]: [number[], number[], number[]] = [[], [], []];
    let pages = 0;
    for (let round = 0; round < ROUNDS; round++) {
      parsed.push(
        await timed(() => {
          for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
        }),
      );
      const transcripts = new Transcripts(world, layout);
      const page = async (nth: number) => {
        const conversation = await transcripts.read(session);
        const all = conversation ? pagesOf(conversation) : [];
        pages = all.length;
        for (const entry of all[nth] ?? []) conversation?.cleaned(entry);
      };
      first.push(await timed(() => page(0)));
      next.push(await timed(() => page(1)));
    }
    const [plain, whole] = [median(parsed), median(first)];
    const figures = [plain, whole].map((ms) => ms.toFixed(0));
    const size = `${(statSync(path).size / 1e6).toFixed(1)} MB`;
    return [size, ...figures, (whole / plain).toFixed(1), median(next).toFixed(0), String(pages)];
  } finally {
    rmSync(home, { recursive: true });
  }
}

function sessionOf(path: string, projects: string): Session {
  const [file = '', folder = ''] = path.split('/').reverse();
  const id = file.replace('.jsonl', '');
  const { head } = someFacts({ head: { session_id: id, transcripts: [{ file, folder, size: 1, writtenMs: 1 }] } });
  return { ...aSession({ id }), path: `${projects}/${folder}/chronicle/a.md`, facts: head };
}

/** The CPU time of some work, in milliseconds. */
async function timed(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
