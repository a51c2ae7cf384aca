import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import type { Answer, Card, Question, Queue } from '../terminal/review.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import type { Draft } from '#src/posts/draft.ts';
import { saveDecisions, withdrawDecisions } from '#src/posts/draft-files.ts';
import type { PreparedDraft } from '#src/posts/posts.ts';
import { decideAll, mayDecide } from '#src/redaction/decisions.ts';
import { apart } from '#src/redaction/edits.ts';
import type { Decision, Finding } from '#src/redaction/finding.ts';

/** How many places of a finding are printed. */
const PLACES = 3;

/** The open findings of a draft, for a person to decide. Each decision is saved at once. */
export function findingQueue(io: Io, { draft, findings }: PreparedDraft): Queue {
  const open = findings.filter(({ decision }) => decision === null);
  let current: Draft = draft;
  const decided = new Map<Finding, Decision>();
  const answer = (decision: Decision, some: readonly Finding[]): Answer['run'] => {
    return () => {
      const before = current.decisions.byHash;
      current = saveDecisions(current, decideAll(current.decisions, some, decision));
      for (const each of some) decided.set(each, decision);
      const added = Object.keys(current.decisions.byHash).filter((hash) => before[hash] === undefined);
      return {
        undo: () => {
          current = withdrawDecisions(current, added);
          for (const each of some) decided.delete(each);
        },
      };
    };
  };
  const questionOf = (finding: Finding): Question | null => {
    if (decided.has(finding)) return null;
    const [only, rest] = [[finding], open.slice(open.indexOf(finding)).filter((each) => !decided.has(each))];
    const replace = { label: 'replace', hint: `publish it as ${finding.replacement}`, run: answer('replace', only) };
    const keep = { label: 'keep', hint: 'publish it as it is', run: answer('keep', only) };
    const all = {
      label: `replace all ${rest.length}`,
      hint: 'this and all later findings',
      run: answer('replace', rest),
    };
    const leaveOut = {
      label: 'leave the event out',
      hint: 'do not publish the event that says it; replace it elsewhere',
      run: answer('leave-out', only),
    };
    return {
      card: cardOf(finding),
      question: `Replace this ${finding.kind}?`,
      answers: {
        y: replace,
        ...(mayDecide(finding, 'keep') ? { n: keep } : {}),
        ...(rest.length > 1 ? { a: all } : {}),
        ...(mayDecide(finding, 'leave-out') ? { x: leaveOut } : {}),
      },
      laterHint:
        finding.class === 'must' ? 'nothing can be exported until it is decided' : 'the next export asks again',
    };
  };
  return {
    heading: `Is this safe to publish? ${counted(open.length, 'open finding')} in ${draft.slug}`,
    items: open.map((finding) => () => questionOf(finding)),
    conclude() {
      const count = (decision: Decision) => [...decided.values()].filter((each) => each === decision).length;
      const leftOut = count('leave-out') === 0 ? '' : `${count('leave-out')} left out with their event, `;
      const words = `${count('replace')} replaced, ${count('keep')} kept, ${leftOut}${open.length - decided.size} still open`;
      say(io, `${draft.slug}: ${words}.`);
    },
  };
}

/** A finding for review, without the value of a secret or home path. */
export function cardOf({ kind, why, class: severity, value, replacement, places }: Finding): Card {
  const listed = places
    .slice(0, PLACES)
    .map(
      ({ place, before, after }) => `${place}: ${oneLine(`…${before}${apart(before, replacement, after)}${after}…`)}`,
    );
  const more = places.length > PLACES ? [`and ${places.length - PLACES} more`] : [];
  return {
    name: kind,
    about: severity === 'must' ? 'must be decided' : 'may be private',
    title: severity === 'must' ? `Replaced by ${replacement}` : `${JSON.stringify(value)}, replaced by ${replacement}`,
    details: [`It ${why}.`],
    evidence: { from: counted(places.length, 'place'), lines: [...listed, ...more] },
  };
}
