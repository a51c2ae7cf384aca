import { formatProblems, problemEntries } from '../own-archive.ts';
import { type CommandHelp, defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { table } from '#src/cli/terminal/table.ts';
import { bold, dim, joined, line, red, type Text } from '#src/cli/terminal/text.ts';
import { measureOf, wrap } from '#src/cli/terminal/wrap.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { localDay } from '#src/lib/text/day.ts';
import { stateReason } from '#src/posts/draft-state.ts';
import { findingLines } from '#src/posts/export-plan.ts';
import { type PreparedDraft, prepareDraft, printableProblems } from '#src/posts/posts.ts';
import { draftEntry } from './draft-list.ts';
import { draftNamed, ownDrafts } from './own-drafts.ts';

export const help: CommandHelp = { exits: { 1: 'the draft has problems' } };

export const command = defineCommand({
  meta: {
    name: 'chronicle draft show',
    description: 'Show a draft: state, sessions, findings by kind and place, exports and problems',
  },
  args: {
    draft: { type: 'positional', required: false, description: "The draft's name" },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    if (args.draft === undefined || args._.length > 1) {
      throw new ChronicleError(
        'CHRONICLE_NO_DRAFT',
        'chronicle draft show needs the name of one draft. `chronicle draft list` shows them.',
      );
    }
    const { paths, archive, scanContext } = await ownDrafts(io);
    const read = await prepareDraft(draftNamed(paths, args.draft), archive, scanContext);
    const prepared = { ...read, problems: await printableProblems(read.problems, scanContext) };
    if (args.json) printJson(io, draftJson(prepared));
    else {
      printResult(io, formatDraft(prepared, io.stdout.columns));
      const { must, review } = prepared.open;
      if (must + review > 0) say(io, 'To review the findings, run `chronicle review`.');
    }
    return prepared.problems.length > 0 ? 1 : 0;
  },
});

/** One draft as text: title, state, sessions, findings by kind and place, exports and problems. */
function formatDraft(prepared: PreparedDraft, width: number): Text {
  const { draft, sources, missing, post, findings, problems } = prepared;
  const open = findings.filter(({ decision }) => decision === null);
  const ofClass = (wanted: string) => findingLines(open.filter((finding) => finding.class === wanted));
  const list = (rows: readonly (readonly Text[])[]) => table(rows, { width, indent: 2, keep: [0, 1, 2] });
  const section = (heading: string, items: readonly unknown[], body: () => Text) =>
    items.length === 0 ? [] : [line`${bold(`${heading} (${items.length})`)}\n${body()}`];
  const [must, review] = [ofClass('must'), ofClass('review')];
  const { exports } = draft.history;
  const parts = [
    joined([bold(oneLine(post.title)), wrap(stateReason(prepared), measureOf(width)), dim(draft.path)]),
    ...(post.description === '' ? [] : [wrap(oneLine(post.description), measureOf(width))]),
    ...section('Sessions', [...sources, ...missing], () =>
      list([
        ...sources.map(({ name, project, id }) => [name, project.slug, dim(id.slice(0, 8))]),
        ...missing.map((id) => [red('not in the archive'), '', dim(id)]),
      ]),
    ),
    ...section('Must be decided', must, () => list(must.map((each) => [red(each)]))),
    ...section('Possibly private', review, () => list(review.map((each) => [each]))),
    ...section('Exports', exports, () =>
      list(exports.map(({ target, at, file }) => [localDay(at), target, dim(file)])),
    ),
    ...section('Problems', problems, () => red(formatProblems(problems))),
  ];
  return joined(parts, '\n\n');
}

/** One draft as JSON. It contains no text of a finding. */
function draftJson(prepared: PreparedDraft): Record<string, unknown> {
  const { draft, sources, missing, post, events, findings, problems } = prepared;
  const { series, part } = draft.settings;
  return {
    ...draftEntry(prepared),
    why: stateReason(prepared),
    description: post.description,
    tags: post.tags,
    series: series === '' ? null : { name: series, part },
    events,
    sessions: sources.map(({ id, name, project, chronicle }) => {
      return { id, name, project: project.slug, date: chronicle.frontMatter.date };
    }),
    missing,
    findings: findings.map(({ kind, why, class: severity, mayKeep, decision, places }) => ({
      ...{ kind, why, class: severity, may_keep: mayKeep, decision },
      // Without the text around them, which may be private too.
      places: [...new Set(places.map(({ place }) => place))],
    })),
    exports: draft.history.exports,
    problems: problemEntries(problems),
  };
}
