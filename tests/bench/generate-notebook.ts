import { readObservations } from '#src/format/notebook/observation.ts';
import { type GeneratedChronicle, generateChronicle } from './generate.ts';
import { falling, type Random, seeded, weighted } from './random.ts';
import { WORDS } from './words.ts';

const drawWord = weighted(WORDS, falling(1));
/** A project has some dozen concepts that it talks about all the time, and many that it mentions once. */
const drawConcept = weighted(WORDS, falling(1.2));
const TYPES = ['discovery', 'decision', 'bugfix', 'feature', 'change'];

/** The notebook of a generated session, the same at every run: about 5 KB, 6 notes and 5 observations. */
export function generateNotebook(n: number, { sessionId }: GeneratedChronicle = generateChronicle(n)): string {
  const random = seeded(n + 13);
  const notes = (count: number, hour: string, length: number) =>
    times(count, (i) => `- ${hour}:1${i} ${words(random, length)}`);
  return [
    `---\nsession_id: ${sessionId}\n---`,
    '## Focus',
    ...notes(1, '08', 6),
    '## Constraints',
    ...notes(1, '08', 9),
    "## Tried (didn't work)",
    ...times(2, (i) => `- 09:0${i} ${words(random, 6)} → ${words(random, 8)}`),
    '## Discovered',
    ...notes(1, '09', 10),
    '## Open Questions',
    ...(n % 5 === 0 ? notes(1, '10', 7) : []),
    '## Out of Scope',
    ...notes(1, '10', 5),
    '## Observations',
    ...times(3 + below(random, 5), (i) => (i === 0 ? first(n) : observation(random, i))),
    '## Handoff',
    `Current Task: ${words(random, 8)}\nSuggested Next: ${words(random, 12)}`,
    '',
  ].join('\n\n');
}

/** The first observation of a session; every tenth one supersedes that of an earlier session. */
function first(n: number): string {
  const own = observation(seeded(n + 17), 0);
  const [older] = n % 10 === 9 ? readObservations(`## Observations\n\n${observation(seeded(n - 7 + 17), 0)}\n`) : [];
  return older ? `${own}\n  Supersedes: ${generateChronicle(n - 7).sessionId.slice(0, 8)}#${older.id}` : own;
}

function observation(random: Random, i: number): string {
  return [
    `- 11:${10 + i} [${TYPES[below(random, TYPES.length)]}] [P${1 + below(random, 3)}] ${words(random, 9)}`,
    words(random, 8),
    ...times(2, () => `- ${words(random, 12)}`),
    `Narrative: ${words(random, 50)}`,
    `Concepts: ${drawConcept(random)}, ${drawConcept(random)}`,
    `Files: src/${drawWord(random)}/${drawWord(random)}.ts, src/${drawWord(random)}.ts`,
  ].join('\n  ');
}

function times(count: number, make: (i: number) => string): string[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function words(random: Random, count: number): string {
  return times(count, () => drawWord(random)).join(' ');
}

function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}
