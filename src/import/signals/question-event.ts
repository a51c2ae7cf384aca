import type { FoundEvent, Origin } from '../found-event.ts';
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
const PROCEDURAL_ANSWER =
  /^(?:yes|no|ok|okay|sure|go ahead|proceed|continue|skip|cancel|stop|later|not now|ja|nein|sí|si|oui|non|sim|não|はい|いいえ|是|否)[.!]?$/i;

/** Whether a question is about how to go on. */
export function isProcedural(question: string): boolean {
  return PROCEDURAL.test(question.slice(0, 300));
}

/** An answered question is a decision: the chosen answer, with its question. Null for questions about how to go on. */
export function questionEvent({ question, answer }: AnsweredQuestion, origin: Origin): FoundEvent | null {
  const asked = plain(question);
  const chosen = plain(answer)
    .replace(/\s*\((?:recommended|empfohlen|recomendado|recommandé|推奨|推荐)\)/gi, '')
    .replace(/^["'“]|["'”]$/g, '');
  if (asked === '' || chosen === '' || isProcedural(asked) || /^\[/.test(chosen)) return null;
  const both = `${asked} ${chosen}`;
  // A bare yes says nothing without its question, and a short answer little.
  const isBare = PROCEDURAL_ANSWER.test(chosen) || chosen.length < 3;
  const isShort = both.length <= LONGEST;
  const { text, full } = headline(isBare || isShort ? both : chosen);
  const details = [full, isBare || isShort ? '' : asked].filter((detail) => detail !== '');
  return { tag: 'DECISION', text, details, origin, recorded: { statement: 'question', reference: '' } };
}
