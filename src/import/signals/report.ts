/**
 * Reads the last answer of a turn, in which the agent reports. Its form is Markdown: a label in bold, a heading with items
 * below it, a framed insight. The words of labels are a language's (phrases.ts); that a label, an item or a frame is one,
 * is not.
 */
import type { Tag } from '#src/chronicle/tags.ts';
import {
  CAUSE_LABEL,
  CHOICE_LABEL,
  CONTRAST,
  CONTRAST_UNSPACED,
  FINDING_LABEL,
  REASON,
  REASON_UNSPACED,
} from './phrases.ts';
import { type Block, blocksOf, sentencesOf } from './prose.ts';
import { type CauseKind, causeIn, isStatement, type Stated, statedBy, tagOfCause } from './statement.ts';

/** A statement in an answer. A higher rank says more. */
export interface Reported extends Stated {
  tag: Tag;
  rank: number;
  /** How it names a cause; null if it names none. */
  cause: CauseKind | null;
}

interface Turn {
  /** Whether files were changed in the turn. */
  hasEdits: boolean;
  /** How many calls the answer rests on. */
  calls: number;
}

const MOST = 3;

/** What an answer reports, best first. */
export function reportedIn(answer: string, turn: Turn): Reported[] {
  const blocks = blocksOf(answer);
  const found = blocks.flatMap((block, index) => reportedBy(block, blocks[index + 1], turn) ?? []);
  return found.sort((a, b) => b.rank - a.rank).slice(0, MOST);
}

function reportedBy(block: Block, next: Block | undefined, turn: Turn): Reported | null {
  if (block.kind === 'heading') return null;
  const stated = causeInBlock(block);
  if (stated === null) return labelled(block, sentencesOf(block.text), turn);
  const why = stated.why.length === 0 && next?.kind === 'item' ? [next.text] : stated.why;
  const tag = tagOfCause(stated, stated.kind, turn.hasEdits);
  return { ...stated, why, tag, rank: stated.kind === 'strict' ? 9 : 7, cause: stated.kind };
}

const ROOT_LABEL = /root|ursache|causa|cause racine|原因|причина|원인/i;

/** The cause that a block states, by a label or in so many words. */
export function causeInBlock({ kind, label, heading, text }: Block): (Stated & { kind: CauseKind }) | null {
  if (kind === 'heading') return null;
  const sentences = sentencesOf(text);
  if (!CAUSE_LABEL.test(label) && !(label === '' && CAUSE_LABEL.test(heading))) return causeIn(sentences);
  const said = statedBy(sentences);
  return said && { ...said, kind: ROOT_LABEL.test(`${label} ${heading}`) ? 'strict' : 'weak' };
}

/** An item or paragraph under a label for choices or findings, or in the frame of an insight. */
function labelled({ kind, label, heading, text }: Block, sentences: readonly string[], turn: Turn): Reported | null {
  const isChoice = CHOICE_LABEL.test(label) || CHOICE_LABEL.test(heading);
  const isFinding = heading === '★' || FINDING_LABEL.test(label) || FINDING_LABEL.test(heading);
  const tells = tellsWhy(text);
  if (!isChoice && !isFinding && !tells) return null;
  // A label is part of what an item says, as in "**Port 5433, not 5432**: …".
  const isName = label !== '' && !CHOICE_LABEL.test(label) && !FINDING_LABEL.test(label);
  const first = isName ? `${label}: ${sentences[0] ?? ''}` : (sentences[0] ?? '');
  const telling = isChoice || isFinding ? first : (sentences.find(tellsWhy) ?? first);
  const said = statedBy([isName ? first : telling, ...sentences.filter((sentence) => sentence !== telling)]);
  if (said === null) return null;
  const isWeighed = CONTRAST.test(text) || CONTRAST_UNSPACED.test(text);
  const rank =
    (isChoice || isFinding ? 4 : 0) + (tells ? 2 : 0) + (isWeighed ? 1 : 0) + (kind === 'item' && isName ? 1 : 0);
  const tag: Tag = isChoice || (!isFinding && turn.hasEdits && isWeighed) ? 'DECISION' : 'INSIGHT';
  return { ...said, tag, rank, cause: null };
}

function tellsWhy(text: string): boolean {
  return REASON.test(text) || REASON_UNSPACED.test(text) || CONTRAST.test(text) || CONTRAST_UNSPACED.test(text);
}

/** The sentence that answers a question or ends a search: the first that states something. */
export function mainPoint(answer: string): Stated | null {
  const blocks = blocksOf(answer).filter(({ kind }) => kind !== 'heading');
  const concluding = blocks.find(({ label, heading }) =>
    /^(?:tl;?dr|bottom line|short answer|conclusion|verdict|answer|fazit|conclusi|结论|結論)/i.test(label || heading),
  );
  for (const { text } of concluding ? [concluding, ...blocks] : blocks) {
    const sentences = sentencesOf(text);
    const at = sentences.findIndex((sentence) => isStatement(sentence) && sentence.length >= 40);
    const said = at === -1 ? null : statedBy(sentences.slice(at));
    if (said !== null) return said;
  }
  return null;
}
