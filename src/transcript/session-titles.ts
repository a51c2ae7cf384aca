/** The titles that the host and the person gave a session. */
import { type FactsTitles, LONGEST } from './facts.ts';
import { beginning } from './clean-line.ts';
import { SLACK } from './moments.ts';
import { titlesIn } from './titles.ts';

/** More summaries than these are not kept. They are in front of the records they belong to. */
const MOST_SUMMARIES = 200;

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
  end(hasRead: (record: string) => boolean, facts: Parameters<typeof titlesIn>[0]): FactsTitles {
    const summary = [...this.#summaries].findLast(([leaf]) => hasRead(leaf))?.[1] ?? '';
    const host = this.#host === '' ? summary : this.#host;
    const titles: Record<keyof FactsTitles, string> = { custom: this.#custom, host, ...titlesIn(facts) };
    return Object.fromEntries(
      Object.entries(titles).flatMap(([source, title]) => {
        const line = beginning(title, LONGEST.title + SLACK);
        return line === '' ? [] : [[source, line]];
      }),
    );
  }
}
