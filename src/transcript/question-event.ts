import type { FoundEvent, Origin } from '../import/found-event.ts';
import { isPasted } from './corrections.ts';
import { headline } from './headline.ts';
import { plain } from './prose.ts';

/** A question that the agent asked, and the answer. */
export interface AnsweredQuestion {
  question: string;
  answer: string;
}

const LONGEST = 140;
/** Questions about how to go on, not about what is built. A rule on phrases: a third of the answered questions are such. */
const PROCEDURAL =
  /\b(?:commit|push|proceed|continue|go ahead|start (?:now|with)|ready to|shall i|should i (?:go|start|run|continue|commit|push|create (?:a|the) (?:pr|pull request|branch|commit))|next steps?|what next|do next|looks? (?:good|right|ok(?:ay)?|fine)|make sense|approve|merge (?:it|this|now)|open (?:a|the) (?:pr|pull request)|which (?:task|issue|ticket|step)s? (?:first|next)|execute|run (?:it|this|the tests)|how would you like to (?:proceed|continue))\b/i;
/** Leaves the choice to the agent, says that there is none yet, or says what to do next. */
const UNDECIDED =
  /^(?:(?:hmm+|well|um+|honestly|sorry)[,. ]+)*(?:i(?:['’]m| am) (?:not sure|unsure|confused)|i (?:don['’]?t|do not|dunno|have no|can['’]?t) ?(?:know|care|mind|understand|remember|idea|clue|tell|say)?(?: yet)?(?=[,.;!—–-]|$| (?:what|which|how|why|if|whether|yet|enough|about|the difference))|(?:dunno|idk|no (?:idea|clue|preference)|not sure|unsure)|(?:you|your) (?:decide|choose|choice|pick|call)|up to you|whatever|whichever|either(?: (?:one|way|is fine))?[.!]?$|none(?: of (?:these|them|those))?[.!]?$|neither[.!]?$|weiß (?:ich )?nicht|ich weiß (?:es )?nicht|keine ahnung|egal|entscheide du|no (?:lo )?sé|ni idea|(?:je ne|j['’]) ?sais pas|não sei|non (?:lo )?so|не знаю|わからない|分からない|不知道|모르)|^(?:(?:the )?next (?:area|step|task|one|item|topic|question|part)|skip (?:it|this)|let['’]?s (?:talk|discuss|chat)|discuss|clarify)\b/iu;
const PROCEDURAL_ANSWER =
  /^(?:yes|no|ok|okay|sure|go ahead|proceed|continue|skip|cancel|stop|later|not now|ja|nein|sí|si|oui|non|sim|não|はい|いいえ|是|否)[.!]?$/i;

/** Whether a question is about how to go on. */
export function isProcedural(question: string): boolean {
  return PROCEDURAL.test(question.slice(0, 300));
}

/** Whether a dialog's answer decides something. Free text may ask back, say "I don't know", or be a pasted log. */
export function decides(answer: string): boolean {
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
