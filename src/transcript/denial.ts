import type { ToolResult } from './records.ts';

/** The host's words where nobody could be asked, where a rule or its classifier denied the call, or a hook did. */
const DENIED =
  /requires approval|needs approval|^Claude requested permissions? to|haven't granted it|^Permission to use .{1,80} (?:has been )?denied|^Permission for this (?:tool use|action) was denied|while in plan mode|auto mode is unavailable|^Blocked: |^Cancelled: parallel tool call|^Sibling tool call errored|\bPreToolUse:?\S* .{0,40}(?:hook|blocked)|blocked by (?:a )?hook/i;
/** The message of the host is in the first characters. */
const READ = 600;

/** Whether the host never carried out the call. Unlike the output of a command, its own words have no exit code. */
export function isDenied({ text, isError, denialKind }: Pick<ToolResult, 'text' | 'isError' | 'denialKind'>): boolean {
  if (!isError) return false;
  if (denialKind !== null) return true;
  const words = text.slice(0, READ).replace(/^(?:Error: |\s*<tool_use_error>)+/, '');
  return !words.startsWith('Exit code ') && DENIED.test(words);
}
