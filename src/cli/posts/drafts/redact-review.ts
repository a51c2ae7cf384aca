import type { Io, Option } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { saveDecisions } from '#src/node/posts/drafts/decisions-file.ts';
import { decide } from '#src/node/redaction/decide.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { mayDecide } from '#src/redaction/decisions.ts';
import type { Decision, Finding } from '#src/redaction/finding.ts';
import { formatFinding } from './format-finding.ts';

/**
 * Asks a person in a terminal about each open finding. Each decision is saved at once, so it stands when they stop.
 * Returns the draft with the decisions.
 */
export async function reviewFindings(io: Io, draft: Draft, open: readonly Finding[]): Promise<Draft> {
  let current = draft;
  for (const [i, finding] of open.entries()) {
    printResult(io, `\n${formatFinding(finding, `${i + 1} of ${open.length}`)}`);
    const answer = await io.ask.choose<Decision | 'later'>(
      `What becomes of this ${finding.kind}?`,
      optionsFor(finding),
    );
    if (answer === undefined) return current;
    if (answer === 'later') continue;
    try {
      current = saveDecisions(current, decide(current.decisions, finding, answer));
    } catch (error) {
      say(io, sentenceOf(error));
    }
  }
  return current;
}

function optionsFor(finding: Finding): Option<Decision | 'later'>[] {
  const options: Option<Decision | 'later'>[] = [
    { value: 'replace', label: 'Replace it', hint: `published as ${finding.replacement}` },
    { value: 'keep', label: 'Keep it', hint: 'published as it stands' },
    {
      value: 'leave-out',
      label: 'Leave the event out',
      hint: 'what says it is not published; it is replaced elsewhere',
    },
    {
      value: 'later',
      label: 'Later',
      hint:
        finding.class === 'must'
          ? 'stays open; nothing is exported until it is decided'
          : 'nothing is decided; an export asks again',
    },
  ];
  const possible = options.filter(({ value }) => value === 'later' || mayDecide(finding, value));
  // Nobody publishes a name by pressing Enter.
  return finding.class === 'must' ? possible : possible.toSorted((a, b) => rank(a.value) - rank(b.value));
}

function rank(value: Decision | 'later'): number {
  return ['later', 'replace', 'keep', 'leave-out'].indexOf(value);
}
