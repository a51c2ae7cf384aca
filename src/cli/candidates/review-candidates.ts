import type { Verdict } from '../../chronicle/edit-candidate.ts';
import { wordCleaner } from '../../node/backfill/safe-words.ts';
import { evidenceOf } from '../../node/candidates/evidence.ts';
import { saveVerdicts } from '../../node/candidates/save-verdicts.ts';
import { sentenceOf } from '../../node/chronicle-error.ts';
import { layoutIn, type World } from '../../node/world.ts';
import { choose, type Option } from '../memory/choose.ts';
import { say } from '../output.ts';
import { printResult } from '../result.ts';
import { formatAsked } from './format-candidate.ts';
import type { ListedCandidate } from './listed-candidate.ts';

export interface Reviewed {
  confirmed: number;
  dropped: number;
}

/** Asks a person in a terminal about each candidate. Each verdict is carried out at once, so it stands when they stop. */
export async function reviewCandidates(world: World, candidates: readonly ListedCandidate[]): Promise<Reviewed> {
  const reviewed: Reviewed = { confirmed: 0, dropped: 0 };
  const clean = await wordCleaner();
  for (const [i, candidate] of candidates.entries()) {
    const found = await evidence(world, candidate);
    const safe = await clean(found ?? []);
    printResult(`\n${formatAsked(candidate, found?.map(safe) ?? null, `${i + 1} of ${candidates.length}`)}`);
    const answer = await choose<Verdict | 'later'>(`Is this ${candidate.event.tag}?`, OPTIONS);
    if (answer === undefined) return reviewed;
    if (answer === 'later' || !save(candidate, answer)) continue;
    if (answer === 'confirm') reviewed.confirmed++;
    else reviewed.dropped++;
  }
  return reviewed;
}

const OPTIONS: Option<Verdict | 'later'>[] = [
  { value: 'later', label: 'Later', hint: 'stays a candidate; Escape stops' },
  { value: 'confirm', label: 'Confirm', hint: 'an event like any other from then on' },
  { value: 'drop', label: 'Drop', hint: 'its lines leave the chronicle' },
];

/** A transcript that cannot be read keeps nobody from deciding. */
async function evidence(world: World, { event }: ListedCandidate): Promise<string[] | null> {
  try {
    return await evidenceOf(layoutIn(world), event);
  } catch (error) {
    say(sentenceOf(error));
    return null;
  }
}

function save({ session, event }: ListedCandidate, verdict: Verdict): boolean {
  try {
    saveVerdicts(session.path, [{ event, verdict }]);
    return true;
  } catch (error) {
    say(sentenceOf(error));
    return false;
  }
}
