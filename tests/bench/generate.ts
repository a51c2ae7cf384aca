import { fileStem } from '#src/lib/checkout.ts';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { withIds } from '#src/format/event-id.ts';
import { serializeChronicle } from '#src/format/serialize.ts';
import type { Tag } from '#src/format/tags.ts';
import { drawMistake, type Mistake } from './mistakes.ts';
import { falling, type Random, seeded, weighted } from './random.ts';
import { WORDS } from './words.ts';

/** Sessions a day: 10,000 sessions are about three years of several projects. */
const PER_DAY = 9;

/** How often each tag occurs in a real archive of 555 events. */
const TAG_COUNTS: [tag: Tag, events: number][] = [
  ['DECISION', 143],
  ['PIVOT', 52],
  ['INSIGHT', 98],
  ['ERROR', 80],
  ['BLOCKED', 54],
  ['USER-CORRECTION', 44],
  ['MEMORY-HIT', 51],
  ['MEMORY-MISS', 33],
];

const drawTag = weighted(TAG_COUNTS, (index) => TAG_COUNTS[index]?.[1] ?? 0);
const drawWord = weighted(WORDS, falling(1));

export interface GeneratedChronicle {
  name: string;
  text: string;
  sessionId: string;
  date: string;
  misses: { mistake: Mistake; eventId: string }[];
}

/**
 * The n-th session of an endless archive, the same at every run: about 3.6 KB, 17 events, from 2023-01-01 on. One in ten
 * has a narrative.
 */
export function generateChronicle(n: number): GeneratedChronicle {
  const random = seeded(n + 1);
  const day = new Date(Date.UTC(2023, 0, 1 + Math.floor(n / PER_DAY)));
  const date = day.toISOString().slice(0, 10);
  const branch = `tm/${n % 97}-${words(random, 3).join('-')}`;
  const events = withIds(Array.from({ length: 12 + Math.floor(random() * 11) }, (_, i) => event(random, date, i)));
  const narrated = n % 10 === 0;
  const sessionId = `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`;
  const text = serializeChronicle({
    frontMatter: {
      session_id: sessionId,
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
      lead: `${sentence(random, 24)} ${sentence(random, 20)}`,
      narrative: narrated
        ? { title: sentence(random, 4), text: Array.from({ length: 3 }, () => paragraph(random)).join('\n\n') }
        : null,
    },
  });
  const misses = events.flatMap(({ id, mistake }) => (mistake ? [{ mistake, eventId: id }] : []));
  return { name: `${fileStem(date, branch, 1)}-s${n}.md`, text, sessionId, date, misses };
}

type Draft = Omit<ChronicleEvent, 'id'> & { mistake: Mistake | null };

function event(random: Random, date: string, i: number): Draft {
  const minutes = 8 * 60 + i * 17;
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const details = random() < 0.4 ? `${sentence(random, 15)}\n${sentence(random, 12)}` : '';
  const [tag] = drawTag(random);
  const mistake = tag === 'MEMORY-MISS' ? drawMistake(random) : null;
  const text = mistake ? miss(random, mistake) : tag === 'MEMORY-HIT' ? hit(random) : sentence(random, 15);
  return { tag, text, details, time, date, line: 0, mistake };
}

/** One wording of the mistake, at its own place in the code; one in three names the memory. */
function miss(random: Random, { wordings, file }: Mistake): string {
  const wording = wordings[Math.floor(random() * wordings.length)];
  const text = `${wording} (src/${drawWord(random)}.ts)`;
  return random() < 1 / 3 ? `${text}; ${file} did not stop it` : text;
}

function hit(random: Random): string {
  return random() < 0.85 ? `${drawMistake(random).file}: ${words(random, 11).join(' ')}` : sentence(random, 15);
}

function paragraph(random: Random): string {
  return Array.from({ length: 5 }, () => sentence(random, 18)).join(' ');
}

function sentence(random: Random, length: number): string {
  const [first = 'the', ...rest] = words(random, length);
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${rest.join(' ')}.`;
}

function words(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => drawWord(random));
}

function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}
