import { describe, expect, it } from 'vitest';
import { plainBlocks } from '#src/lib/text/blocks.ts';
import type { DraftSettings } from '#src/posts/draft.ts';
import { nextTask, stateOf } from '#src/posts/draft-state.ts';
import type { Post } from '#src/posts/post.ts';
import { type PreparedDraft, prepareDraft, type ScanContext } from '#src/posts/posts.ts';
import { eventQuote } from '#src/posts/write-up.ts';
import { decide, findingHash } from '#src/redaction/decisions.ts';
import { type Decision, type Detector, doubtful, type Finding, rangesOf, secret } from '#src/redaction/finding.ts';
import { quotationDetector } from '#src/redaction/names.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { archiveOf, draftOf } from './draft-archive.ts';

const FIRST = aSession({
  id: 'first-1',
  date: '2026-08-03',
  body: '## Events\n\n- [MEMORY-MISS] Pushed hush-1234 to **main** for robin, see [why](#e-1)\n  # Loud\n  The word is plover.\n- [DECISION] Ask before a push\n',
});
const SECOND = aSession({
  id: 'second-1',
  date: '2026-09-14',
  body: '## Events\n\n- [USER-CORRECTION] "Say plover first"\n',
});
const quoteOf = (session: typeof FIRST, place: number) => eventQuote(session, session.chronicle.events[place] as never);
const [MISS, DECISION, CORRECTION] = [quoteOf(FIRST, 0), quoteOf(FIRST, 1), quoteOf(SECOND, 0)];
const SESSIONS = [FIRST, SECOND].map(({ id }) => id);

const finds = (pattern: RegExp, kind: string): Detector => {
  return ({ text }) => rangesOf(pattern, text).map(({ start, end }) => doubtful(kind, '[bird]', start, end));
};
const secrets: Detector = ({ text }) =>
  rangesOf(/hush-\d{4}/dg, text).map(({ start, end }) => secret('password', 'is hushed', start, end));
const SCAN_CONTEXT: ScanContext = {
  detectors: [secrets, quotationDetector, finds(/robin/dg, 'name'), finds(/plover/dgi, 'bird')],
  hash: findingHash,
  today: '2026-11-21',
  problems: [],
};
const ARCHIVE = archiveOf([SECOND, FIRST]);
const ANCHOR = ARCHIVE.record.mistakes[0]?.anchor ?? '';

function prepared(body: string, settings: Partial<DraftSettings> = {}, slug?: string): Promise<PreparedDraft> {
  return prepareDraft(draftOf(body, { sessions: SESSIONS, ...settings }, slug), ARCHIVE, SCAN_CONTEXT);
}

/** The draft after the same decision about all findings of a kind. */
async function decided(before: PreparedDraft, kind: string, decision: Decision): Promise<PreparedDraft> {
  const findings = before.findings.filter((each) => each.kind === kind) as Finding[];
  const decisions = findings.reduce((all, each) => decide(all, each, decision), before.draft.decisions);
  return prepareDraft({ ...before.draft, decisions }, ARCHIVE, SCAN_CONTEXT);
}

function words(post: Post): string[] {
  return post.blocks.map((block) => (block.kind === 'figure' ? `figure ${block.figure}` : plainBlocks([block])));
}

describe('prepareDraft', () => {
  it('finds everything that the post would reveal, and where', async () => {
    const { findings, open, draft, ...rest } = await prepared(`Hello robin.\n\n${MISS}`);
    const line = draft.bodyLine + 1;
    expect(findings.map(({ kind, places }) => [kind, places.map(({ place }) => place)])).toEqual([
      ['password', [`event, line ${line + 2}`]],
      ['name', [`body, line ${line}`, `event, line ${line + 2}`]],
      ['bird', [`event, line ${line + 2}`]],
    ]);
    expect(open).toEqual({ must: 1, review: 2 });
    expect([stateOf(draft), nextTask({ draft, open, ...rest })]).toEqual(['draft', 'redact']);
  });

  it('replaces every secret, undecided ones too, and keeps findings to review', async () => {
    expect(words((await prepared(MISS)).post)[0]).toContain('Pushed [redacted: password] to main for robin');
  });

  it('applies decisions, and leaves out events with the finding', async () => {
    const replaced = await decided(await prepared(`Hello robin.\n\n${MISS}`), 'name', 'replace');
    expect(JSON.stringify(replaced.post.blocks)).not.toContain('robin');
    const left = await decided(await prepared(`${MISS}\n${DECISION}`), 'password', 'leave-out');
    expect(words(left.post)[0]).toBe('Decision. Ask before a push');
    expect(left.events).toEqual([`first-1#${FIRST.chronicle.events[1]?.id}`]);
  });

  it('has a person review what was quoted of them: corrections, and quotes that tell no event', async () => {
    const { findings } = await prepared(`${CORRECTION}\n> Fix the port now.\n`);
    expect(findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['quoted correction', 'block quote']));
    const edited = CORRECTION.replace(/#e-[0-9a-f]{6}/, '#e-000000');
    expect((await prepared(edited)).findings.map(({ kind }) => kind)).toContain('block quote');
  });

  it('publishes and scans no comment', async () => {
    const { post, findings, comments } = await prepared('One <!-- plover -->two.\n\n<!-- TODO: the plover -->\n');
    expect(JSON.stringify(post)).not.toContain('plover');
    expect([findings, comments.map(({ text }) => text)]).toEqual([[], ['plover', 'TODO: the plover']]);
  });

  it('has the date of the draft, else of its first export, else of today', async () => {
    expect((await prepared('x')).post.date).toBe('2026-11-21');
    const draft = draftOf('x');
    const record = {
      target: 'hugo',
      at: '2026-10-02T12:00:00Z',
      file: '/x',
      draft: '',
      sessions: '',
      events: [],
      files: [],
    } as const;
    const exported = { ...draft, history: { ...draft.history, exports: [{ ...record, events: [], files: [] }] } };
    expect((await prepareDraft(exported, ARCHIVE, SCAN_CONTEXT)).post.date).toBe('2026-10-02');
    expect((await prepared('x', { date: '2026-01-05' })).post.date).toBe('2026-01-05');
  });

  it.each([
    [{ sessions: ['frist-1'] }, 'One.', 'session. first-1'],
    [{}, MISS.replace('first-1#', 'other-1#'), 'event. '],
    [{}, `![](lifeline-${ANCHOR.slice(0, -1)}${ANCHOR.endsWith('0') ? 1 : 0}.svg)`, `mistake. ${ANCHOR}`],
  ])('reports what the archive does not have: %j', async (settings, body, fault) => {
    const [found, ...others] = (await prepared(body, settings)).problems.map(({ problem }) => problem);
    expect(others).toEqual([]);
    const [what = '', nearest = ''] = fault.split('. ');
    expect([found?.code, found?.message]).toEqual(['CHRONICLE_DRAFT_UNKNOWN', `The archive has no such ${what}.`]);
    if (nearest !== '') expect(found?.advice).toContain(`Did you mean ${nearest}`);
  });

  it('reports a draft without text, and a trend of an archive without memories', async () => {
    expect((await prepared('\n')).problems.map(({ problem }) => problem.code)).toEqual(['CHRONICLE_DRAFT_EMPTY']);
    const { problems } = await prepareDraft(draftOf('![](hits-and-misses.svg)'), archiveOf([]), SCAN_CONTEXT);
    expect(problems.map(({ problem }) => problem.code)).toEqual(['CHRONICLE_DRAFT_EMPTY_FIGURE']);
  });
});

describe('a post', () => {
  it('names its sources in the last line', async () => {
    const last = async (...given: Parameters<typeof prepared>) => words((await prepared(...given)).post).at(-1);
    expect(await last('One.')).toBe('Drawn from 2 sessions between 3 Aug 2026 and 14 Sep 2026.');
    expect(await last(CORRECTION, { sessions: ['second-1'] })).toBe('Drawn from a session on 14 Sep 2026.');
    expect(await last('One.', { sessions: [] })).toBe('One.');
  });

  it('has its headings below the title, and only links to web addresses', async () => {
    const { post } = await prepared('### Deep\n\n#### Deeper\n\n[a](https://example.org) [b](#e-1)\n');
    expect(post.blocks.map((block) => (block.kind === 'heading' ? block.level : block.kind))).toEqual([
      ...[2, 3, 'paragraph', 'paragraph'],
    ]);
    expect(JSON.stringify(post.blocks).match(/"href":"[^"]*"/g)).toEqual(['"href":"https://example.org"']);
  });

  const everywhere = [
    `# plover\n\nA *plo*ver \`plover\` [x](https://plover.example)\n\n- plover\n\n| plover | b |\n|---|---|\n| plover | x |`,
    `> plover\n\n\`\`\`plover\nplover\n\`\`\`\n\nNote[^1].\n\n[^1]: plover\n\n${MISS}\n![plover](lifeline-${ANCHOR}.svg)`,
  ].join('\n\n');
  const SETTINGS = {
    title: 'plo\u200bver',
    description: `${'long '.repeat(40)}plover`,
    tags: ['Plover', 'Two words', 'two-words', '!!'],
    series: 'plover',
    part: 2,
  };

  it('passes every text through the edits', async () => {
    const { post } = await decided(await prepared(everywhere, SETTINGS, 'plover-day'), 'bird', 'replace');
    expect(
      JSON.stringify({ ...post, figures: post.figures.map(({ drawing }) => drawing) }).toLowerCase(),
    ).not.toContain('plover');
    expect(post).toMatchObject({ title: '[bird]', slug: 'bird', series: { name: '[bird]', part: 2 } });
    expect(post.tags, 'a placeholder is no tag').toEqual(['two-words']);
  });

  it('is scanned before it is cut', async () => {
    const { post, findings } = await prepared(everywhere, SETTINGS);
    expect(post.description.length).toBeLessThanOrEqual(155);
    expect(findings.flatMap(({ places }) => places.map(({ place }) => place))).toContain('description');
  });

  it('keeps a slug of the owner’s choice while the title says nothing private', async () => {
    expect((await prepared('x', {}, 'my-own')).post.slug).toBe('my-own');
    const on = await decided(await prepared('x', { title: 'On plover' }, 'on-plover'), 'bird', 'replace');
    expect(on.post.slug).toBe('On-bird');
  });

  it('has a title on one line without invisible characters', async () => {
    const title = 'a draft: false\u202e \u2028b';
    expect((await prepared('x', { title })).post.title).toBe('a draft: false b');
    expect((await prepared('x', { title: '\u202e' })).post.title).toBe('Untitled');
  });
});
