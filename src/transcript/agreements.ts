/** Plans and questions of a session, and what the person said to them in a dialog. */
import { type FactsBody, LONGEST } from './facts.ts';
import { beginning, beginningLines } from './clean-line.ts';
import { SLACK, timeText, type When } from './moments.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './records.ts';
import { isRefusal, reasonOf } from './refusals.ts';

const MOST = { plans: 30, questions: 300 };
const ASKS_PLAN = 'ExitPlanMode';

/** Plans and questions, and what the person said to them. */
export class Agreements {
  readonly #plans: FactsBody['plans'] = [];
  readonly #questions: FactsBody['questions'] = [];
  #refusedPlans = 0;

  /** The result of a call. */
  add(call: ToolCall, result: ToolResult, moment: When): void {
    if (call.name === ASKS_PLAN && isRefusal(result) && reasonOf(result) === '') this.#refusedPlans++;
    const plan = acceptedPlan(call, result);
    if (plan !== null) this.plan(plan, moment);
    for (const { question, answer } of answeredQuestions(call, result))
      if (this.#questions.length < MOST.questions)
        this.#questions.push({
          question: beginning(question, LONGEST.line + SLACK),
          answer: beginning(answer, LONGEST.line + SLACK),
          at: timeText(moment.at),
          prompt: moment.prompt,
        });
  }

  /** A plan that the person accepted. The same text twice is one plan. */
  plan(plan: string, { at, prompt }: When): void {
    const text = beginningLines(plan, LONGEST.plan + SLACK);
    if (text === '' || this.#plans.length >= MOST.plans || this.#plans.some((known) => known.text === text)) return;
    this.#plans.push({ heading: headingOf(text), text, at: timeText(at), prompt });
  }

  end(): Pick<FactsBody, 'plans' | 'questions' | 'refusedPlans'> {
    return { plans: this.#plans, questions: this.#questions, refusedPlans: this.#refusedPlans };
  }
}

/** The first heading of a plan, or its first line, without marks. */
function headingOf(plan: string): string {
  const lines = plan.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  const heading = lines.find((line) => /^#{1,6}\s/.test(line)) ?? lines[0] ?? '';
  return beginning(heading.replace(/^[\s#>*_-]+/, '').replace(/[\s#*_]+$/, ''), LONGEST.title + SLACK);
}

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

const IMPLEMENTS = /^\s*Implement the following plan:\s*\n/i;

/** The plan in the prompt that the host writes when a plan is accepted in a fresh session; null for other prompts. */
export function planInPrompt(prompt: string): string | null {
  const [begin] = IMPLEMENTS.exec(prompt.slice(0, 200)) ?? [];
  return begin === undefined ? null : prompt.slice(begin.length);
}
