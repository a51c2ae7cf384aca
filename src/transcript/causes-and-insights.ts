/**
 * Reads what an answer states that is worth keeping: a cause that it names, and what it found out. Its form is Markdown: a
 * label in bold, a heading with items below it, a framed insight. The words of labels are a language's (phrases.ts).
 */
import {
  ADVISES,
  ANNOUNCED,
  CAUSE_IS,
  CAUSE_LABEL,
  FINDING_LABEL,
  givesReason,
  guesses,
  INTENDS,
  INTENDS_UNSPACED,
  NOTICES,
  POINTS_BACK,
  setsAgainst,
  surprises,
  TELLS,
  TURNS_OUT,
  UNSPACED,
} from './phrases.ts';
import { type Block, blocksOf, headline, sentencesOf } from './prose.ts';

/** Something that an answer states. */
export interface Point {
  /** The line of the event. */
  text: string;
  /** What the answer says further about it, at most a few sentences. */
  why: string[];
  /** How much it says. */
  score: number;
  /** Whether it names a cause. */
  isCause: boolean;
  /** Whether it is marked as a finding, by a label, a heading or its first words. */
  isMarked: boolean;
}

const MOST_BLOCKS = 60;
/** The score of a cause: it comes before any finding. */
const CAUSE = 8;
/** A shorter sentence says too little, as in "The issue is clear." */
const LEAST = 24;
const LEAST_UNSPACED = 8;

/** What an answer states, in its order: at most one point for each of its paragraphs and items. */
export function pointsIn(answer: string): Point[] {
  const blocks = blocksOf(answer).slice(0, MOST_BLOCKS);
  // Under a heading such as "Root cause" the first block states it.
  const explained = new Set<string>();
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return [];
    const isUnder = block.label === '' && CAUSE_LABEL.test(block.heading) && !explained.has(block.heading);
    const sentences = sentencesOf(block.text);
    const isNamed = CAUSE_LABEL.test(block.label) || isUnder;
    const cause = isNamed ? labelledCause(sentences) : causeIn(sentences);
    if (cause !== null && isUnder) explained.add(block.heading);
    return cause ?? findingIn(block) ?? [];
  });
}

/** Whether a sentence states something: it neither guesses, asks, nor says what comes next, and is long enough. */
export function isStatement(sentence: string): boolean {
  return (
    sentence.length >= (UNSPACED.test(sentence) ? LEAST_UNSPACED : LEAST) &&
    !/[?？]["'”’)\]]?$/.test(sentence) &&
    !INTENDS.test(sentence) &&
    !INTENDS_UNSPACED.test(sentence) &&
    // A guess far into a long sentence is beside the point.
    !guesses(sentence.slice(0, 160))
  );
}

/** The statement that sentences begin with; null if the first is none. */
function statedBy([sentence = '', ...others]: readonly string[]): Pick<Point, 'text' | 'why'> | null {
  if (!isStatement(sentence)) return null;
  const { text, full } = headline(sentence);
  return { text, why: [full, ...others.slice(0, 2).filter(isStatement)].filter((why) => why !== '') };
}

function causeOf(sentences: readonly string[]): Point | null {
  const said = statedBy(sentences);
  return said && { ...said, score: CAUSE, isCause: true, isMarked: true };
}

/** The cause below a label. What it was not comes first in "Not the config. …". */
function labelledCause(sentences: readonly string[]): Point | null {
  const at = sentences.findIndex((sentence) => isStatement(sentence) && !/^not\b/i.test(sentence));
  return causeOf(sentences.slice(Math.max(0, at)));
}

/** The cause that sentences name in so many words; null if they name none. */
function causeIn(sentences: readonly string[]): Point | null {
  for (const [index, sentence] of sentences.entries()) {
    const rest = sentences.slice(index + 1);
    const [announced] = ANNOUNCED.exec(sentence) ?? [];
    if (announced !== undefined) {
      const said = sentence.slice(announced.length).trim();
      return causeIn(rest.slice(0, 2)) ?? causeOf(said === '' ? rest : [said, ...rest]);
    }
    const [led] = CAUSE_IS.exec(sentence) ?? [];
    if (led === undefined) continue;
    // "The problem is not that …" names what it is not, and "the old bug was" another time.
    if (DENIES.test(sentence.slice(led.length)) || PAST.test(led)) return null;
    return causeOf([withoutLead(sentence, led), ...rest]);
  }
  return null;
}

const DENIES =
  /^(?:not (?!only|just)(?!.*\b(?:but|it is|it['’]s)\b)|nicht(?!.*\bsondern\b)|no (?:es|está) |pas |não |non è )/iu;
const PAST = /^(?:\w+ )?(?:original|old|earlier|previous|former|historical) (?:bug|problem|issue|cause|error)\b/i;
/** A clause that cannot stand without its lead: "The bug is in …", and German after "dass". */
const DEPENDS =
  /^(?:in|with|at|on|from|inside|between|due|caused|how|when|not|simply|just|a missing|im|in der|en|dans|em|nel|в)(?![\p{L}\p{N}])/iu;

/** The statement without "The root cause is that". */
function withoutLead(sentence: string, led: string): string {
  const rest = sentence.slice(led.length);
  return DEPENDS.test(rest) || /dass\s*$/i.test(led) ? sentence : rest;
}

/** The sentence of a block that says most. */
function findingIn({ kind, label, heading, text }: Block): Point | null {
  const isFinding = heading === '★' || FINDING_LABEL.test(label) || FINDING_LABEL.test(heading);
  const isName = label !== '' && !FINDING_LABEL.test(label);
  const sentences = sentencesOf(text);
  // A label is part of what an item says, as in "**Port 5433, not 5432**: …".
  if (isName) sentences[0] = `${label}: ${sentences[0] ?? ''}`;
  let best = { at: -1, score: Number.NEGATIVE_INFINITY };
  for (const [at, sentence] of sentences.entries()) {
    if (!isStatement(sentence) || PAST.test(sentence)) continue;
    // Of equals the first: an answer begins with what matters.
    const score = weightOf(sentence) + (TURNS_OUT.test(sentence) ? 2 : 0);
    if (score > best.score + 0.5) best = { at, score };
  }
  const said = statedBy(sentences.slice(Math.max(0, best.at)).map((s) => s.replace(TURNS_OUT, '').trim()));
  if (best.at === -1 || said === null) return null;
  return {
    text: said.text,
    why: [...said.why, ...sentences.slice(0, best.at).filter(isStatement)].slice(0, 3),
    score: best.score + (isFinding ? 2.5 : 0) + (kind === 'item' && isName && best.at === 0 ? 0.5 : 0),
    isCause: false,
    isMarked: isFinding || NOTICES.test(sentences[best.at] ?? ''),
  };
}

/** Code, a path, or a name as code has it. */
const CODE = /`[^`]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b\w+_\w+|[\w-]+\/[\w./-]+|\b[\w-]+\.[a-z]{1,4}\b/;
const NUMBER = /(?<![\p{L}\d_.])\d+(?:[.,]\d+)*(?![\p{L}_])/gu;
const MEASURED = /\d\s?(?:%|ms|µs|s\b|sec|min|MB|GB|KB|kB|MiB|GiB|V\b|mA|px|x\b|rows?|requests?|times|bytes)/;

/**
 * How much a sentence says that is worth keeping. Reasons and contrasts are words of a language; code, numbers and length are
 * not. Tuned on the development set.
 */
export function weightOf(sentence: string): number {
  const words = sentence.slice(0, 400);
  const [reasons, contrasts] = [givesReason(words), setsAgainst(words)];
  let score = (reasons ? 2 : 0) + (contrasts ? 1.5 : 0);
  if (CODE.test(words)) score += 1;
  if ((words.match(NUMBER) ?? []).length >= 2 || MEASURED.test(words)) score += 1;
  if (surprises(words)) score += 1;
  if (NOTICES.test(words)) score += 1.5;
  if (words.length < 40 && !UNSPACED.test(words)) score -= 1;
  if (POINTS_BACK.test(words)) score -= 1;
  if (TELLS.test(words)) score -= contrasts || reasons ? 0.5 : 1.5;
  if (ADVISES.test(words)) score -= 1.5;
  if (/[:：]$/.test(sentence)) score -= 2;
  return score;
}
