import { type FactsBody, LONGEST } from '#src/facts/facts.ts';
import type { ToolCall, ToolResult } from '#src/transcript/records.ts';
import { isRefusal, reasonOf } from '#src/transcript/refusals.ts';
import { beginning, beginningLines } from '../clean-line.ts';
import { acceptedPlan, answeredQuestions } from './dialogs.ts';
import { type Moment, SLACK, timeText } from './moment.ts';

const MOST = { plans: 30, questions: 300 };
const ASKS_PLAN = 'ExitPlanMode';

/** Plans and questions, and what the person said to them. */
export class Agreements {
  readonly #plans: FactsBody['plans'] = [];
  readonly #questions: FactsBody['questions'] = [];
  #refusedPlans = 0;

  /** The result of a call. */
  add(call: ToolCall, result: ToolResult, moment: Omit<Moment, 'record'>): void {
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
  plan(plan: string, { at, prompt }: Omit<Moment, 'record'>): void {
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
