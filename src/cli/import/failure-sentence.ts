import type { Failure } from '#src/node/import/failures.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';

/** What was left out of a project, and why; the rest of the run was written, whatever the error says of itself. */
export function failureSentence({ directory, sessions, isLedger, error }: Failure, projects: string): string {
  const lost = [
    ...(sessions > 0 ? [counted(sessions, 'session')] : []),
    ...(isLedger ? ['the changes of memory'] : []),
  ];
  const verb = sessions === 1 && !isLedger ? 'was' : 'were';
  const why = sentenceOf(error).replace(/ Nothing was written\.$/, '');
  return `${projects}/${directory}/chronicle: ${lost.join(' and ')} ${verb} left out. ${why}`;
}
