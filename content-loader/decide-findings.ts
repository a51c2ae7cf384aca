import { readDraft, saveDecisions, withdrawDecisions } from '#src/posts/draft-files.ts';
import { decide } from '#src/redaction/decisions.ts';
import type { Decision } from '#src/redaction/finding.ts';
import type { Paths } from '#src/lib/paths.ts';
import { currentPosts, providedArchive } from './current-archive.ts';
import type { DecisionLog } from './decision-log.ts';
import { Refusal } from './edit-request.ts';

const DECIDED: Record<Decision, { said: (kind: string) => string; verdict: string }> = {
  replace: { said: (kind) => `The ${kind} will be replaced.`, verdict: 'replaced' },
  keep: { said: (kind) => `The ${kind} will be kept.`, verdict: 'kept' },
  'leave-out': { said: (kind) => `Events with the ${kind} will be left out.`, verdict: 'left out' },
};

/** Saves a decision about a finding of a draft for a page. Refuses a finding that the draft no longer has. */
export async function decideFinding(
  paths: Paths,
  decisions: DecisionLog,
  { draft: slug, finding: hash, decision }: Record<string, unknown>,
): Promise<string> {
  if (typeof slug !== 'string' || typeof hash !== 'string' || !isDecision(decision))
    throw new Refusal(
      400,
      'A decision needs a draft, a finding, and one of replace, keep or leave-out. Nothing was changed.',
    );
  const prepared = (await currentPosts().drafts()).find(({ draft }) => draft.slug === slug);
  const draft = prepared && readDraft(paths, slug);
  if (!draft) throw new Refusal(404, 'Draft not found. Nothing was changed.');
  const finding = prepared.findings.find((each) => each.hash === hash);
  if (!finding) throw new Refusal(409, 'The draft no longer has this finding. Nothing was changed.');
  const before = draft.decisions.byHash;
  const saved = saveDecisions(draft, decide(draft.decisions, finding, decision));
  const refresh = () => providedArchive()?.refresh();
  refresh();
  const changed = Object.keys(saved.decisions.byHash).filter((key) => before[key] !== saved.decisions.byHash[key]);
  decisions.add({
    verdict: DECIDED[decision].verdict,
    about: finding.kind,
    item: slug,
    undo() {
      const current = readDraft(paths, slug);
      if (!current) throw new Refusal(409, 'The draft is gone. Nothing was changed.');
      const open = changed.filter((key) => before[key] === undefined);
      const earlier = Object.fromEntries(Object.entries(before).filter(([key]) => changed.includes(key)));
      const left = open.length > 0 ? withdrawDecisions(current, open) : current;
      if (Object.keys(earlier).length > 0)
        saveDecisions(left, { ...left.decisions, byHash: { ...left.decisions.byHash, ...earlier } });
      refresh();
    },
  });
  return DECIDED[decision].said(finding.kind);
}

function isDecision(value: unknown): value is Decision {
  return typeof value === 'string' && Object.hasOwn(DECIDED, value);
}
