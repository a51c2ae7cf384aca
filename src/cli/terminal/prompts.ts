import { printable } from '#src/lib/text/printable.ts';
import type { Ask } from './io.ts';
import { pressedKey } from './pressed-key.ts';

/** Asks in this process's terminal. The prompt library is loaded with the first question. */
export const PROMPTS: Ask = {
  async confirm(message, initialValue) {
    const { confirm } = await import('@clack/prompts');
    return (await confirm({ message, initialValue })) === true;
  },
  async text(message) {
    const { isCancel, text } = await import('@clack/prompts');
    const answer = await text({ message });
    return isCancel(answer) ? undefined : answer;
  },
  async secret(message) {
    const { isCancel, password } = await import('@clack/prompts');
    const answer = await password({ message });
    return isCancel(answer) ? undefined : (answer ?? '');
  },
  async choose(message, options) {
    const { select } = await import('@clack/prompts');
    const answer = await select<string>({ message: printable(message), options });
    return options.find(({ value }) => value === answer)?.value;
  },
  key: pressedKey,
};
