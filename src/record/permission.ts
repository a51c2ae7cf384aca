/**
 * Which shell commands of the agent run without a prompt: exactly one `chronicle` command, with at
 * most one quoted heredoc and nothing else.
 *
 *     chronicle log ERROR <<'EOF'
 *     any text at all: $(), `…`, "quotes"
 *     EOF
 *
 * The host also asks about commands it cannot take apart, whatever they are, and runs a whole
 * command on our word; so everything that is not plainly this form gets no answer.
 */
import { plainWords } from './plain-command.ts';

const COMMANDS = new Set(['log', 'summary', 'tags', 'search', 'show']);
/** Of a group, these: the host asks about JSON in a heredoc, whatever is allowed, as it looks like a brace expansion. */
const IN_GROUP = new Map([
  ['memory', 'propose'],
  ['retro', 'narrative'],
]);
const WRITERS = new Set(['log', 'summary', ...IN_GROUP.keys()]);

/** Whether this command of the session `sessionId` may run without asking. Writing to another session is asked about. */
export function isAllowedCommand(command: string, sessionId: string): boolean {
  const words = plainWords(command);
  return words !== null && isChronicle(words, sessionId);
}

function isChronicle([program, command, ...words]: string[], sessionId: string): boolean {
  if (program !== 'chronicle' || command === undefined) return false;
  if (!COMMANDS.has(command) && (words[0] === undefined || IN_GROUP.get(command) !== words[0])) return false;
  return !WRITERS.has(command) || namesNoOther(words, sessionId);
}

/** Whether `--session`, if it is given, names this session. */
function namesNoOther(words: string[], sessionId: string): boolean {
  const plain = words.map((word) => word.replace(/['"]/g, ''));
  return plain.every((word, i) => {
    if (word === '--session') return plain[i + 1] === sessionId;
    return !word.startsWith('--session') || word === `--session=${sessionId}`;
  });
}
