import { agrees } from './corrections.ts';
import { quotation } from './headline.ts';
import { isStatement, weightOf } from './points.ts';
import { blocksOf, sentencesOf } from './prose.ts';

/** As much as the line of an event has room for. */
const ROOM = 140;
const READ = 3000;

/** Why the agent undoes something, in its words before: as many sentences as fit; null if they say nothing. */
export function reasonIn(words: string): { text: string; details: string[] } | null {
  const sentences = blocksOf(words.slice(0, READ)).flatMap(({ kind, text }) =>
    kind === 'heading'
      ? []
      : sentencesOf(text).filter(
          (sentence) => !agrees(sentence) && (isStatement(sentence) || weightOf(sentence) >= 1.5),
        ),
  );
  const [first] = sentences;
  if (first === undefined) return null;
  let said = first;
  let used = 1;
  for (const next of sentences.slice(1)) {
    if (said.length + next.length >= ROOM) break;
    said = `${said} ${next}`;
    used++;
  }
  const { text, full } = quotation(said);
  return { text, details: [full, ...sentences.slice(used, used + 2)].filter((detail) => detail !== '') };
}
