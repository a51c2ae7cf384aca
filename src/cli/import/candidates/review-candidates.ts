import type { Verdict } from '#src/chronicle/edit-candidate.ts';
import type { Io, Key } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { evidenceOf } from '#src/node/import/candidates/evidence.ts';
import { saveVerdicts } from '#src/node/import/candidates/save-verdicts.ts';
import { wordCleaner } from '#src/node/import/safe-words.ts';
import { layoutIn } from '#src/node/world.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { formatAsked } from './format-candidate.ts';
import type { ListedCandidate } from './listed-candidate.ts';

export interface Reviewed {
  confirmed: number;
  dropped: number;
}

/** Asks a person in a terminal about each candidate. Each verdict is carried out at once, so it stands when they stop. */
export async function reviewCandidates(io: Io, candidates: readonly ListedCandidate[]): Promise<Reviewed> {
  const clean = await wordCleaner();
  let confirmed = 0;
  const dropped = new Set<ListedCandidate>();
  for (const [i, candidate] of candidates.entries()) {
    if (dropped.has(candidate)) continue;
    const alike = candidates.slice(i).filter((other) => isAlike(other, candidate));
    const found = evidence(io, candidate);
    const safe = await clean(found ?? []);
    printResult(io, `\n${formatAsked(candidate, found?.map(safe) ?? null, `${i + 1} of ${candidates.length}`)}`);
    const answer = await io.ask.chooseByKey(`Is this ${candidate.event.tag}?`, keysFor(alike.length));
    if (answer === undefined || answer === 'quit') break;
    if (answer === 'drop all') {
      for (const each of alike) if (save(io, each, 'drop')) dropped.add(each);
      continue;
    }
    if (answer === 'skip' || !save(io, candidate, answer)) continue;
    if (answer === 'confirm') confirmed++;
    else dropped.add(candidate);
  }
  return { confirmed, dropped: dropped.size };
}

type Answer = Verdict | 'drop all' | 'skip' | 'quit';

function isAlike({ event }: ListedCandidate, { event: other }: ListedCandidate): boolean {
  return event.tag === other.tag && event.text === other.text;
}

function keysFor(alike: number): Key<Answer>[] {
  const all = {
    key: 'a',
    value: 'drop all',
    label: `Drop all ${alike} worded alike`,
    hint: 'of all that are asked about',
  };
  return KEYS.flatMap((each) => (each.value === 'drop' && alike > 1 ? [each, all as Key<Answer>] : [each]));
}

const KEYS: readonly Key<Answer>[] = [
  { key: 'c', value: 'confirm', label: 'Confirm', hint: 'an event like any other from then on' },
  { key: 'd', value: 'drop', label: 'Drop', hint: 'its lines leave the chronicle' },
  { key: 's', value: 'skip', label: 'Skip', hint: 'stays a candidate' },
  { key: 'q', value: 'quit', label: 'Quit', hint: 'as Escape does; what is decided stands' },
];

/** A transcript that cannot be read keeps nobody from deciding. */
function evidence(io: Io, { event }: ListedCandidate): string[] | null {
  try {
    return evidenceOf(layoutIn(io.world), event);
  } catch (error) {
    say(io, sentenceOf(error));
    return null;
  }
}

function save(io: Io, { session, event }: ListedCandidate, verdict: Verdict): boolean {
  try {
    saveVerdicts(session.path, [{ event, verdict }]);
    return true;
  } catch (error) {
    say(io, sentenceOf(error));
    return false;
  }
}
