/**
 * Finds choices that a person made in the conversation. A prompt chooses an option only if it is the option, and takes up a
 * proposal only if it is a go-ahead: whatever says more is a task or a thought of its own.
 *
 *     1. SQLite  2. Postgres. Which?                        2
 *     I'd drop the older copy, since nothing reads it.      do it
 */
import type { FoundEvent, Origin } from '../import/found-event.ts';
import { headline } from './headline.ts';
import { givesReason, setsAgainst } from './phrases.ts';
import { weightOf } from './points.ts';
import { isGoAhead } from './prompts.ts';
import { type Block, blocksOf, sentencesOf } from './prose.ts';
import { isProcedural } from './question-event.ts';

/** Small talk asks, too. */
const LEAST_ANSWER = 80;
/** The end of an answer, in which it asks. */
const END = 6000;
/** Where a proposal names what it is about. */
const NAMED = 40;
const LEAST = 12;

/** "2", "B)", "option 2", "the second one, please": all of a prompt, and never a word such as I or a. */
const IS_OPTION =
  /^(?:(?:ok(?:ay)?|yes|let['’]?s (?:do|go with|take|use)|please|(?:do|go with|take|choose|pick|use)|the|number|nummer|variante?|choice|opción|opção|вариант|方案|选|第|案|#|\()[\s,:]*){0,4}(?:(?:option|l['’]option)\s*)?(?:([1-9])|([a-h])|(first|second|third|fourth|erste[nrs]?|zweite[nrs]?|dritte[nrs]?))(?:st|nd|rd|th)?[.):]?(?:\s*(?:one|option|please|bitte|番|个|案|번))*[\s.!]*$/iu;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'erste', 'zweite', 'dritte'];
const PROPOSES =
  /^(?:(?:so|then|instead|and|or|alternatively|if you (?:want|like|agree))[, ]+)?(?:i(?:['’]d| would)(?: rather| suggest| propose| recommend)?|i (?:can|could|suggest|propose|recommend)|we (?:can|could)|(?:my )?(?:recommendation|suggestion|proposal|preference|vote)(?: is|:)|should (?:i|we)|shall (?:i|we)|(?:do you )?want me to|would you like me to|do you want(?: me)? to|ich würde|ich schlage vor,?|soll ich|möchtest du, dass ich|ich kann|propongo|sugiero|puedo|quieres que|je (?:propose|suggère|peux)(?: de)?|veux-tu que|voulez-vous que|dois-je|proponho|sugiro|posso|quer que|propongo di|vuoi che|предлагаю|могу|хотите,? чтобы)\s+/i;
/** Offers two things at once: a yes chooses neither. */
const OFFERS = /[,\s](?:or|oder|o|ou|oppure|или)\s.*[?？]$/i;
/** A go-ahead that asks for what was proposed. */
const DO_IT =
  /^(?:(?:ok(?:ay)?|yes|yeah|great|perfect|ja|sí|oui|sim)[,.! ]+)*(?:do (?:it|that|so|this)|go (?:for|with) (?:it|that)|make it so|implement (?:it|that)|please do|let['’]?s do (?:it|that)|mach (?:das|es)(?: so)?|hazlo|dale|fais-le|vas-y|faz isso|fallo|делай|お願いします|やってください|就这样|그렇게 해)[.! ]*$/iu;

/** The choice in a prompt after an answer; null if it makes none. */
export function choiceIn(prompt: string, answer: string, origin: Origin): FoundEvent | null {
  const said = prompt.trim();
  if (answer.length < LEAST_ANSWER || said.length > 60) return null;
  const blocks = blocksOf(answer.slice(-END));
  return optionIn(said, blocks, origin) ?? takenUp(said, blocks, origin);
}

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

/** What an answer proposes in its last paragraphs, if the prompt only agrees: the proposal says what was chosen. */
function takenUp(said: string, blocks: readonly Block[], origin: Origin): FoundEvent | null {
  if (!isGoAhead(said) && !DO_IT.test(said)) return null;
  const sentences = sentencesAtEnd(blocks);
  const proposals = sentences.filter(
    (each) => PROPOSES.test(each) && !isProcedural(each.slice(0, NAMED)) && !OFFERS.test(each),
  );
  const [proposal] = proposals.toSorted((a, b) => weightOf(b) - weightOf(a));
  if (proposal === undefined) return null;
  const { text, full } = headline(proposal.replace(PROPOSES, '').replace(/[?？]$/, ''));
  const before = sentences[sentences.indexOf(proposal) - 1] ?? '';
  const reason = givesReason(before) || setsAgainst(before) ? before : '';
  return text.length < LEAST ? null : decision(text, [full, reason], origin);
}

function decision(text: string, details: readonly string[], origin: Origin): FoundEvent {
  const said = details.filter((detail) => detail !== '');
  return { tag: 'DECISION', text, details: said, origin, recorded: { statement: 'question', reference: '' } };
}
