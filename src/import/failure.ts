import { callName, commandOf, failedName, targetOf } from './called.ts';
import { beginning } from './clean-line.ts';
import { causeOf, isAbsence } from './error-line.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import type { ToolCall } from './record.ts';
import { mainCommand } from './shell-command.ts';

/** So many words of an error say enough to be the same error of another program. */
const TELLING = 3;

/** One failure, as it is compared with others. */
export interface Failure {
  name: string;
  /** What failed of the call, as far as the error says: of a chain of commands it is one. */
  program: string;
  /** The command with its arguments: the same for each try. */
  tried: string;
  obstacle: Obstacle | null;
  line: string;
  /** The same for what has the same cause. */
  form: string;
  /** The call and its answer, whole as far as they are kept. */
  same: string;
}

/** What a call that failed with an error says of itself. */
export function failureOf(call: ToolCall, error: string): Failure {
  const { line, form } = causeOf(error);
  const program = failedName(call, line);
  const words = mainCommand(commandOf(call));
  const tried = beginning(`${call.name} ${words.length > 0 ? words.join(' ') : targetOf(call)}`);
  const isTelling = isAbsence(line) || (form.match(/\p{L}{2,}/gu) ?? []).length >= TELLING;
  return {
    name: callName(call),
    program,
    tried,
    obstacle: obstacleOf(error),
    line,
    form: isTelling ? form : `${form === '' ? tried : program}\n${form}`,
    same: beginning(`${targetOf(call)}\n${line}`),
  };
}
