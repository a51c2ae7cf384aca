/**
 * Ordinary friction: what goes wrong in every session and teaches nothing, such as an edit of a file that was not read, or
 * a failing linter. It is counted by kind and is never an event.
 */
import { commandOf } from './called.ts';
import type { ToolCall } from './record.ts';
import { simpleCommands } from './shell-command.ts';

/** The kinds that are only counted: friction, failures that did not repeat, and refusals without an explanation. */
export type FrictionKind =
  | (typeof TOOLS)[number][0]
  | typeof CHECKED
  | 'failure that did not repeat'
  | 'refused or stopped without a word';

/** Errors of the host's own tools, by their messages. */
const TOOLS = [
  ['call cancelled beside another one', /Cancelled: parallel tool call|Sibling tool call errored|^Cancelled by user/i],
  [
    'edit of a file that was not read',
    /File has not been read yet|must (?:use|be) .{0,20}Read.{0,20} (?:tool )?(?:at least once|first)/i,
  ],
  [
    'text to replace not found',
    /String to replace not found|Found \d+ matches of the string to replace|old_string .{0,40}not found/i,
  ],
  ['file changed since it was read', /has been (?:unexpectedly )?modified (?:since|either)|File has been modified/i],
  ['nothing to change', /No changes to make|old_string and new_string are exactly the same/i],
  [
    'call of a wrong form',
    /InputValidationError|No such tool available|required parameter .{0,60}missing|unexpected parameter/i,
  ],
  ['file not found', /^(?:Error: )?(?:File does not exist|Path does not exist|Directory does not exist|EISDIR)/i],
  ['too much to read', /exceeds? (?:the )?maximum (?:allowed )?(?:tokens|size)|file content .{0,30}exceeds/i],
  [
    'held up by a hook',
    /\bhook (?:blocking |non-blocking )?error\b|(?:Pre|Post)ToolUse:?\S* .{0,40}(?:hook|blocked)|blocked by (?:a )?hook/i,
  ],
  ['held up by the host', /^(?:Error: )?Blocked: /],
] as const satisfies readonly (readonly [kind: string, words: RegExp])[];

/** The kind of any failing linter, formatter or type check. */
export const CHECKED = 'lint, format or types';
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

/** The friction kind of a failed call; null if it is a real failure. */
export function frictionOf(call: ToolCall, error: string): FrictionKind | null {
  const command = commandOf(call);
  if (CHECK.test(command.slice(0, 1000))) return CHECKED;
  const words = error.slice(0, 600).replace(/^\s*<tool_use_error>\s*/, '');
  // The output of a command is not a message of the host.
  const known = command === '' || error.includes('<tool_use_error>') || !/^(?:Error: )?Exit code /.test(error);
  return known ? (TOOLS.find(([, pattern]) => pattern.test(words))?.[0] ?? null) : null;
}
