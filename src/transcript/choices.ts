/**
 * Finds choices that a person made in the conversation. A prompt chooses an option only if it is the option, and takes up a
 * proposal only if it says yes. An answer to a question in other words is a choice in these words.
 *
 *     1. SQLite  2. Postgres. Which?                        2
 *     I'd drop the older copy, since nothing reads it.      do it
 */

import { weightOf } from './causes-and-insights.ts';
import { isPasted, objectionIn, promptSentences } from './corrections.ts';
import type { FoundEvent, Origin } from './found.ts';
import { type Block, blocksOf, headline, plain, quotation, sentencesOf } from './prose.ts';
import { givesReason, setsAgainst } from './phrases.ts';
import { isGoAhead } from './prompts.ts';

/** Small talk asks, too. */
const LEAST_ANSWER = 80;
/** The end of an answer, in which it asks. */
const END = 6000;
/** Where a proposal names what it is about. */
const NAMED = 40;
const LEAST = 12;
/** A longer prompt is a task of its own. */
const LONGEST = 140;

/** "2", "B)", "option 2", "the second one, please": all of a prompt, and never a word such as I or a. */
const IS_OPTION =
  /^(?:(?:ok(?:ay)?|yes|let['’]?s (?:do|go with|take|use)|please|(?:do|go with|take|choose|pick|use)|the|number|nummer|variante?|choice|opción|opção|вариант|方案|选|第|案|#|\()[\s,:]*){0,4}(?:(?:option|l['’]option)\s*)?(?:([1-9])|([a-h])|(first|second|third|fourth|erste[nrs]?|zweite[nrs]?|dritte[nrs]?))(?:st|nd|rd|th)?[.):]?(?:\s*(?:one|option|please|bitte|番|个|案|번))*[\s.!]*$/iu;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'erste', 'zweite', 'dritte'];
const PROPOSES =
  /^(?:(?:so|then|instead|and|or|alternatively|if you (?:want|like|agree))[, ]+)?(?:i(?:['’]d| would)(?: rather| suggest| propose| recommend)?|i (?:can|could|suggest|propose|recommend)|we (?:can|could)|(?:my )?(?:recommendation|suggestion|proposal|preference|vote)(?: is|:)|should (?:i|we)|shall (?:i|we)|(?:do you )?want me to|would you like me to|do you want(?: me)? to|ich würde|ich schlage vor,?|soll ich|möchtest du, dass ich|ich kann|propongo|sugiero|puedo|quieres que|je (?:propose|suggère|peux)(?: de)?|veux-tu que|voulez-vous que|dois-je|proponho|sugiro|posso|quer que|propongo di|vuoi che|предлагаю|могу|хотите,? чтобы)\s+/i;
/** Offers two things at once: a yes chooses neither. */
const OFFERS = /[,\s](?:or|oder|o|ou|oppure|или)\s.*[?？]$/i;
const YES = /^(?:yes|yeah|yep|ja|sí|oui|sim)[,.! ]+(?![,.! ]*(?:but|aber|pero|mais)\b)/i;
/** A go-ahead that asks for what was proposed. */
const DO_IT =
  /^(?:(?:ok(?:ay)?|yes|yeah|great|perfect|ja|sí|oui|sim)[,.! ]+)*(?:do (?:it|that|so|this)|go (?:for|with) (?:it|that)|make it so|implement (?:it|that)|please do|let['’]?s do (?:it|that)|mach (?:das|es)(?: so)?|hazlo|dale|fais-le|vas-y|faz isso|fallo|делай|お願いします|やってください|就这样|그렇게 해)[.! ]*$/iu;

/** The choice in a prompt after an answer; null if it makes none. */
export function choiceIn(prompt: string, answer: string, origin: Origin): FoundEvent | null {
  const said = prompt.trim();
  if (answer.length < LEAST_ANSWER || said.length > LONGEST) return null;
  const blocks = blocksOf(answer.slice(-END));
  return optionIn(said, blocks, origin) ?? takenUp(said, blocks, origin) ?? ownWords(said, blocks, origin);
}

/** What a person answers to the question that an answer ends in, in their own words. */
function ownWords(said: string, blocks: readonly Block[], origin: Origin): FoundEvent | null {
  const asked = questionAtEnd(blocks);
  const sentences = promptSentences(said);
  const words = sentences.join(' ').replace(YES, '');
  if (asked === null || isProcedural(asked) || isProcedural(words) || sentences.length > 3) return null;
  if (words.length < LEAST || IS_TASK.test(words) || !decides(said) || objectionIn(said) !== null) return null;
  if (!CHOOSES.test(words) && !sharesWord(words, asked)) return null;
  const { text, full } = quotation(words);
  return { ...decision(text, [full, asked], origin), salience: OWN_WORDS };
}

/** Names what is kept, used or left. A rule on phrases. */
const CHOOSES =
  /^(?:(?:just|only|please|let['’]?s|i['’]d|we(?:['’]ll)?|rather) )*(?:keep|use|leave|take|drop|skip|stay|stick|only|just|both|all|prefer|nimm|behalte|lass|lieber|usa|deja|mejor|garde|prends|utilise|только|оставь)(?![\p{L}\p{N}])/iu;

/** Whether an answer has a longer word of the question. */
function sharesWord(answer: string, question: string): boolean {
  const words = new Set(question.toLowerCase().match(/\p{L}{4,}/gu));
  return (answer.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word));
}

/** Begins a task, a question or talk. A rule on phrases. */
const IS_TASK =
  /^(?:(?:ok(?:ay)?|great|nice|cool|good|thanks?|thx|perfect|super|please|alright|and|also|then|so|now|next)[,.! ]+)*(?:and|or|but|so|now|next|add|write|create|make|build|implement|run|test|show|explain|tell|give|check|look|read|review|update|document|commit|push|merge|deploy|release|open|rename|format|lint|fix|debug|find|help|do|try|go|let me|continue|proceed|what|where|when|who|how|why|which|is|are|does|did|can|could|would|should|may|thanks?|i(?:['’](?:d|m|ve|ll))?|we need|there|here|hi|hello|bye|jetzt|und|ich|zeig|ahora|y|maintenant|et|agora|ora|теперь|покажи|次に|コミット|提交|现在|可以)(?![\p{L}\p{N}])/iu;
/** The salience of a choice in own words: without its question it says little. */
const OWN_WORDS = 1.2;

/** The item of the answer's last list that a prompt is the number or letter of, if the answer asks. */
function optionIn(said: string, blocks: readonly Block[], origin: Origin): FoundEvent | null {
  const [, number, letter, word] = IS_OPTION.exec(said) ?? [];
  const options = optionsIn(blocks);
  const asked = questionAtEnd(blocks);
  if (options.length < 2 || asked === null) return null;
  const ordinal = word === undefined ? -1 : ORDINALS.findIndex((each) => word.toLowerCase().startsWith(each)) % 4;
  const nth =
    number !== undefined
      ? Number(number) - 1
      : letter !== undefined
        ? letter.toLowerCase().charCodeAt(0) - 97
        : ordinal;
  const option = options[nth];
  if (option === undefined) return null;
  const sentence = sentencesOf(option.text)[0] ?? '';
  const { text, full } = headline(option.label === '' ? sentence : `${option.label}: ${sentence}`);
  return text.length < 3 ? null : decision(text, [full, asked, `“${said}”`], origin);
}

/** The last run of numbered or lettered items. */
function optionsIn(blocks: readonly Block[]): Block[] {
  const end = blocks.findLastIndex(({ kind }) => kind === 'item');
  const start = blocks.findLastIndex(({ kind }, index) => index < end && kind !== 'item');
  return end === -1 ? [] : blocks.slice(start + 1, end + 1);
}

/** The question in the last paragraphs of an answer; null if it asks nothing. */
function questionAtEnd(blocks: readonly Block[]): string | null {
  return (
    sentencesAtEnd(blocks)
      .slice(-4)
      .findLast((sentence) => /[?？]["'”’)]?$/.test(sentence)) ?? null
  );
}

function sentencesAtEnd(blocks: readonly Block[]): string[] {
  return blocks.slice(-3).flatMap(({ label, text }) => sentencesOf(label === '' ? text : `${label}: ${text}`));
}

/** What an answer proposes in its last paragraphs, if the prompt says yes: the proposal says what was chosen. */
function takenUp(said: string, blocks: readonly Block[], origin: Origin): FoundEvent | null {
  const isBare = isGoAhead(said) || DO_IT.test(said);
  if (!isBare && !(YES.test(said) && decides(said) && objectionIn(said) === null)) return null;
  const sentences = sentencesAtEnd(blocks);
  const proposals = sentences.filter(
    (each) => PROPOSES.test(each) && !isProcedural(each.slice(0, NAMED)) && !OFFERS.test(each),
  );
  const [proposal] = proposals.toSorted((a, b) => weightOf(b) - weightOf(a));
  if (proposal === undefined) return null;
  const { text, full } = headline(proposal.replace(PROPOSES, '').replace(/[?？]$/, ''));
  const before = sentences[sentences.indexOf(proposal) - 1] ?? '';
  const reason = givesReason(before) || setsAgainst(before) ? before : '';
  return text.length < LEAST ? null : decision(text, [full, isBare ? '' : said.replace(YES, ''), reason], origin);
}

function decision(text: string, details: readonly string[], origin: Origin): FoundEvent {
  const said = details.filter((detail) => detail !== '');
  return { tag: 'DECISION', text, details: said, origin, source: { from: 'dialog', reference: '' } };
}

/** A question that the agent asked, and the answer. */
export interface AnsweredQuestion {
  question: string;
  answer: string;
}

/** Questions about how to go on, not about what is built. A rule on phrases: a third of the answered questions are such. */
const PROCEDURAL =
  /\b(?:commit|push|proceed|continue|go ahead|start (?:now|with)|ready to|shall i|should i (?:go|start|run|continue|commit|push|create (?:a|the) (?:pr|pull request|branch|commit))|next steps?|what next|do next|looks? (?:good|right|ok(?:ay)?|fine)|make sense|approve|merge (?:it|this|now)|open (?:a|the) (?:pr|pull request)|which (?:task|issue|ticket|step)s? (?:first|next)|execute|run (?:it|this|the tests)|how would you like to (?:proceed|continue))\b/i;
/** Leaves the choice to the agent, says that there is none yet, or says what to do next. */
const UNDECIDED =
  /^(?:(?:hmm+|well|um+|honestly|sorry)[,. ]+)*(?:i(?:['’]m| am) (?:not sure|unsure|confused)|i (?:don['’]?t|do not|dunno|have no|can['’]?t) ?(?:know|care|mind|understand|remember|idea|clue|tell|say)?(?: yet)?(?=[,.;!—–-]|$| (?:what|which|how|why|if|whether|yet|enough|about|the difference))|(?:dunno|idk|no (?:idea|clue|preference)|not sure|unsure)|(?:you|your) (?:decide|choose|choice|pick|call)|up to you|whatever|whichever|either(?: (?:one|way|is fine))?[.!]?$|none(?: of (?:these|them|those))?[.!]?$|neither[.!]?$|weiß (?:ich )?nicht|ich weiß (?:es )?nicht|keine ahnung|egal|entscheide du|no (?:lo )?sé|ni idea|(?:je ne|j['’]) ?sais pas|não sei|non (?:lo )?so|не знаю|わからない|分からない|不知道|모르)|^(?:(?:the )?next (?:area|step|task|one|item|topic|question|part)|skip (?:it|this)|let['’]?s (?:talk|discuss|chat)|discuss|clarify)\b/iu;
const PROCEDURAL_ANSWER =
  /^(?:yes|no|ok|okay|sure|go ahead|proceed|continue|skip|cancel|stop|later|not now|ja|nein|sí|si|oui|non|sim|não|はい|いいえ|是|否)[.!]?$/i;

/** Whether a question is about how to go on. */
function isProcedural(question: string): boolean {
  return PROCEDURAL.test(question.slice(0, 300));
}

/** Whether a dialog's answer decides something. Free text may ask back, say "I don't know", or be a pasted log. */
function decides(answer: string): boolean {
  const lines = answer.split(/[\r\n]+/).map((line) => line.trim());
  return !(/[?？]["'”’)]*\s*$/.test(answer) || UNDECIDED.test(answer.trim()) || lines.some(isPasted));
}

/**
 * An answered question is a decision: the chosen answer, with its question. Null for questions about how to go on, and for
 * answers that decide nothing.
 */
export function questionEvent({ question, answer }: AnsweredQuestion, origin: Origin): FoundEvent | null {
  const asked = plain(question);
  const chosen = plain(answer)
    .replace(/\s*\((?:recommended|empfohlen|recomendado|recommandé|推奨|推荐)\)/gi, '')
    .replace(/^["'“]|["'”]$/g, '');
  if (asked === '' || chosen === '' || isProcedural(asked) || /^\[/.test(chosen)) return null;
  if (!decides(answer)) return null;
  const both = `${asked} ${chosen}`;
  // A bare yes says nothing without its question, and a short answer little.
  const isBare = PROCEDURAL_ANSWER.test(chosen) || chosen.length < 3;
  const isShort = both.length <= LONGEST;
  const { text, full } = headline(isBare || isShort ? both : chosen);
  const details = [full, isBare || isShort ? '' : asked].filter((detail) => detail !== '');
  return { tag: 'DECISION', text, details, origin, source: { from: 'dialog', reference: '' } };
}
