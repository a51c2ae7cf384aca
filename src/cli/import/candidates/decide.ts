import type { Verdict } from '#src/chronicle/edit-candidate.ts';
import { isInSession } from '#src/cli/memory/consent.ts';
import { refreshMemoryIndex } from '#src/cli/memory/refresh.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { hasPerson } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { saveVerdicts } from '#src/node/import/candidates/save-verdicts.ts';
import type { World } from '#src/node/world.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import { formatCandidates } from './format-candidate.ts';
import type { ListedCandidate } from './listed-candidate.ts';

/** Refuses (CHRONICLE_NO_TERMINAL) a Claude Code session: what was a mistake, or a correction, a person knows. */
export function requirePerson(world: World): void {
  if (!isInSession(world)) return;
  throw new ChronicleError(
    'CHRONICLE_NO_TERMINAL',
    'Whether a candidate is an event is for a person to decide, not for a Claude Code session: chronicle candidates review, in a terminal. chronicle candidates list says here what there is. Nothing was written.',
  );
}

/** Whether a person agrees to a verdict about all of these. Refuses (CHRONICLE_NOT_ASKED) where nobody can be asked. */
export async function agreesToAll(io: Io, candidates: readonly ListedCandidate[], verdict: Verdict): Promise<boolean> {
  const chronicles = new Set(candidates.map(({ session }) => session.path)).size;
  const question = `${WORDS[verdict].ask} ${counted(candidates.length, 'candidate')} in ${counted(chronicles, 'chronicle')}?`;
  if (!hasPerson(io)) {
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      `${question} There is nobody to ask: this is no terminal. Run it in one, or say yes with --yes. Nothing was written.`,
    );
  }
  printResult(io, formatCandidates(candidates));
  return io.ask.confirm(question, false);
}

/** Carries a verdict out, chronicle by chronicle, and says what was done. Returns the exit code: 1 if one could not be changed. */
export function decide(io: Io, candidates: readonly ListedCandidate[], verdict: Verdict): number {
  let faults = 0;
  const done: ListedCandidate[] = [];
  for (const [path, ofChronicle] of Map.groupBy(candidates, ({ session }) => session.path)) {
    try {
      saveVerdicts(
        path,
        ofChronicle.map(({ event }) => ({ event, verdict })),
      );
      done.push(...ofChronicle);
    } catch (error) {
      faults++;
      say(io, sentenceOf(error));
    }
  }
  printResult(io, done.map(({ ref }) => `${ref} ${WORDS[verdict].done}`).join('\n'));
  const apart = done.filter(({ session }) => session.chronicle.frontMatter.attended === 'no').length;
  if (verdict === 'confirm' && apart > 0) say(io, countedApart(apart));
  if (done.length > 0) refreshMemoryIndex(io);
  return faults > 0 ? 1 : 0;
}

function countedApart(count: number): string {
  const [these, they] = count === 1 ? ['1 of them is', 'it is'] : [`${count} of them are`, 'they are'];
  return `${these} of sessions that nobody sat in front of (claude -p); ${they} counted apart.`;
}

const WORDS = {
  confirm: { ask: 'Confirm', done: 'confirmed.' },
  drop: { ask: 'Drop', done: 'dropped.' },
} as const;
