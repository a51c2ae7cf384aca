/**
 * Reads what an answer says that is worth keeping. Its form is Markdown: a label in bold, a heading with items below it, a
 * framed insight. The words of labels are a language's (phrases.ts); that a label, an item or a frame is one, is not.
 */
import { CAUSE_LABEL, CHOICE_LABEL, FINDING_LABEL } from './phrases.ts';
import { type Block, blocksOf, sentencesOf } from './prose.ts';
import { isContrast, isReason, NOTICES, salienceOf } from './salience.ts';
import { type CauseKind, causeIn, isStatement, type Stated, statedBy } from './statement.ts';

/** Something that an answer says. */
export interface Point extends Stated {
  /** How much it says. */
  score: number;
  /** What it stands under, or how it begins: a cause, a choice, a finding; plain if there is no such sign. */
  kind: 'cause' | 'choice' | 'finding' | 'plain';
  /** How a cause is named; null for others. */
  cause: CauseKind | null;
}

const MOST_BLOCKS = 60;

/** What an answer says, in its order. */
export function pointsIn(answer: string): Point[] {
  const blocks = blocksOf(answer).slice(0, MOST_BLOCKS);
  // Under a heading such as "Root cause" the first block states it, and the others go into it.
  const named = new Set<string>();
  return blocks.flatMap((block, index) => {
    const isNamed = block.label === '' && block.kind === 'paragraph' && named.has(block.heading);
    const point = pointOf(isNamed ? { ...block, heading: '' } : block, listedAfter(blocks, index));
    if (point?.cause && block.label === '') named.add(block.heading);
    return point ?? [];
  });
}

/** The first items right below a block. */
function listedAfter(blocks: readonly Block[], index: number): string[] {
  const end = blocks.findIndex(({ kind }, at) => at > index && kind !== 'item');
  return blocks
    .slice(index + 1, end === -1 ? undefined : end)
    .slice(0, 2)
    .map(({ label, text }) => (label === '' ? text : `${label}: ${text}`).replace(/[.;]$/, ''));
}

function pointOf(block: Block, listed: readonly string[]): Point | null {
  const stated = causeInBlock(block, listed);
  if (stated !== null) {
    return { ...stated, score: stated.kind === 'strict' ? 9 : 7, kind: 'cause', cause: stated.kind };
  }
  return block.kind === 'heading' ? null : plainPoint(block);
}

const ROOT_LABEL = /root|ursache|causa|cause racine|原因|причина|원인/i;

/** The cause that a block states, by a label or in so many words. */
function causeInBlock(
  { kind, label, heading, text }: Block,
  listed: readonly string[] = [],
): (Stated & { kind: CauseKind }) | null {
  if (kind === 'heading') return null;
  const sentences = sentencesOf(text);
  if (!CAUSE_LABEL.test(label) && !(label === '' && CAUSE_LABEL.test(heading))) return causeIn(sentences, listed);
  // What it was not comes first in "Not the config — …".
  const at = Math.max(
    0,
    sentences.findIndex((sentence) => isStatement(sentence) && !/^not\b/i.test(sentence)),
  );
  const said = statedBy(sentences.slice(at), listed);
  return said && { ...said, kind: ROOT_LABEL.test(`${label} ${heading}`) ? 'strict' : 'weak' };
}

/** The sentence of a block that says most. */
function plainPoint({ kind, label, heading, text }: Block): Point | null {
  const sentences = sentencesOf(text);
  const isChoice = CHOICE_LABEL.test(label) || CHOICE_LABEL.test(heading);
  const isFinding = heading === '★' || FINDING_LABEL.test(label) || FINDING_LABEL.test(heading);
  // A label is part of what an item says, as in "**Port 5433, not 5432**: …".
  const isName = label !== '' && !CHOICE_LABEL.test(label) && !FINDING_LABEL.test(label);
  const named = isName ? [`${label}: ${sentences[0] ?? ''}`, ...sentences.slice(1)] : sentences;
  let best: { at: number; score: number } | null = null;
  for (const [at, sentence] of named.entries()) {
    if (!isStatement(sentence)) continue;
    // Of equals the first: an answer begins with what matters.
    const score = salienceOf(sentence);
    if (best === null || score > best.score + 0.5) best = { at, score };
  }
  if (best === null) return null;
  const said = statedBy(named.slice(best.at));
  if (said === null) return null;
  const before = named.slice(0, best.at).filter((sentence) => isStatement(sentence));
  const marked =
    (isChoice ? 3 : isFinding ? (KEY.test(label || heading) ? 3.5 : 2.5) : 0) +
    (kind === 'item' && isName && best.at === 0 ? 0.5 : 0);
  return {
    ...said,
    why: [...said.why, ...before].slice(0, 3),
    score: best.score + marked,
    kind: isChoice ? 'choice' : isFinding || NOTICES.test(named[best.at] ?? '') ? 'finding' : 'plain',
    cause: null,
  };
}

/** "Key finding" in the middle of a search: 10 of 10. */
const KEY = /^(?:key|main|critical|important) /i;

/** Whether a point gives a reason or a contrast: what a choice has. */
export function isWeighed({ text, why }: Stated): boolean {
  const words = [text, ...why].join(' ');
  return isContrast(words) || isReason(words);
}
