import type { FoundEvent } from '../found-event.ts';
import { isGoAhead } from '../prompt.ts';
import { type AnswerBefore, choiceIn, proposes, withoutNone } from './choices.ts';
import { planInPrompt } from './plan-prompt.ts';
import type { Turn } from './turn.ts';
import { agrees, correctionWords, objectionIn, onlyPraises, promptSentences, rejects } from './yields.ts';

/** What a prompt itself is: a correction, or a choice between what the answer before it offered. */
export function promptEvents(turn: Turn, before: AnswerBefore): { events: FoundEvent[]; isObjection: boolean } {
  const { text, origin } = turn.prompt;
  if (turn.isCorrection) return { events: [], isObjection: true };
  if (turn.isFirst || text.startsWith('/') || planInPrompt(text) !== null) return { events: [], isObjection: false };
  const choice = choiceIn(text, before, origin);
  const chosen = { events: choice === null ? [] : [choice], isObjection: false };
  if (isGoAhead(text)) return chosen;
  const answer = turn.first?.text ?? '';
  const said = promptSentences(text).flatMap(withoutNone).join(' ');
  if (said === '') return chosen;
  const isAgreed = agrees(answer) && !(onlyPraises(answer) && /[?？]\s*$/.test(text));
  const isObjection = objectionIn(text) !== null || (rejects(said) && proposes(before.text));
  if (!isAgreed && !isObjection) return chosen;
  const words = correctionWords(text);
  if (words.text === '') return { events: [], isObjection };
  const recorded = isAgreed && isObjection ? ({ statement: 'correction', reference: '' } as const) : null;
  return { events: [{ tag: 'USER-CORRECTION', ...words, origin, recorded }], isObjection };
}
