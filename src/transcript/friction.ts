/**
 * Ordinary friction: what goes wrong in every session and teaches nothing, such as an edit of a file that was not read, or
 * a failing linter. It is never an event.
 */

import type { ToolCall } from './records.ts';
import { commandOf } from './called.ts';
import { simpleCommands } from './shell-command.ts';

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

/** Whether a failed call is only friction. */
export function isFriction(call: ToolCall, error: string): boolean {
  const command = commandOf(call);
  if (CHECK.test(command.slice(0, 1000))) return true;
  const words = error.slice(0, 600).replace(/^\s*<tool_use_error>\s*/, '');
  // The output of a command is not a message of the host.
  const isHosts = command === '' || error.includes('<tool_use_error>') || !/^(?:Error: )?Exit code /.test(error);
  return isHosts && TOOLS.test(words);
}
