import { sentenceOf } from '../lib/chronicle-error.ts';
import { line, red, type Text } from './terminal/text.ts';

/** An error as it is printed: what failed in red; what to do about it follows as usual. */
export function errorText(error: unknown): Text {
  const [failure = '', advice = ''] = sentenceOf(error).split(/(?<=[.?])(?= )(.*)/s);
  return line`${red(failure)}${advice}`;
}
