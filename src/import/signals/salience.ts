import { UNSPACED } from '../unspaced.ts';
import { Cues } from './cues.ts';
import { CONTRAST, CONTRAST_UNSPACED, NOT_THIS, REASON, REASON_UNSPACED } from './phrases.ts';

/**
 * How much a sentence of an answer says that is worth keeping. Reasons and contrasts are words of a language; code,
 * numbers and length are not. Tuned on the development set.
 */
export function salienceOf(sentence: string): number {
  const words = sentence.slice(0, 400);
  const weighs = isContrast(words);
  const reasons = isReason(words);
  let score = (reasons ? 2 : 0) + (weighs ? 1.5 : 0);
  if (CODE.test(words)) score += 1;
  if ((words.match(NUMBER) ?? []).length >= 2 || MEASURED.test(words)) score += 1;
  const turns = TURNS.count(words, 2) + (UNSPACED.test(words) ? (words.match(TURNS_UNSPACED)?.length ?? 0) : 0);
  if (turns > 0) score += turns === 1 ? 1 : 1.5;
  if (NOTICES.test(words)) score += 1.5;
  if (words.length < 40 && !UNSPACED.test(words)) score -= 1;
  if (sentence.length > 320) score -= 1;
  if (POINTS_BACK.test(words)) score -= 1;
  if (TELLS_DEEDS.test(words)) score -= weighs || reasons ? 0.5 : 1.5;
  if (MAY_BE_STATUS.test(words) && STATUS.test(words)) score -= 2;
  if (ADVISES.in(words) || STARTS_TELLING.test(words)) score -= 1.5;
  if (PLANS.test(words)) score -= 1.5;
  if (/[:：]$/.test(sentence)) score -= 2;
  if (isFormula(words)) score -= 3;
  return score;
}

/** Mostly signs and numbers: a formula, a table row, a listing. */
function isFormula(text: string): boolean {
  const words = text.replace(/`[^`]*`/g, '');
  const letters = (words.match(/[\p{L}\s]/gu) ?? []).length;
  if ((words.match(/ [=≈→×] /g) ?? []).length >= 2) return true;
  return words.length > 0 && letters < words.length * 0.62;
}

/** Whether a text gives a reason. */
export function isReason(text: string): boolean {
  return REASON.in(text) || CONSEQUENCE.test(text) || (UNSPACED.test(text) && REASON_UNSPACED.test(text));
}

/** Whether a text sets one thing against another. */
export function isContrast(text: string): boolean {
  return CONTRAST.in(text) || NOT_THIS.test(text) || (UNSPACED.test(text) && CONTRAST_UNSPACED.test(text));
}

/** A clause that follows from the one before it. */
const CONSEQUENCE =
  /[,;–—] (?:so(?! (?:that )?(?:you|users?|we|they|people|anyone) (?:can|could|will))|which (?:is why|made|makes|caused|causes|breaks|means|leaves)|and (?:that|therefore)|therefore|hence|thus|causing|leaving|sodass|also(?= \p{L})|wodurch|así que|por lo que|donc|ce qui|portanto|o que|quindi|поэтому)(?![\p{L}\p{N}])/iu;
/** Code, a path, or a name as code has it. */
const CODE =
  /`[^`]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b\w+_\w+|[\w-]+\/[\w./-]+|\b[\w-]+\.(?:tsx?|jsx?|py|go|rs|rb|java|kt|cs?|cpp|h|ya?ml|json|toml|sql|css|html|md|sh|tf)\b/;
const NUMBER = /(?<![\p{L}\d_.])\d+(?:[.,]\d+)*(?![\p{L}_])/gu;
const MEASURED = /\d\s?(?:%|ms|µs|s\b|sec|min|MB|GB|KB|kB|MiB|GiB|mV|V\b|mA|px|x\b|rows?|requests?|times|bytes)/;
/** Words with which something turns out otherwise than expected. */
const TURNS = new Cues(
  "never|not|cannot|can't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|won't|wouldn't|hasn't|haven't|shouldn't|couldn't|no|missing|only|still|already|silently|twice|both|always|every|unless|without|even though|although|but|however|except|actually|really",
  'nie|nicht|kein*|fehlt|nur|immer|schon|bereits|doppelt|obwohl|aber|ohne',
  'nunca|falta|solo|sólo|siempre|ya|aunque|pero|sin',
  'jamais|pas|manque|seulement|toujours|déjà|mais|sans|aucun|aucune',
  'não|só|sempre|já|embora|mas|sem|mai|manca|già|senza|però',
  'никогда|не|нет|только|всегда|уже|но|без|хотя',
);
const TURNS_UNSPACED = /ない|ません|だけ|しか|没有|不|只|但|总是|않|없|만 /g;
/** Says that it was noticed. */
export const NOTICES =
  /^(?:(?:one|another|a) (?:thing|caveat|note|caution|gotcha|catch)(?![\p{L}])|(?:while|when) [^,.]{3,80}?,? i noticed|i (?:also )?(?:noticed|discovered|found out|learned)|note(?:[:,]| that)|by the way|btw|while (?:i was )?at it|side note|übrigens|por cierto|au passage|a propósito|кстати|ちなみに|顺便|notably|importantly|interestingly|surprisingly|unexpectedly|beware|caution|be aware|worth (?:knowing|noting)|keep in mind|heads[- ]up|mir ist aufgefallen|aufgefallen|beachte|achtung|he notado|ojo|ten en cuenta|j['’]ai remarqué|attention|à noter|notei|atenção|ho notato|attenzione|я заметил|обрати(?:те)? внимание|注意|気づ)/iu;
/** Begins with a word that means nothing without the sentence before. */
const POINTS_BACK =
  /^(?:this|that|these|those|it|they|which|he|she|both|das|dies|es|sie|esto|eso|ça|cela|isso|questo|это|これ|それ|这|它)(?![\p{L}\p{N}'’])/iu;
/** Tells what the agent did. */
const TELLS_DEEDS =
  /^(?:i(?:['’]ve| have| also)?\s(?:now |also |just |since )?(?:added|updated|created|implemented|committed|fixed|removed|moved|renamed|changed|replaced|wrote|pushed|refactored|made|put|set|ran|read|checked|looked|verified|tested)|(?:added|updated|created|implemented|committed|fixed|removed|moved|renamed|changed|replaced|wrote|pushed|refactored|verified|tested|wired|extended)\b|all (?:\d+ )?(?:tests|checks)|ich habe|he (?:añadido|creado|actualizado)|j['’]ai (?:ajouté|créé)|adicionei|criei|ho (?:aggiunto|creato)|добавил|создал)/i;
/** Only says how it stands. */
const STATUS =
  /\b(?:all (?:\d+ |the )?(?:unit |e2e )?(?:tests?|checks?|suites?) (?:are |is |now )?(?:pass|green)|(?:tests?|build|lint|types?|ci) (?:is|are|now|all)? ?(?:pass(?:es|ed|ing)?|green|clean|succeed(?:s|ed)?)|works? (?:now|as expected|fine|correctly)|is (?:running|ready|done|complete|live|up)|successfully|committed as|pushed to)\b|^(?:\d+ )?(?:passed|passing)/i;
/** Lists what is to be done. */
const PLANS =
  /^(?:add|replace|remove|update|create|move|rename|change|fix|make|write|treat|switch|raise|introduce|extract|implement|delete|wire|convert|refactor|drop|put|pass|return|keep|test|verify|commit|push|deploy)\s/i;
/** Tells the user what to do. */
const ADVISES = new Cues(
  "you can|you could|you should|you will need|you'll need|you may want|you might want|you need|feel free|let me know|if you want|if you'd|if you like|if you prefer|whenever you|a separate step|a separate task|a separate change|follow up|next step",
);
const STARTS_TELLING = /^(?:run|open|restart|reload|visit|check|set|use|make sure|please|remember|try)\b/i;
/** Letters of every status. */
const MAY_BE_STATUS = /pass|green|clean|succe|works? |running|ready|done|complete|live|is up|committed|pushed/i;
