import { say } from '../output.ts';

/** Whether a person in a terminal says yes; where there is none to ask, false with the sentence that says how. */
export async function agrees(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    say('There is nobody to ask: this is no terminal. Run it in one, or say yes with --yes.');
    return false;
  }
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ message: question, initialValue: false })) === true;
}
