import { describe, expect, it } from 'vitest';
import type { DraftSettings } from '#src/posts/drafts/draft.ts';
import { buildPost } from '#src/posts/export/build-post.ts';
import type { Post } from '#src/posts/export/post.ts';
import { type ResolvedDraft, resolveDraft } from '#src/posts/export/resolve-draft.ts';
import type { Edit, Fragment } from '#src/redaction/finding.ts';
import { plainBlocks } from '#src/lib/text/blocks.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { archiveOf, draftOf } from './draft-archive.ts';

const FIRST = aSession({
  id: 'first-1',
  date: '2026-08-03',
  body: '## Events\n\n- [MEMORY-MISS] Pushed to **main**, see [why](#e-1) and [docs](https://git-scm.com)\n  # Loud\n  The word is plover.\n- [DECISION] Ask before a push\n',
});
const SECOND = aSession({
  id: 'second-1',
  date: '2026-09-14',
  body: '## Events\n\n- [USER-CORRECTION] "Say plover first"\n',
});
const ARCHIVE = archiveOf([SECOND, FIRST]);
const idOf = (session: typeof FIRST, place: number) => `${session.id}#${session.chronicle.events[place]?.id}`;
const MISS = idOf(FIRST, 0);
const DECISION = idOf(FIRST, 1);
const CORRECTION = idOf(SECOND, 0);

const SOURCES = [FIRST, SECOND].map(({ id }) => ({ session: id, digest: '' }));

function resolved(body: string, settings: Partial<DraftSettings> = {}, slug = 'the-third-time'): ResolvedDraft {
  return resolveDraft({ ...draftOf(body, { sources: SOURCES, ...settings }), slug }, ARCHIVE);
}

const DATE = '2026-11-21';

function built(draft: ResolvedDraft, word?: string, leftOut: string[] = []): { post: Post; fragments: Fragment[] } {
  const fragments: Fragment[] = [];
  const editsOf = (fragment: Fragment): Edit[] => {
    fragments.push(fragment);
    return word === undefined ? [] : editsOut(fragment.text, word);
  };
  return { post: buildPost(draft, { date: DATE, leftOut: new Set(leftOut), editsOf }), fragments };
}

function editsOut(text: string, word: string): Edit[] {
  return [...text.matchAll(new RegExp(word, 'gi'))].map(({ index }) => ({
    start: index,
    end: index + word.length,
    text: '[bird]',
  }));
}

function words(post: Post): string[] {
  return post.blocks.map((block) => (block.kind === 'figure' ? `figure ${block.figure}` : plainBlocks([block])));
}

describe('buildPost', () => {
  it('publishes and scans no comment', () => {
    const { post, fragments } = built(resolved('One {/* plover */}two.\n\n{/* TODO: the plover */}\n\n<Beats />\n'));
    expect(JSON.stringify(post) + JSON.stringify(fragments.map(({ text }) => text))).not.toContain('plover');
    expect(words(post)[0]).toBe('One two.');
  });

  it('names its sources in the last line', () => {
    expect(words(built(resolved('One.')).post)).toEqual([
      'One.',
      'Drawn from 2 sessions between 3 Aug 2026 and 14 Sep 2026.',
    ]);
    const one = { sources: SOURCES.slice(0, 1) };
    const beats = { ...one, beats: [{ role: 'turn' as const, event: CORRECTION }] };
    const lastLine = (...given: Parameters<typeof built>) => words(built(...given).post).at(-1);
    for (const shown of [resolved('<Beats />', beats), resolved(`<Event id="${CORRECTION}" />`, one)]) {
      expect(lastLine(shown)).toBe('Drawn from 2 sessions between 3 Aug 2026 and 14 Sep 2026.');
      expect(lastLine(shown, undefined, [CORRECTION])).toBe('Drawn from a session on 3 Aug 2026.');
    }
    expect(lastLine(resolved('One.', beats))).toBe('Drawn from a session on 3 Aug 2026.');
    expect(words(built(resolved('', one)).post)).toEqual(['Drawn from a session on 3 Aug 2026.']);
    expect(words(built(resolved('', { sources: [] })).post)).toEqual([]);
  });

  it('quotes an event with its tag in words and its details', () => {
    const [quote] = built(resolved(`<Event id="${MISS}" />`)).post.blocks;
    expect(quote).toEqual({
      kind: 'quote',
      children: [
        {
          kind: 'paragraph',
          children: [
            { kind: 'strong', children: [{ kind: 'text', text: 'Memory miss.' }] },
            { kind: 'text', text: ' ' },
            { kind: 'text', text: 'Pushed to ' },
            { kind: 'strong', children: [{ kind: 'text', text: 'main' }] },
            { kind: 'text', text: ', see ' },
            { kind: 'text', text: 'why' },
            { kind: 'text', text: ' and ' },
            { kind: 'link', href: 'https://git-scm.com', children: [{ kind: 'text', text: 'docs' }] },
          ],
        },
        { kind: 'paragraph', children: [{ kind: 'strong', children: [{ kind: 'text', text: 'Loud' }] }] },
        { kind: 'paragraph', children: [{ kind: 'text', text: 'The word is plover.' }] },
      ],
    });
  });

  it('lists the beats with their parts, in order', () => {
    const beats: DraftSettings['beats'] = [
      { role: 'fall', event: CORRECTION },
      { role: 'ending', event: DECISION },
    ];
    expect(words(built(resolved('<Beats />', { beats })).post)[0]).toBe(
      '- Setback. "Say plover first"\n- Ending. Ask before a push',
    );
    expect(words(built(resolved('<Beats />')).post)).toHaveLength(1);
  });

  it('moves headings below the title, and keeps only links to web addresses', () => {
    const { post } = built(resolved('### Deep\n\n#### Deeper\n\n[a](https://example.org) [b](#e-1)\n'));
    expect(post.blocks.map((block) => (block.kind === 'heading' ? block.level : block.kind))).toEqual([
      2,
      3,
      'paragraph',
      'paragraph',
    ]);
    expect(JSON.stringify(post.blocks).match(/"href":"[^"]*"/g)).toEqual(['"href":"https://example.org"']);
  });

  it('draws figures with their names and labels redacted', () => {
    const anchor = ARCHIVE.record.groups[0]?.anchor;
    const { post } = built(resolved(`<Lifeline group="${anchor}" />\n\n<Lifeline group="${anchor}" />`), 'main');
    expect(post.figures.map(({ name }) => name)).toEqual(['lifeline', 'lifeline-2']);
    expect(words(post).slice(0, 2)).toEqual(['figure 0', 'figure 1']);
    expect(post.figures[0]?.drawing.title).toContain('[bird]');
    expect(post.figures[0]?.drawing.markup).not.toContain('main');
  });
});

describe('what buildPost publishes', () => {
  const everywhere = resolved(
    `# plover\n\nA *plo*ver \`plover\` [x](https://plover.example)\n\n- plover\n\n> plover\n\n\`\`\`plover\nplover\n\`\`\`\n\n<Event id="${MISS}" />\n\n<Beats />`,
    {
      title: 'plo\u200bver',
      description: `${'long '.repeat(40)}plover`,
      tags: ['Plover', 'Two words', 'two-words', '!!'],
      beats: [{ role: 'fall', event: CORRECTION }],
    },
    'plover-day',
  );

  it('passes every text through the edits', () => {
    const { post } = built({ ...everywhere, seriesName: 'plover', part: 2 }, 'plover');
    expect(JSON.stringify(post).toLowerCase()).not.toContain('plover');
    expect(post).toMatchObject({ title: '[bird]', slug: 'bird', series: { name: '[bird]', part: 2 } });
    expect(post.tags, 'a placeholder is no tag').toEqual(['two-words']);
  });

  it('names the place of each text, and its event', () => {
    const { fragments } = built({ ...everywhere, seriesName: 'plover', part: 2 });
    const places = new Set(fragments.filter(({ text }) => /plover/i.test(text)).map(({ place }) => place));
    expect([...places]).toEqual([
      'title',
      'file name',
      'description',
      'tags',
      'name of the series',
      'body, line 1',
      'body, line 3',
      'body, line 5',
      'body, line 7',
      'body, line 9',
      'event, line 13',
      'beat Setback',
    ]);
    expect(fragments.find(({ place }) => place === 'beat Setback')?.event).toEqual({
      id: CORRECTION,
      tag: 'USER-CORRECTION',
    });
  });

  it('is scanned before it is cut', () => {
    const { post, fragments } = built(everywhere);
    expect(post.description.length).toBeLessThanOrEqual(155);
    expect(fragments.find(({ place }) => place === 'description')?.text).toMatch(/plover$/);
  });

  it('omits events that were left out', () => {
    const { post } = built(everywhere, undefined, [MISS, CORRECTION]);
    expect(JSON.stringify(post)).not.toMatch(/Memory miss|Say plover/);
  });

  it('keeps a slug of the owner’s choice while the title says nothing private', () => {
    expect(built(resolved('', {}, 'my-own')).post.slug).toBe('my-own');
    expect(built(resolved('', { title: 'On plover' }, 'on-plover'), 'plover').post.slug).toBe('On-bird');
  });

  it('has a title on one line without invisible characters', () => {
    const title = 'a\n---\ndraft: false\u202e\u0007 \u2028b\u001b[31m';
    expect(built(resolved('', { title })).post.title).toBe('a --- draft: false b[31m');
    expect(built(resolved('', { title: '\u202e' })).post.title).toBe('Untitled');
  });
});
