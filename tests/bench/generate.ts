import type { ChronicleEvent } from '../../src/chronicle/chronicle.ts';
import { fileStem } from '../../src/chronicle/file-name.ts';
import { serializeChronicle } from '../../src/chronicle/serialize.ts';
import { TAGS } from '../../src/chronicle/tags.ts';

const WORDS =
  'lock retry cache token branch merge schema index query worker parser header timeout socket buffer migration fixture snapshot review deploy script queue handler session memory config path error commit rebase shard tenant invoice ledger'.split(
    ' ',
  );
/** Sessions a day, so that 10,000 of them are some three years of several projects. */
const PER_DAY = 9;

/**
 * The n-th of an endless archive, the same at every run: about 3.6 KB, 17 events, one narrative in
 * ten, from 2023-01-01 on.
 */
export function generateChronicle(n: number): { name: string; text: string } {
  const random = seeded(n + 1);
  const day = new Date(Date.UTC(2023, 0, 1 + Math.floor(n / PER_DAY)));
  const date = day.toISOString().slice(0, 10);
  const branch = `tm/${n % 97}-${words(random, 3).join('-')}`;
  const events = Array.from({ length: 12 + Math.floor(random() * 11) }, (_, i) => event(random, date, i));
  const narrated = n % 10 === 0;
  const text = serializeChronicle({
    frontMatter: {
      session_id: `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
      date,
      branch,
      task: `TM-${n % 97}`,
      started: `${date}T07:0${n % 10}:00Z`,
      cwd: '/home/robin/code/bench',
      utc_offset: '+01:00',
      ...(narrated ? { retro: `${date}T17:00:00Z` } : {}),
    },
    events,
    summary: {
      kind: narrated ? 'retro' : 'agent',
      lead: `${sentence(random, 20)} ${sentence(random, 16)}`,
      narrative: narrated
        ? { title: sentence(random, 4), text: Array.from({ length: 3 }, () => paragraph(random)).join('\n\n') }
        : null,
    },
  });
  return { name: `${fileStem(date, branch, 1)}-s${n}.md`, text };
}

function event(random: () => number, date: string, i: number): ChronicleEvent {
  const minutes = 8 * 60 + i * 17;
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const details = random() < 0.4 ? `${sentence(random, 12)}\n${sentence(random, 9)}` : '';
  return {
    id: '',
    tag: TAGS[Math.floor(random() * TAGS.length)] ?? 'ERROR',
    text: sentence(random, 12),
    details,
    time,
    date,
    line: 0,
  };
}

function paragraph(random: () => number): string {
  return Array.from({ length: 5 }, () => sentence(random, 14)).join(' ');
}

function sentence(random: () => number, length: number): string {
  const [first = 'the', ...rest] = words(random, length);
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${rest.join(' ')}.`;
}

function words(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)] ?? 'word');
}

function hex(random: () => number, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}

/** Mulberry32: small, fast, good enough for sample text, and the same everywhere. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
