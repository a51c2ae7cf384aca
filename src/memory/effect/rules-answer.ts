import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { LEAST_MISSED, LEAST_SESSIONS, MOST_CHANCE, percent } from './memory-effect.ts';
import type { MemoryStanding } from './memory-standing.ts';
import { binomialTail } from './rate-ratio.ts';

/** What the Memory page asks. Wherever it is asked, the answer is the same. */
export const RULES_QUESTION = 'Does writing it down help?';

/** Whether the rules of an archive make mistakes rarer. */
export interface RulesAnswer {
  verdict: 'yes' | 'no' | 'not known yet';
  /** One sentence that begins with the verdict: `Not known yet: 1 of 11 rules …`. */
  says: string;
}

type Given = Pick<MemoryStanding, 'exists' | 'sessions' | 'missed'> & {
  effect: Pick<MemoryStanding['effect'], 'verdict' | 'chance'>;
};

/**
 * The answer from the verdicts on all rules, also deleted ones: leaving out rules that failed would flatter the rest.
 *
 * A rule without effect is called a help in at most 5 % of cases, and only if it can be compared at all. So of 20 such rules
 * one is called that by luck. The answer is yes only if luck alone would find this many among those compared in at most 5 %
 * of archives; it is no if none helped and most of them did not.
 */
export function rulesAnswer(standings: readonly Given[]): RulesAnswer {
  const rules = standings.filter(({ exists }) => exists).length;
  const deleted = standings.length - rules;
  if (standings.length === 0) return notKnown('no rule has been written.');
  const all = `${counted(rules, 'rule')}${deleted === 0 ? '' : ` and ${grouped(deleted)} deleted`}`;
  const compared = standings.filter(isCompared);
  const of = compared.length;
  if (of === 0) {
    return notKnown(
      `of ${all}, none can be compared yet, which takes ${LEAST_MISSED} sessions with the mistake before it was written and ${LEAST_SESSIONS} sessions since.`,
    );
  }
  const helped = compared.filter(({ effect }) => effect.verdict === 'helped').length;
  const failed = compared.filter(({ effect }) => effect.verdict === 'did not help').length;
  const have = of === 1 ? 'has' : 'have';
  const enough = `${grouped(of)} ${have} enough misses and sessions to compare`;
  if (helped === 0) {
    if (failed >= LEAST_FAILED && failed > of / 2) {
      return {
        verdict: 'no',
        says: `No, not so far: of ${all}, ${enough}, ${grouped(failed)} of these did not help, and none made its mistake clearly rarer.`,
      };
    }
    const none = of === 1 ? 'it did not make its mistake' : 'none of these made its mistake';
    return notKnown(`of ${all}, only ${enough}, and ${none} clearly rarer.`);
  }
  const luck = binomialTail(of, helped, MOST_CHANCE);
  const rarer = `${grouped(helped)} made ${helped === 1 ? 'its mistake' : 'their mistakes'} clearly rarer`;
  if (luck <= MOST_CHANCE) {
    const others = failed === 0 ? '' : `, while ${grouped(failed)} did not help`;
    return { verdict: 'yes', says: `Yes: of ${all}, ${enough}, and ${rarer}${others}.` };
  }
  const many = `${helped === 1 ? 'one' : grouped(helped)} or more`;
  return notKnown(
    `of ${all}, only ${enough}, and ${rarer}; even if no rule helped, luck would show ${many} in ${percent(luck)} of cases.`,
  );
}

/** One rule that did not help says nothing about rules. */
const LEAST_FAILED = 2;

/** Whether a rule can be called a help at all. It depends on nothing that happened since the rule was written but on time. */
function isCompared({ sessions, missed, effect }: Given): boolean {
  return effect.chance !== null && missed.before >= LEAST_MISSED && sessions.since >= LEAST_SESSIONS;
}

function notKnown(why: string): RulesAnswer {
  return { verdict: 'not known yet', says: `Not known yet: ${why}` };
}
