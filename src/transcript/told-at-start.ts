/** Which records the briefings at a session's starts showed, by the reminders in its transcript. */
import type { FactsHead } from '#src/format/facts-head.ts';

/** How every reminder begins. */
const REMINDER = 'Session chronicle active at ';
/** A briefing shows some 40 records. */
const MOST = 60;

/** Which records of briefings the agent then named in a command of ours. */
export class ToldAtStart {
  readonly #shown = new Set<string>();
  readonly #used = new Set<string>();

  /** What hooks told the agent at a start or after a compaction. */
  start(contexts: readonly string[]): void {
    for (const context of contexts) {
      const reminder = context.indexOf(REMINDER);
      if (reminder === -1) continue;
      for (const id of shownIds(context.slice(reminder))) if (this.#shown.size < MOST) this.#shown.add(id);
    }
  }

  /** A shell command. */
  command(text: string): void {
    if (this.#shown.size === 0 || !/\bchronicle\s/.test(text)) return;
    for (const id of this.#shown) if (names(text, id)) this.#used.add(id);
  }

  end(): Pick<FactsHead, 'briefing'> {
    return this.#shown.size === 0 ? {} : { briefing: { shown: [...this.#shown], used: [...this.#used] } };
  }
}

/** The ids of observations at the ends of lines in a briefing of ours. */
function shownIds(reminder: string): string[] {
  const [, briefing = ''] = /\n<session-briefing>\n([\s\S]*?)\n<\/session-briefing>/.exec(reminder) ?? [];
  return [...briefing.matchAll(/ \(((?:[\w-]{1,8}#)?o-[0-9a-f]{6}(?:-\d+)?), \d+ tokens\)$/gm)].flatMap(
    ([, id]) => id ?? [],
  );
}

/** Whether a text contains an id as a whole: `o-12ab34` is not part of `o-12ab34-2`. */
function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1))
    if (!/^[0-9a-f]|^-\d/.test(text.slice(at + id.length, at + id.length + 2))) return true;
  return false;
}
