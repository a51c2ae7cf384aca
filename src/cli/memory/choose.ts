import { select } from '@clack/prompts';
import { printable } from '#src/text/printable.ts';

export interface Option<Value> {
  value: Value;
  label: string;
  hint?: string;
}

/** What a person in a terminal chooses; undefined if they stop with Escape or Ctrl-C. */
export async function choose<Value extends string>(
  message: string,
  options: Option<Value>[],
): Promise<Value | undefined> {
  const answer = await select<string>({ message: printable(message), options });
  return options.find(({ value }) => value === answer)?.value;
}
