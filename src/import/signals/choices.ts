/**
 * Finds choices that a person made in the conversation: the answer before ends in a question or a proposal, and the prompt
 * takes it up. That is a form: a question mark near the end of an answer, and a short prompt after it.
 *
 *     … Should I drop one copy?        keep the newer one
 *     1. SQLite  2. Postgres. Which?   2
 */

import { featuresOf, isEvidence } from '#src/memory/misses/miss-words.ts';
import type { FoundEvent, Origin } from '../found-event.ts';
import { isGoAhead } from '../prompt.ts';
import { headline } from './headline.ts';
import { ACCEPTS } from './phrases.ts';
import { type Block, blocksOf, sentencesOf } from './prose.ts';
import { isProcedural } from './question-event.ts';
import { isContrast, isReason, salienceOf } from './salience.ts';
import { objectionIn, promptSentences } from './yields.ts';

/** A longer prompt is a task of its own. */
const LONGEST_CHOICE = 400;
const LONGEST_ANSWER = 2000;
/** A question without its mark, and small talk. Rules on phrases. */
const ASKING =
  /^(?:which|what|how|why|where|when|who|should|is|are|does|do|can|could|welche|was|wie|warum|qué|cuál|cómo|quel|comment|pourquoi|qual|come|какой|как)\b/i;
const THANKS =
  /^(?:(?:ah|oh|ok|okay)[,. ]+)*(?:thanks?|thx|ty|danke|gracias|merci|obrigad\w+|grazie|спасибо|ありがとう|谢谢)(?![\p{L}\p{N}])/iu;
/** Where a proposal names what it is about. */
const NAMED = 40;
const LONGEST = 140;
/** A prompt of this length answers; a longer one explains itself. */
const BRIEF = 120;
/** Small talk asks, too. */
const LEAST_ANSWER = 80;
/** The end of an answer, in which it asks. */
const END = 1500;

const PROPOSES =
  /^(?:(?:so|then|instead|and|or|alternatively|if you (?:want|like|agree))[, ]+)?(?:i(?:['’]d| would)(?: rather| suggest| propose| recommend)?|i (?:can|could|suggest|propose|recommend)|we (?:can|could)|(?:my )?(?:recommendation|suggestion|proposal|preference|vote)(?: is|:)|should (?:i|we)|shall (?:i|we)|(?:do you )?want me to|would you like me to|do you want(?: me)? to|ich würde|ich schlage vor,?|soll ich|möchtest du, dass ich|ich kann|propongo|sugiero|puedo|quieres que|debería|je (?:propose|suggère|peux)(?: de)?|veux-tu que|voulez-vous que|dois-je|proponho|sugiro|posso|quer que|devo|propongo di|suggerisco di|vuoi che|предлагаю|могу|хотите,? чтобы)\s+/i;
const PROPOSES_UNSPACED =
  /(?:ましょうか|でよいですか|でいいですか|どうでしょう|要不要|可以吗|好吗|할까요)[？?。]?$|^(?:建议|我建议|我可以)/;

/** "2", "option B", "go with the second": the number of an option. */
const PICKS =
  /^(?:(?:ok(?:ay)?|yes|let['’]?s|please|i(?:['’]d| would)?|do|go|take|choose|pick|use|with|for|prefer|like|want|the|option|number|variant|choice|nummer|opción|a|opção|l['’]option|вариант|方案|选|第|案|#|\()[\s,:]*){0,6}([1-9]|[a-h]|i{1,3}|iv|first|second|third|fourth|erste[nrs]?|zweite[nrs]?|dritte[nrs]?)(?:st|nd|rd|th|\))?(?:\s*(?:one|option|please|bitte|番|个|案|번|[.!]))*(?:\s*$|[,.;:\s–—-]\s*(?=\S))/iu;
const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  i: 1,
  ii: 2,
  iii: 3,
  iv: 4,
};
/** Sentences of a prompt that choose, in so many words. Rules on phrases. */
const SAYS_CHOICE = `let['’]?s (?:use|keep|go with|stick|take|drop|skip|start with|begin with|switch|leave|make it|not|just|only|stay|avoid|do (?:both|all|the|option|only)|plan to use|split|merge (?:the|them)|rename)|(?:go|stick|stay) with|i(?:['’]d| would)? (?:prefer|rather)|we(?:['’]ll| will| should) (?:use|keep|go|take|stick|drop|skip|support)|wir nehmen|lass uns|vamos con|usemos|on (?:garde|prend|utilise)|prenons|vamos (?:usar|com)|usiamo|давай(?:те)?|возьмём|оставим|используем`;
const BEFORE_CHOICE = String.raw`(?:^|[.,;:]\s|\b(?:ok(?:ay)?|yes|so|and|then)[, ]+)`;
const CHOOSES_PLAINLY = new RegExp(`${BEFORE_CHOICE}(?:${SAYS_CHOICE})`, 'i');
const CHOOSES = new RegExp(
  `${BEFORE_CHOICE}(?:${SAYS_CHOICE}|(?:keep|use|leave|take|drop|skip) (?:it|the|this|that|only|just|a|an|one|[A-Z\`])|lieber|nimm|mejor)`,
  'i',
);
const CHOOSES_UNSPACED =
  /にしましょう|にして(?:ください)?|でいきましょう|で行こう|用.{1,20}吧|就用|采用|로 하자|로 가자/;

/** The answer before a prompt. */
export interface AnswerBefore {
  text: string;
  /** Whether its turn changed files: then the prompt after it is the next task rather than a choice. */
  hasEdits: boolean;
}

/** The choice in a prompt after an answer; null if it makes none. */
export function choiceIn(prompt: string, { text: answer, hasEdits }: AnswerBefore, origin: Origin): FoundEvent | null {
  if (answer.length < LEAST_ANSWER) return null;
  if (prompt.length > LONGEST_CHOICE) return chosenInPassing(prompt, origin);
  const blocks = blocksOf(answer.slice(-END * 4));
  const asked = questionAtEnd(blocks);
  if (asked !== null && isProcedural(asked) && optionsIn(blocks).length === 0) return null;
  return pickedOption(prompt, blocks, asked, origin) ?? takenUp(prompt, blocks, { asked, hasEdits }, origin);
}

/** Whether an answer ends by proposing or asking something, or says what the agent is about to do. */
export function proposes(answer: string): boolean {
  const blocks = blocksOf(answer.slice(-END * 4));
  const sentences = blocks.slice(-3).flatMap(({ text }) => sentencesOf(text));
  return (
    (answer.length >= LEAST_ANSWER && questionAtEnd(blocks) !== null) ||
    sentences.some((sentence) => PROPOSES.test(sentence) || PLANS.test(sentence))
  );
}

/** A long prompt answers several questions at once. Only what it says in so many words is a choice. */
function chosenInPassing(prompt: string, origin: Origin): FoundEvent | null {
  if (prompt.length > LONGEST_ANSWER) return null;
  const [first, ...others] = promptSentences(prompt).filter(
    (sentence) => CHOOSES_PLAINLY.test(sentence) || CHOOSES_UNSPACED.test(sentence),
  );
  if (first === undefined) return null;
  const { text, full } = headline(first);
  return event(text, [full, ...others], origin);
}

/** A number or letter that names an item of the answer. */
function pickedOption(
  prompt: string,
  blocks: readonly Block[],
  asked: string | null,
  origin: Origin,
): FoundEvent | null {
  const options = optionsIn(blocks);
  const [, picked = ''] = PICKS.exec(prompt.trim().slice(0, 80)) ?? [];
  if (picked === '' || options.length < 2 || asked === null) return null;
  const word = picked.toLowerCase();
  const letter = /^[a-h]$/.test(word) ? word.charCodeAt(0) - 96 : 0;
  const option = options[(Number(word) || ORDINALS[word] || ordinal(word) || letter) - 1];
  if (option === undefined) return null;
  const { text, full } = headline(
    option.label === '' ? (sentencesOf(option.text)[0] ?? '') : `${option.label}: ${sentencesOf(option.text)[0] ?? ''}`,
  );
  if (text.length < 3) return null;
  const details = [full, asked ?? '', `“${prompt.trim()}”`].filter((detail) => detail !== '');
  return { tag: 'DECISION', text, details, origin, recorded: { statement: 'question', reference: '' } };
}

function ordinal(word: string): number {
  return word.startsWith('erste') ? 1 : word.startsWith('zweite') ? 2 : word.startsWith('dritte') ? 3 : 0;
}

/** The last run of numbered or lettered items. */
function optionsIn(blocks: readonly Block[]): Block[] {
  const end = blocks.findLastIndex(({ kind }) => kind === 'item');
  const start = blocks.findLastIndex(({ kind }, index) => index < end && kind !== 'item');
  return end === -1 ? [] : blocks.slice(start + 1, end + 1);
}

/** A prompt that answers what the answer asked or proposed. */
function takenUp(
  prompt: string,
  blocks: readonly Block[],
  { asked, hasEdits }: { asked: string | null; hasEdits: boolean },
  origin: Origin,
): FoundEvent | null {
  const sentences = promptSentences(prompt).flatMap(withoutNone);
  const said = sentences.join(' ');
  if (said === '' || /[?？]$/.test(said) || ENDS_ASKING.test(said) || objectionIn(prompt) !== null) return null;
  const proposal = proposalAtEnd(blocks);
  const chosen = sentences.find((sentence) => CHOOSES.test(sentence) || CHOOSES_UNSPACED.test(sentence)) ?? null;
  const question = asked ?? proposal;
  if (asked === null && proposal === null && ACCEPTS.test(prompt)) return null;
  const isBrief =
    !hasEdits &&
    said.length <= BRIEF &&
    sentences.length <= 3 &&
    !isProcedural(said) &&
    !TASKS.test(said) &&
    !sentences.some((sentence) => ASKING.test(sentence) || THANKS.test(sentence));
  if (question === null && chosen === null && !isBrief) return null;
  const agrees = isGoAhead(said) || BEGINS_WITH_YES.test(said);
  // The proposal says what was chosen, the prompt only that it was.
  if (agrees && proposal !== null) {
    const { text, full } = headline(proposal.replace(PROPOSES, '').replace(/[?？]$/, ''));
    const own = isGoAhead(said) ? '' : said;
    return text.length < 12 ? null : event(text, [full, own, ...reasonBefore(blocks, proposal)], origin);
  }
  if (agrees && isGoAhead(said)) return null;
  const words = chosen ?? sentences[0] ?? '';
  // A short prompt is told apart by what it refers to.
  const about = asked ?? (words.length < BRIEF / 2 ? referredTo(words, blocks) : null);
  const both = about === null ? words : about === asked ? `${asked} ${words}` : `${words}: ${about}`;
  const { text, full } = headline(about !== null && both.length > LONGEST ? (about === asked ? words : both) : both);
  if (text.length < 12) return null;
  const others = sentences.filter((sentence) => sentence !== words);
  return event(text, [full, both.length > LONGEST ? (asked ?? '') : '', ...others], origin);
}

/** A question without its mark after something else: "doh. which one should go" */
const ENDS_ASKING = /[.!;,] (?:and |so |but )?(?:what|which one|how|why|where|when|who) [^.?!;]{3,80}$/i;
/** Says that there is nothing to say: it neither chooses nor corrects. */
const NONE =
  /^(?:(?:nothing|none|(?:maybe )?later|not (?:yet|now|really)|no,? thanks?|no need|never mind|(?:noch )?nichts|noch nicht|nein,? danke|nada|todavía no|aún no|no,? gracias|rien|pas encore|non,? merci|ainda não|não,? obrigad[oa]|niente|non ancora|no,? grazie|пока нет|нет,? спасибо|まだ(?:です)?|特に(?:ない|なし)|没有|还没有?)(?: (?:yet|else|more|for now|really|mehr|más|de plus|mais|altro))?(?:[,.!。，;]\s*|$))+/iu;

/** A sentence without "nothing yet" at its beginning; none if that is all. */
export function withoutNone(sentence: string): string[] {
  const left = sentence.replace(NONE, '').trim();
  return left === '' ? [] : [left];
}

/** The sentence of an answer that a prompt refers to by a word. */
function referredTo(words: string, blocks: readonly Block[]): string | null {
  const features = [...featuresOf({ text: words, details: '' }).keys()].filter(isEvidence);
  const sentences = blocks.flatMap(({ text }) => sentencesOf(text)).filter((sentence) => sentence.length >= 24);
  const shared = (sentence: string) => {
    const other = featuresOf({ text: sentence, details: '' });
    return features.filter((feature) => other.has(feature)).length;
  };
  const ranked = sentences.map((sentence) => ({ sentence, score: shared(sentence) })).sort((a, b) => b.score - a.score);
  return ranked[0] !== undefined && ranked[0].score > 0 ? ranked[0].sentence : (sentences.at(-1) ?? null);
}

/** Says what the agent is about to do, or what would be easiest. */
const PLANS =
  /^(?:(?:next|then|now|so),? )?(?:i['’]ll|i will|i['’]m going to|the (?:simplest|easiest|best|cleanest|quickest|cheapest)|easiest|simplest|ich (?:werde|nehme|lasse)|am \p{L}+sten (?:wäre|ist|geht)|lo más (?:sencillo|fácil)|le plus simple|o mais simples|la cosa più semplice|проще всего)|[,;] (?:i['’]ll|i will)\b|一番簡単|最简单/iu;
/** Prompts that are the next task or ordinary talk. A rule on phrases. */
const TASKS =
  /^(?:(?:ok(?:ay)?|great|nice|cool|good|thanks?|thx|perfect|super|now|next|and|also|then|please|can you|could you|k|alright)[,.! ]+)*(?:now|next|add|write|create|make|build|implement|run|test|show|explain|tell|give|check|look|read|review|update|document|commit|push|merge|deploy|release|open|rename|format|lint|what|where|when|who|how|why|which|is|are|does|do you|did|can|could|should|thanks?|thx|nice|cool|great|good|perfect|fix|debug|find|help|i (?:need|want|['’]d like|would like|have|am|tried|think|got|see)|i['’](?:d like|m|ve)|we (?:need|want|have)|there (?:is|are)|hi|hello|bye|continue|proceed|jetzt|und jetzt|schreib|zeig|ahora|muestra|maintenant|montre|agora|ora|теперь|покажи|次に|コミット|提交|现在)(?![\p{L}\p{N}])/iu;

function event(text: string, details: readonly string[], origin: Origin): FoundEvent {
  return {
    tag: 'DECISION',
    text,
    details: details.filter((detail) => detail !== '').slice(0, 3),
    origin,
    recorded: null,
  };
}

const BEGINS_WITH_YES =
  /^(?:yes|yep|yeah|ok|okay|sure|do (?:it|that|so|both)|go (?:ahead|for it)|sounds? good|agreed|please do|perfect|great|ja|genau|mach das|sí|dale|oui|d['’]accord|vas-y|sim|pode|sì|да|давай|はい|お願いします|好|可以|行|네|좋아)(?![\p{L}\p{N}])/iu;

/** The question at the end of an answer; null without one. */
function questionAtEnd(blocks: readonly Block[]): string | null {
  const last = blocks.findLast(({ kind }) => kind !== 'heading');
  const sentences = blocks
    .slice(-3)
    .flatMap(({ label, text }) => sentencesOf(label === '' ? text : `${label}: ${text}`));
  return last === undefined
    ? null
    : (sentences.slice(-4).findLast((sentence) => /[?？]["'”’)]?$/.test(sentence)) ?? null);
}

/** What an answer proposes in its last paragraphs; null if nothing. */
function proposalAtEnd(blocks: readonly Block[]): string | null {
  const sentences = blocks.slice(-3).flatMap(({ text }) => sentencesOf(text));
  const proposals = sentences.filter(
    (sentence) =>
      (PROPOSES.test(sentence) || PROPOSES_UNSPACED.test(sentence)) && !isProcedural(sentence.slice(0, NAMED)),
  );
  return proposals.toSorted((a, b) => salienceOf(b) - salienceOf(a))[0] ?? null;
}

/** The sentence before a proposal, if it gives the reason. */
function reasonBefore(blocks: readonly Block[], proposal: string): string[] {
  const sentences = blocks.slice(-3).flatMap(({ text }) => sentencesOf(text));
  const before = sentences[sentences.indexOf(proposal) - 1] ?? '';
  return isReason(before) || isContrast(before) ? [before] : [];
}
