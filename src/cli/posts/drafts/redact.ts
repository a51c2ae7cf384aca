import { formatProblems } from '#src/cli/format-problems.ts';
import { type CommandHelp, defineCommand } from '#src/cli/command.ts';
import { isInSession } from '#src/cli/memory/consent.ts';
import { type Io, hasPerson } from '#src/cli/terminal/io.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { review } from '#src/cli/terminal/review.ts';
import { bold, joined, red } from '#src/cli/terminal/text.ts';
import { saveDecisions } from '#src/posts/drafts/decisions-file.ts';
import { decideAll } from '#src/redaction/decide.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { findingLines } from '#src/posts/export/check-findings.ts';
import { type PreparedDraft, prepareDraft } from '#src/posts/export/prepare-draft.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Finding } from '#src/redaction/finding.ts';
import { counted } from '#src/lib/text/day.ts';
import { listedFindings } from './format-finding.ts';
import { draftNamed, ownDrafts } from './own-drafts.ts';
import { findingQueue } from './redact-review.ts';

export const help: CommandHelp = {
  examples: [['chronicle draft redact tides --list', 'lists open findings without asking']],
  files: [
    ['<config>/session-chronicle/drafts/<name>/redactions.yml', 'what you decided'],
    ['<config>/session-chronicle/redact.yml', 'names that must not be published'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle draft redact',
    description:
      'Decide which findings to replace, keep or leave out with their event. In a terminal, each finding is shown in turn, as in chronicle review: press y to replace it, n to keep it, x to leave the event out, s to decide later, u to undo, q to quit. The scan for secrets and names is an aid and misses some',
  },
  args: {
    draft: { type: 'positional', required: false, description: "The draft's name" },
    list: { type: 'boolean', description: 'Only list open findings, by kind and place' },
    'replace-all': { type: 'boolean', description: 'Replace every undecided secret and home path' },
    json: { type: 'boolean', description: 'Print the findings as JSON, by kind and place' },
  },
  async run({ args, io }) {
    if (args.draft === undefined || args._.length > 1) {
      throw new ChronicleError(
        'CHRONICLE_NO_DRAFT',
        'chronicle draft redact needs the name of one draft. `chronicle draft list` shows them.',
      );
    }
    const { world, layout, archive, scanContext } = await ownDrafts(io);
    const draft = draftNamed(layout, args.draft);
    if (args['replace-all'] && isInSession(world)) throw needsPerson(draft.slug);
    const isAsked = hasPerson(io) && !isInSession(world) && !args.list && !args.json;
    if (scanContext.problems.length > 0) say(io, formatProblems(scanContext.problems));
    const prepare = (current: Draft) => prepareDraft(current, archive, scanContext);
    let prepared = await prepare(draft);
    if (args['replace-all']) prepared = await prepare(withSecretsReplaced(draft, prepared));
    else if (isAsked) {
      await review(io, [findingQueue(io, draft, openOf(prepared))]);
      prepared = await prepare(draftNamed(layout, args.draft));
    }
    if (args.json)
      printJson(io, { draft: draft.slug, open: prepared.open, findings: listedFindings(prepared.findings) });
    else list(io, prepared, draft.slug);
    return prepared.open.must + prepared.open.review > 0 ? 1 : 0;
  },
});

function needsPerson(slug: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_TERMINAL',
    `Only a person can decide what to publish, not a Claude Code session. Run \`chronicle draft redact ${slug}\` in a terminal, or list open findings here with --list. Nothing was changed.`,
  );
}

/** The undecided findings of a draft. */
export function openOf({ findings }: PreparedDraft): Finding[] {
  return findings.filter(({ decision }) => decision === null);
}

function withSecretsReplaced(draft: Draft, prepared: PreparedDraft): Draft {
  const secrets = openOf(prepared).filter((finding) => finding.class === 'must');
  if (secrets.length === 0) return draft;
  return saveDecisions(draft, decideAll(draft.decisions, secrets, 'replace'));
}

function list(io: Io, prepared: PreparedDraft, slug: string): void {
  const open = openOf(prepared);
  const [must, review] = [open.filter((each) => each.class === 'must'), open.filter((each) => each.class === 'review')];
  const decided = prepared.findings.length - open.length;
  if (must.length > 0)
    printResult(io, joined([bold('Must be decided'), ...findingLines(must).map((each) => red(`  ${each}`))]));
  if (review.length > 0)
    printResult(io, joined([bold('Possibly private'), ...findingLines(review).map((each) => `  ${each}`)]));
  if (decided > 0) say(io, `Already decided: ${counted(decided, 'finding')}.`);
  if (open.length > 0)
    say(
      io,
      `Review the open findings in a terminal with \`chronicle draft redact ${slug}\`, or on the draft's page in \`chronicle dev\`.`,
    );
  else say(io, 'No open findings. The scan is an aid and misses some: read the post before you publish it.');
}
