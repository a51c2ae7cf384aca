import { type Briefing, MOST_INDEXED, MOST_QUESTIONS, SHOWN_IN_VAIN } from '../notes/briefing.ts';
import { counted } from '../lib/text/day.ts';
import { grouped } from '../lib/grouped.ts';

/** What a briefing was chosen from. */
interface Known {
  /** The most it may take (estimated tokens). */
  limit: number;
  /** How many observations it could tell: those that nothing supersedes, of attended sessions. */
  observations: number;
  superseded: number;
  /** Observations of unattended sessions. */
  unattended: number;
}

/** What is not in a briefing and why, in sentences; empty if everything is in it. */
export function missingWords({ shown, leftOut, omitted }: Briefing, known: Known): string[] {
  const { observations, questions, unused } = omitted;
  const room = `did not fit into ${grouped(known.limit)} tokens.`;
  const others = leftOut - observations.noRoom - questions.noRoom;
  // The index of a large book does not have its oldest observations.
  const more = Math.max(observations.older, known.observations - shown.length - observations.noRoom);
  const said: [count: number, what: string, why: string][] = [
    [observations.noRoom, 'observation', room],
    [questions.noRoom, 'question', room],
    [others, 'session', room],
    [more, 'more observation', `${are(more)} not listed: the index has at most ${MOST_INDEXED}.`],
    [questions.older, 'more question', `${are(questions.older)} not asked: it asks at most ${MOST_QUESTIONS}.`],
    [
      unused,
      'critical observation',
      `${are(unused)} only in the index: ${SHOWN_IN_VAIN} sessions or more were shown ${unused === 1 ? 'it' : 'each'}, and none used it.`,
    ],
    [known.superseded, 'observation', `${known.superseded === 1 ? 'was' : 'were'} replaced or retired.`],
    [known.unattended, 'observation', `${are(known.unattended)} from unattended sessions.`],
  ];
  return said.flatMap(([count, what, why]) => (count > 0 ? [`${counted(count, what)} ${why}`] : []));
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
