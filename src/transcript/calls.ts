/** Calls of tools: what they are called, what they changed, and what became of them. */
import { beginning } from './clean-line.ts';
import { fieldsOf, textOf, type ToolCall, type ToolResult, wordOf } from './records.ts';
import { commandName, mainCommand, simpleCommands } from './shell.ts';

/** Tools that change one file. */
export const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;
const TARGETS = ['command', 'file_path', 'notebook_path', 'path', 'url', 'query', 'pattern', 'description'];

/** The target of a call: its command, file, URL, question, or the first line of its plan. Empty if it has none of these. */
export function targetOf({ input }: ToolCall): string {
  const target = TARGETS.map((key) => wordOf(input[key])).find((word) => word !== null);
  const question = Array.isArray(input.questions) ? wordOf(fieldsOf(input.questions[0]).question) : null;
  return beginning(target ?? question ?? wordOf(input.plan)?.trim().split('\n', 1)[0] ?? '');
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
  const isProgram = named !== undefined && simpleCommands(commandOf(call)).some(([program]) => program === named);
  return isProgram ? named : callName(call);
}

// What became of them

const REFUSED =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed|take)|The user (?:rejected|declined|denied)|User rejected|\[Request interrupted by user for tool use\])/;
const REASON = /(?:the user said:|The user provided the following (?:reason|feedback)[^:\n]{0,60}:)\s*([\s\S]+)$/;
const NOTE = /\n\s*\n?Note: The user's next message may contain[\s\S]*$/;
/** What the host writes in the place of a reason. */
const HOSTS_REASON = /^The user wants to clarify|^Implement the following plan:|^\(no reason|^No reason/i;
/** The host's words where nobody could be asked, where a rule or its classifier denied the call, or a hook did. */
const DENIED =
  /requires approval|needs approval|^Claude requested permissions? to|haven't granted it|^Permission to use .{1,80} (?:has been )?denied|^Permission for this (?:tool use|action) was denied|while in plan mode|auto mode is unavailable|^Blocked: |^Cancelled: parallel tool call|^Sibling tool call errored|\bPreToolUse:?\S* .{0,40}(?:hook|blocked)|blocked by (?:a )?hook/i;
/** The message of the host is in the first characters. */
const READ = 600;
const READ_REASON = 8000;

/** Whether a person refused the call. The host marks its own refusals the same way, so the message decides. */
export function isRefusal({ text, isError }: ToolResult): boolean {
  return isError && REFUSED.test(text);
}

/** What the person said with a refusal; empty if nothing. */
export function reasonOf({ text }: ToolResult): string {
  const said = beginning((REASON.exec(text.slice(0, READ_REASON))?.[1] ?? '').replace(NOTE, ''));
  return isHostsReason(said) ? '' : said;
}

/** Whether words stand where a person's reason would, and are the host's. */
export function isHostsReason(words: string): boolean {
  return HOSTS_REASON.test(words);
}

/** Whether the host never carried out the call. Unlike the output of a command, its own words have no exit code. */
export function isDenied({ text, isError, denialKind }: Pick<ToolResult, 'text' | 'isError' | 'denialKind'>): boolean {
  if (!isError) return false;
  if (denialKind !== null) return true;
  const words = text.slice(0, READ).replace(/^(?:Error: |\s*<tool_use_error>)+/, '');
  return !words.startsWith('Exit code ') && DENIED.test(words);
}

/** Errors of the host's own tools: a cancelled call, an edit that does not fit, a malformed call, a hook's veto. */
const TOOLS =
  /Cancelled: parallel tool call|Sibling tool call errored|^Cancelled by user|File has not been read yet|must (?:use|be) .{0,20}Read.{0,20} (?:tool )?(?:at least once|first)|String to replace not found|Found \d+ matches of the string to replace|old_string .{0,40}not found|has been (?:unexpectedly )?modified (?:since|either)|File has been modified|No changes to make|old_string and new_string are exactly the same|InputValidationError|No such tool available|required parameter .{0,60}missing|unexpected parameter|^(?:Error: )?(?:(?:File|Path|Directory) does not exist|EISDIR|Blocked: )|exceeds? (?:the )?maximum (?:allowed )?(?:tokens|size)|file content .{0,30}exceeds|\bhook (?:blocking |non-blocking )?error\b|(?:Pre|Post)ToolUse:?\S* .{0,40}(?:hook|blocked)|blocked by (?:a )?hook/i;
/** A linter, formatter or type check. */
const CHECK =
  /(?:^|[\s/;&|])(?:eslint|biome|prettier|tsc|vue-tsc|mypy|pyright|ruff|flake8|pylint|black|isort|clippy|rustfmt|gofmt|golangci-lint|shellcheck|stylelint|markdownlint|knip|publint|rubocop|phpstan|ktlint|checkstyle|hadolint|yamllint)(?=$|[\s;&|])|\b(?:run|yarn|pnpm|make|just|cargo) (?:-\w+ )*(?:lint|check|types?|typecheck|type-check|format|fmt)\b|\bcheck:\w+|\bastro check\b|\bgo vet\b/i;
/** Programs that answer no with exit code 1 and no output. */
const ANSWERING = /^(?:e|f|z|p)?grep$|^(?:rg|ag|ack|diff|cmp|test|\[|\[\[|which)$/;

/** Whether a failed call only answered no: a search without a match, a comparison, a condition. */
export function isAnswer(call: ToolCall, error: string): boolean {
  if (!/^(?:Error: )?Exit code 1\s*$/.test(error)) return false;
  const [program = '', verb = ''] = simpleCommands(commandOf(call)).at(-1) ?? [];
  return ANSWERING.test(program) || (program === 'git' && /^(?:diff|grep)$/.test(verb));
}

/**
 * Whether a failed call is ordinary friction: what goes wrong in every session and teaches nothing, such as an edit of a file
 * that was not read, or a failing linter. It is never an event.
 */
export function isFriction(call: ToolCall, error: string): boolean {
  const command = commandOf(call);
  if (CHECK.test(command.slice(0, 1000))) return true;
  const words = error.slice(0, READ).replace(/^\s*<tool_use_error>\s*/, '');
  // The output of a command is not a message of the host.
  const isHosts = command === '' || error.includes('<tool_use_error>') || !/^(?:Error: )?Exit code /.test(error);
  return isHosts && TOOLS.test(words);
}

/** Whether what failed is a command of ours: that is no part of the work. Its message tells, also behind another command. */
export function isOwnFailure(call: ToolCall, error: string): boolean {
  const [program = ''] = mainCommand(commandOf(call));
  return /(?:^|[\\/])chronicle$/.test(program) || /^session-chronicle: /m.test(error.slice(0, 2000));
}

// What they changed

const READ_CHANGE = 8000;
const MOST_LINES = 6;
const LONGEST_LINE = 160;

/** The change that a call made to a file: its path, and a few lines as a diff shows them. Null for other calls. */
export function shownChange({ name, input }: ToolCall, { noted }: ToolResult): { path: string; lines: string } | null {
  const path = wordOf(input.file_path);
  if (path === null) return null;
  if (name === 'Write') return { path, lines: shownLines(noted.originalFile, input.content) };
  if (name === 'Edit') return { path, lines: shownLines(input.old_string, input.new_string) };
  if (name !== 'MultiEdit' || !Array.isArray(input.edits)) return null;
  const { old_string: before, new_string: after } = fieldsOf(input.edits[0]);
  return { path, lines: shownLines(before, after) };
}

function shownLines(before: unknown, after: unknown): string {
  const [old, now] = [before, after].map((text) => linesIn(textOf(text).slice(0, READ_CHANGE))) as [string[], string[]];
  const { start, end } = sharedLines(old, now);
  const marked = (mark: string, lines: readonly string[]) =>
    lines
      .slice(start, lines.length - end)
      .filter((line) => line.trim() !== '')
      .slice(0, MOST_LINES)
      .map((line) => `${mark}${line.slice(0, LONGEST_LINE)}`);
  return [...marked('-', old), ...marked('+', now)].join('\n');
}

/** How many equal lines two texts have at their beginnings and ends. */
export function sharedLines(before: readonly string[], after: readonly string[]): { start: number; end: number } {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { start, end };
}

function linesIn(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
