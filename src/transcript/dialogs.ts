/** Plans that a person accepted, and questions that a person answered in a dialog. */
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './records.ts';

/** The plan that a successful call had accepted; null for other calls. May have several lines. */
export function acceptedPlan({ name, input }: ToolCall, { noted, isError }: ToolResult): string | null {
  if (name !== 'ExitPlanMode' || isError) return null;
  return wordOf(noted.plan) ?? wordOf(input.plan);
}

/** The first heading of a plan, or its first line, without marks. */
export function planHeading(plan: string): string {
  const lines = plan.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  const heading = lines.find((line) => /^#{1,6}\s/.test(line)) ?? lines[0] ?? '';
  return heading.replace(/^[\s#>*_-]+/, '').replace(/[\s#*_]+$/, '');
}

const IMPLEMENTS = /^\s*Implement the following plan:\s*\n/i;

/** The plan in the prompt that the host writes when a plan is accepted in a fresh session; null for other prompts. */
export function planInPrompt(prompt: string): string | null {
  const [begin] = IMPLEMENTS.exec(prompt.slice(0, 200)) ?? [];
  return begin === undefined ? null : prompt.slice(begin.length);
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
  const said = Object.entries(fieldsOf(noted.answers)).map(([question, answer]) => ({
    question,
    answer: Array.isArray(answer) ? answer.map((one) => wordOf(one) ?? '').join(', ') : (wordOf(answer) ?? ''),
  }));
  const inText = [...text.slice(0, READ).matchAll(IN_TEXT)].map(([, question = '', answer = '']) => ({
    question,
    answer,
  }));
  return (said.length > 0 ? said : inText).filter(({ question, answer }) => question !== '' && answer !== '');
}
