import { selectKey } from '@clack/prompts';
import { printable } from '#src/text/printable.ts';

/** One of several answers, and the key that gives it. */
export interface Key<Value> {
  key: string;
  value: Value;
  label: string;
  hint: string;
}

/** What a person in a terminal answers with one key; undefined if they stop with Escape or Ctrl-C. */
export async function chooseByKey<Value>(message: string, keys: readonly Key<Value>[]): Promise<Value | undefined> {
  const options = keys.map(({ key, label, hint }) => ({ value: key, label, hint }));
  const answer = await selectKey<string>({ message: printable(message), options });
  return keys.find(({ key }) => key === answer)?.value;
}
