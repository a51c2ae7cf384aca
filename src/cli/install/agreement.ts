import { say } from '../output.ts';

/** Whether a person sits at this command. */
export function isTerminal(): boolean {
  return Boolean(process.stdin.isTTY && process.stdout.isTTY);
}

/**
 * Whether a person agrees to what has been shown to them; with `word`, by typing it. Where there is nobody to ask, it says
 * which flag agrees.
 */
export async function agrees(question: string, word?: string): Promise<boolean> {
  if (!isTerminal()) {
    say('There is nobody to ask: this is no terminal. --yes does what is shown. Nothing was written.');
    return false;
  }
  const { confirm, text } = await import('@clack/prompts');
  const isAgreed =
    word === undefined
      ? (await confirm({ message: question, initialValue: true })) === true
      : (await text({ message: `${question} Type ${word} to do it.` })) === word;
  if (!isAgreed) say('Nothing was written.');
  return isAgreed;
}
