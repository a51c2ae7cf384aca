import { falling, seeded, weighted } from './random.ts';
import { WORDS } from './words.ts';

/** A mistake that generated sessions repeat, each time in one of its wordings. */
export interface Mistake {
  wordings: readonly [string, string, string];
  /** The memory against it: `feedback_<slug>.md`. */
  file: string;
  /** Whether the history knows that memory. */
  isRemembered: boolean;
}

/** `--mistakes 4000` for an archive with a history of some thousand rows. */
const ASKED = process.argv.indexOf('--mistakes');
const COUNT = ASKED === -1 ? 600 : Number(process.argv[ASKED + 1]);

const FORMS: ((a: string, b: string, c: string) => Mistake['wordings'])[] = [
  (a, b, c) => [
    `Forgot the ${c} of the ${a} ${b}, nothing on file`,
    `The ${a} ${b} went out without its ${c} again`,
    `No ${c} for the ${a} ${b}; should have remembered`,
  ],
  (a, b, c) => [
    `Wrote the ${a} by hand although ${b} makes it from the ${c}`,
    `Hand-written ${a} once more, the ${c} is there for ${b}`,
    `Did not let ${b} make the ${a} out of the ${c}`,
  ],
  (a, b, c) => [
    `Committed the ${a} before the ${b} of the ${c} had run`,
    `Pushed ${a} changes and never ran ${b} on the ${c}`,
    `Third time: ${c} ${b} was not run before committing the ${a}`,
  ],
  (a, b, c) => [
    `Used ${a} where the ${b} rule asks for ${c}`,
    `${b} with ${a} again, not with ${c}`,
    `Still putting ${a} into the ${b}; ${c} is what the project uses`,
  ],
  (a, b, c) => [
    `Changed the ${a} ${b} in place, and the ${c} was lost`,
    `Lost a ${c}: the ${a} ${b} is append-only, no memory said so`,
    `Edited ${a} ${b} entries that the ${c} depends on`,
  ],
  (a, b, c) => [
    `Tried the ${a} on the shared ${b} instead of the ${c}`,
    `Shared ${b} again: the ${a} belongs on the ${c} first`,
    `Ran the ${a} against everybody's ${b} and skipped the ${c}`,
  ],
];

/** The mistakes of the generated archive, the same at every run. */
export const MISTAKES: readonly Mistake[] = mistakes();

/** A few are frequent, most are rare: the first one time in fourteen, the last about once in 2,000. */
export const drawMistake = weighted(MISTAKES, falling(0.8));

function mistakes(): Mistake[] {
  const random = seeded(COUNT);
  const drawWord = weighted(
    WORDS.filter((word) => word.length > 3),
    () => 1,
  );
  return Array.from({ length: COUNT }, (_, i) => {
    const words = [drawWord(random), drawWord(random), drawWord(random)] as const;
    return {
      wordings: FORMS[i % FORMS.length]?.(...words) ?? ['', '', ''],
      file: `feedback_${words.join('_')}.md`,
      isRemembered: i % 2 === 0,
    };
  });
}
