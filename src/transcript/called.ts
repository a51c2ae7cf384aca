import { fieldsOf, type ToolCall, wordOf } from './records.ts';
import { beginning } from './clean-line.ts';
import { commandName, simpleCommands } from './shell-command.ts';

/** The target of a call: its command, file, URL, question, or the first line of its plan. Empty if it has none of these. */
export function targetOf({ input }: ToolCall): string {
  const target =
    wordOf(input.command) ??
    wordOf(input.file_path) ??
    wordOf(input.notebook_path) ??
    wordOf(input.path) ??
    wordOf(input.url) ??
    wordOf(input.query) ??
    wordOf(input.pattern) ??
    wordOf(input.description) ??
    questionOf(input.questions) ??
    wordOf(input.plan)?.trim().split('\n', 1)[0] ??
    '';
  return beginning(target);
}

function questionOf(questions: unknown): string | null {
  return Array.isArray(questions) ? wordOf(fieldsOf(questions[0]).question) : null;
}

/** The shell command of a call; empty for other tools. */
export function commandOf({ name, input }: ToolCall): string {
  return name === 'Bash' || name === 'PowerShell' ? (wordOf(input.command) ?? '') : '';
}

/** The short name of a call: `npm test`, `Edit`. */
export function callName(call: ToolCall): string {
  const command = commandOf(call);
  return (command === '' ? '' : commandName(command)) || call.name || 'a tool';
}

/** What failed in a call: the program that the error line names, or the call itself. */
export function failedName(call: ToolCall, errorLine: string): string {
  const [, named] = /^([\w.+-]{1,60}): /.exec(errorLine) ?? [];
  const commands = named === undefined ? [] : simpleCommands(commandOf(call));
  return commands.some(([program]) => program === named) ? (named ?? '') : callName(call);
}
