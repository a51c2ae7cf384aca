import { type FactsBody, type FactsTitles, LONGEST } from '#src/facts/facts.ts';
import { planInPrompt } from '#src/transcript/plan-prompt.ts';
import { beginning } from '../clean-line.ts';
import { SLACK } from './moment.ts';
import { promptTitle, subjectTitle } from './title-words.ts';

/** More summaries than these are not kept. They are in front of the records they belong to. */
const MOST_SUMMARIES = 200;
const PLAN =
  /^(?:implementation |project |refactoring |migration |fix )?(?:plan|umsetzungsplan|計画|计划|方案)\s*[:：–—-]\s*/iu;

/** The titles that a transcript has for its session. */
export class Titles {
  #custom = '';
  #host = '';
  readonly #summaries = new Map<string, string>();

  /** The person renamed the session, or took its name away. */
  rename(title: string): void {
    this.#custom = title;
  }

  /** The host found a title. The last one counts. */
  named(title: string): void {
    if (title !== '') this.#host = title;
  }

  /** A summary of the conversation that ends in the record `leaf`, which may be in another transcript. */
  summary(title: string, leaf: string): void {
    if (leaf !== '' && this.#summaries.size < MOST_SUMMARIES) this.#summaries.set(leaf, beginning(title));
  }

  /** `hasRead` tells whether a record is in this transcript. */
  end(
    hasRead: (record: string) => boolean,
    { plans, pullRequests, commits, prompts }: Pick<FactsBody, 'plans' | 'pullRequests' | 'commits' | 'prompts'>,
  ): FactsTitles {
    const summary = [...this.#summaries].findLast(([leaf]) => hasRead(leaf))?.[1] ?? '';
    const titles: Record<keyof FactsTitles, string> = {
      custom: this.#custom,
      plan: (plans[0]?.heading ?? '').replace(PLAN, ''),
      pullRequest: first(pullRequests, ({ title }) => subjectTitle(title)),
      host: this.#host === '' ? summary : this.#host,
      commit: first(commits, ({ subject }) => subjectTitle(subject)),
      prompt: ofPrompts(prompts.map(({ text }) => text)),
    };
    return Object.fromEntries(
      Object.entries(titles).flatMap(([source, title]) => {
        const line = beginning(title, LONGEST.title + SLACK);
        return line === '' ? [] : [[source, line]];
      }),
    );
  }
}

/** If none of these prompts says what the session is about, a later one hardly does. */
const FIRST_PROMPTS = 5;
/** A later prompt such as "fix both" refers to what came before it. */
const LEAST_LATER = 20;

function ofPrompts([opening = '', ...later]: readonly string[]): string {
  // The plan itself is a better title.
  if (planInPrompt(opening) !== null) return '';
  const title = promptTitle(opening);
  if (title !== '') return title;
  return first(later.slice(0, FIRST_PROMPTS - 1), (text) => {
    const found = promptTitle(text);
    return found.length < LEAST_LATER && !/[\u3040-\u9fff\uac00-\ud7af]{5}/.test(found) ? '' : found;
  });
}

function first<T>(items: readonly T[], title: (item: T) => string): string {
  for (const item of items) {
    const found = title(item);
    if (found !== '') return found;
  }
  return '';
}
