import { readLastLines } from '../store/read-end.ts';

/** What a session writes between a question and the command it was about is far less (bytes). */
const TAIL = 1024 * 1024;

/** Whether Claude Code's transcript says how a tool call ended; false where it cannot be read. */
export function hasOutcome(transcript: string, call: string): boolean {
  return (readLastLines(transcript, TAIL) ?? []).some((line) => line.includes(call) && isOutcome(line, call));
}

function isOutcome(line: string, call: string): boolean {
  try {
    const content: unknown = JSON.parse(line)?.message?.content;
    return (
      Array.isArray(content) && content.some((block) => block?.type === 'tool_result' && block?.tool_use_id === call)
    );
  } catch {
    // The line that is being written.
    return false;
  }
}
