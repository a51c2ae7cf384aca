import type { Io } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import type { Answer, Question, Queue } from '#src/cli/terminal/review.ts';
import { saveDecisions, withdrawDecisions } from '#src/posts/drafts/decisions-file.ts';
import { decideAll } from '#src/redaction/decide.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { mayDecide } from '#src/redaction/decisions.ts';
import type { Decision, Finding } from '#src/redaction/finding.ts';
import { counted } from '#src/lib/text/day.ts';
import { findingCard } from './format-finding.ts';

/** The open findings of a draft, for a person to decide. Each decision is saved at once. */
export function findingQueue(io: Io, draft: Draft, open: readonly Finding[]): Queue {
  let current = draft;
  const decided = new Map<Finding, Decision>();
  const answer = (decision: Decision, findings: readonly Finding[]): Answer['run'] => {
    return () => {
      const before = current.decisions.byHash;
      current = saveDecisions(current, decideAll(current.decisions, findings, decision));
      for (const each of findings) decided.set(each, decision);
      const added = Object.keys(current.decisions.byHash).filter((hash) => before[hash] === undefined);
      return {
        undo: () => {
          current = withdrawDecisions(current, added);
          for (const each of findings) decided.delete(each);
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
      card: findingCard(finding),
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
