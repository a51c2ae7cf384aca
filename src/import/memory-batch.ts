/** The memory that a batch of imported notes proposes. */
import { clip, oneLine } from '../text/clip.ts';
import { shortDay } from '../text/day.ts';
import type { MemoryBatch } from './imported-session.ts';

interface Wording {
  /** In the name of the memory. */
  plural: string;
  description: string;
  apply: string;
}

/** How each batch is worded, for people and for the memory. */
export const BATCHES: Record<MemoryBatch, Wording> = {
  decision: {
    plural: 'decisions',
    description: 'what was decided',
    apply: 'Follow them unless the user decides anew.',
  },
  gotcha: {
    plural: 'gotchas',
    description: 'what does not work, and what does instead',
    apply: 'Check them before you try one of these ways.',
  },
  learning: {
    plural: 'learnings',
    description: 'what was found out',
    apply: 'Check that each still holds before you rely on it.',
  },
};

/** More lines would not be read, and a memory is limited in size. */
export const MOST_IN_BATCH = 60;
const LONGEST_LINE = 260;

/** The whole text of the memory, and the name of its file, which is none of `taken`. Texts are untrusted: each stays one line. */
export function batchMemory(
  batch: MemoryBatch,
  entries: readonly { text: string; day: string }[],
  taken: ReadonlySet<string>,
): { file: string; text: string } {
  const { plural, description, apply } = BATCHES[batch];
  const fileOf = (n: number) => `project_mind_${plural}${n === 1 ? '' : `_${n}`}.md`;
  let n = 1;
  while (taken.has(fileOf(n))) n++;
  const text = [
    '---',
    `name: mind-${plural}${n === 1 ? '' : `-${n}`}`,
    `description: ${JSON.stringify(`${entries.length} ${entries.length === 1 ? batch : plural} from Mind: ${description}`)}`,
    'metadata:',
    '  type: project',
    '---',
    '',
    ...entries.map((entry) => `- ${plainLine(entry.text)} (${shortDay(entry.day)} ${entry.day.slice(0, 4)})`),
    '',
    '**Why:** Mind kept these in its MEMORY.md.',
    `**How to apply:** ${apply}`,
    '',
  ];
  return { file: fileOf(n), text: text.join('\n') };
}

/** An untrusted line that cannot open a tag. */
function plainLine(text: string): string {
  return clip(oneLine(text).replace(/<(?=[A-Za-z/!?])/g, '\u2039'), LONGEST_LINE);
}
