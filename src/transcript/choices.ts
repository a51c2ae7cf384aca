/**
 * Finds choices that a person made: the answer to a question in a dialog, and a proposal of the agent that the next prompt
 * takes up by saying yes.
 *
 *     I'd drop the older copy, since nothing reads it.      do it
 */

import { weightOf } from './causes-and-insights.ts';
import { isPasted, objectionIn } from './corrections.ts';
import type { Answered } from './dialogs.ts';
import type { FoundEvent, Origin } from './found.ts';
import { type Block, blocksOf, headline, plain, sentencesOf } from './prose.ts';
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
  return takenUp(said, blocksOf(answer.slice(-END)), origin);
}

/** What an answer proposes in its last paragraphs, if the prompt says yes: the proposal says what was chosen. */
function takenUp(said: string, blocks: readonly Block[], origin: Origin): FoundEvent | null {
  const isBare = isGoAhead(said) || DO_IT.test(said);
  if (!isBare && !(YES.test(said) && decides(said) && objectionIn(said) === null)) return null;
  const sentences = blocks
    .slice(-3)
    .flatMap(({ label, text }) => sentencesOf(label === '' ? text : `${label}: ${text}`));
  const proposals = sentences.filter(
    (each) => PROPOSES.test(each) && !isProcedural(each.slice(0, NAMED)) && !OFFERS.test(each),
  );
  const [proposal] = proposals.toSorted((a, b) => weightOf(b) - weightOf(a));
  if (proposal === undefined) return null;
  const { text, full } = headline(proposal.replace(PROPOSES, '').replace(/[?？]$/, ''));
  const before = sentences[sentences.indexOf(proposal) - 1] ?? '';
  const reason = givesReason(before) || setsAgainst(before) ? before : '';
  if (text.length < LEAST) return null;
  const details = [full, isBare ? '' : said.replace(YES, ''), reason].filter((detail) => detail !== '');
  return { tag: 'DECISION', text, details, origin, source: { from: 'dialog', reference: '' } };
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
export function questionEvent({ question, answer }: Answered, origin: Origin): FoundEvent | null {
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
