import type { ListedCandidate } from '#src/archive/listed-candidates.ts';
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

/** Refuses (CHRONICLE_NO_TERMINAL) in a Claude Code session: a person has to decide. */
export function requirePerson(world: World): void {
  if (!isInSession(world)) return;
  throw new ChronicleError(
    'CHRONICLE_NO_TERMINAL',
    'Only a person can confirm or drop events, not a Claude Code session. Run chronicle candidates review in a terminal. chronicle candidates list works here. Nothing was changed.',
  );
}

/** Asks a person about a verdict on all of these. Refuses (CHRONICLE_NOT_ASKED) without a terminal. */
export async function agreesToAll(io: Io, candidates: readonly ListedCandidate[], verdict: Verdict): Promise<boolean> {
  const chronicles = new Set(candidates.map(({ session }) => session.path)).size;
  const question = `${WORDS[verdict].ask} ${counted(candidates.length, 'unconfirmed event')} in ${counted(chronicles, 'chronicle')}?`;
  if (!hasPerson(io)) {
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      `${question} Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes. Nothing was changed.`,
    );
  }
  printResult(io, formatCandidates(candidates, io.stdout.columns));
  return io.ask.confirm(question, false);
}

/** Saves a verdict, chronicle by chronicle, and reports it. Returns the exit code: 1 if a chronicle could not be changed. */
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
  const unattended = done.filter(({ session }) => session.chronicle.frontMatter.attended === 'no').length;
  if (verdict === 'confirm' && unattended > 0) say(io, unattendedNote(unattended));
  if (done.length > 0) refreshMemoryIndex(io);
  return faults > 0 ? 1 : 0;
}

function unattendedNote(count: number): string {
  return `Counted separately, as from unattended sessions (claude -p): ${counted(count, 'event')}.`;
}

const WORDS = {
  confirm: { ask: 'Confirm', done: 'confirmed.' },
  drop: { ask: 'Drop', done: 'dropped.' },
} as const;
