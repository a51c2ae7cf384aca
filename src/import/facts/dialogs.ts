/** Reads what a person answered in a dialog: an accepted plan, answered questions. */
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from '#src/transcript/records.ts';

/** The plan that a successful call had accepted; null for other calls. May have several lines. */
export function acceptedPlan({ name, input }: ToolCall, { noted, isError }: ToolResult): string | null {
  if (name !== 'ExitPlanMode' || isError) return null;
  return wordOf(noted.plan) ?? wordOf(input.plan);
}

/** A question with its answer, both as found. */
export interface Answered {
  question: string;
  /** Several chosen answers are joined by commas. */
  answer: string;
}

/** Old versions wrote the answers only into the text for the model. */
const IN_TEXT = /"([^"\n]{1,500})"="([^"\n]{1,500})"/g;
const READ = 10_000;

/** The questions that a person answered in a successful call; none for other calls. */
export function answeredQuestions({ name }: ToolCall, { noted, text, isError }: ToolResult): Answered[] {
  if (name !== 'AskUserQuestion' || isError) return [];
  const answers = Object.entries(fieldsOf(noted.answers));
  const said = answers.map(([question, answer]) => ({ question, answer: answerOf(answer) }));
  const inText = [...text.slice(0, READ).matchAll(IN_TEXT)].map(([, question = '', answer = '']) => ({
    question,
    answer,
  }));
  return (said.length > 0 ? said : inText).filter(({ question, answer }) => question !== '' && answer !== '');
}

function answerOf(answer: unknown): string {
  if (Array.isArray(answer)) return answer.map((one) => wordOf(one) ?? '').join(', ');
  return wordOf(answer) ?? '';
}
