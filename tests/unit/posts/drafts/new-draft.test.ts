import { describe, expect, it } from 'vitest';
import { draftSlug, newDraft } from '#src/posts/drafts/new-draft.ts';
import { readDraftBody } from '#src/posts/drafts/draft-body.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { aRecord } from './a-draft.ts';

const EVENTS = '## Events\n\n- 10:00 [DECISION] Count nights\n- 11:00 [MEMORY-MISS] A float again\n';
const told = aSession({
  id: 'told-0001',
  retro: true,
  body: `${EVENTS}\n## Summary\n\nA cent was gone. We found it.\n\n### The missing *cent*\n\nIt began in July.\n\n#### And then\n\nIt was back.\n`,
});
const untold = aSession({
  id: 'untold-01',
  date: '2026-09-15',
  body: `${EVENTS}\n## Summary\n\nThe second day.\n`,
});

describe('newDraft', () => {
  it('takes title, hook and text from a narrative, with headings from level two', () => {
    const { slug, settings, body } = newDraft({ sessions: [told], record: aRecord(1) });
    expect([slug, settings.title, settings.description]).toEqual([
      'the-missing-cent',
      'The missing cent',
      'A cent was gone. We found it.',
    ]);
    expect(settings.tags).toEqual(['claude-code']);
    expect(settings.sources.map(({ session }) => session)).toEqual(['told-0001']);
    expect(body).toBe('It began in July.\n\n## And then\n\nIt was back.\n');
  });

  it('puts several sessions under their titles, oldest first', () => {
    const { settings, body } = newDraft({ sessions: [untold, told], record: aRecord(1) });
    expect(body.match(/^#.*/gm)).toEqual([
      '## The missing cent',
      '### And then',
      '## X',
      '### Count nights',
      '### A float again',
    ]);
    expect(settings.beats).toEqual([
      { role: 'opening', event: expect.stringMatching(/^told-0001#e-/) },
      { role: 'fall', event: expect.stringMatching(/^told-0001#e-/) },
      { role: 'ending', event: expect.stringMatching(/^untold-01#e-/) },
    ]);
  });

  it('makes a skeleton of summary and beats for a session without a narrative', () => {
    const { body } = newDraft({ sessions: [untold], record: aRecord(1) });
    const { parts, problems } = readDraftBody(body);
    expect(problems).toEqual([]);
    expect(parts.map(({ kind }) => kind)).toEqual(['paragraph', 'heading', 'heading']);
  });

  it('draws the lifeline of a repeated mistake once', () => {
    const twice = newDraft({ sessions: [told, untold], record: aRecord(2) });
    expect(twice.body.match(/<Lifeline group="c-1a2b3c4d" \/>/g)).toHaveLength(1);
  });

  it('begins with the summary if the narrative has no opening paragraph', () => {
    const listed = aSession({ retro: true, body: `${EVENTS}\n## Summary\n\nThe lead.\n\n### Title\n\n- one\n` });
    expect(newDraft({ sessions: [listed], record: aRecord(1) }).body).toBe('The lead.\n\n- one\n');
  });

  it('leaves out machine summaries', () => {
    const { settings, body } = newDraft({
      sessions: [aSession({ body: `${EVENTS}\n## Summary\n\nAuto-generated: 2 events (1 decision)\n` })],
      record: aRecord(1),
    });
    expect(settings.description + body).not.toContain('Auto-generated');
  });

  it('takes the given title, description, tags and series', () => {
    const { slug, settings } = newDraft({
      sessions: [told],
      record: aRecord(1),
      title: 'Mine\nalone',
      description: 'So.',
      tags: ['a'],
      series: { slug: 's', part: 2 },
    });
    expect(slug).toBe('mine-alone');
    expect(settings).toMatchObject({
      title: 'Mine alone',
      description: 'So.',
      tags: ['a'],
      series: { slug: 's', part: 2 },
    });
  });

  it('cuts a long hook at a word', () => {
    const long = aSession({ retro: true, body: `## Summary\n\n${'word '.repeat(60)}\n\n### T\n\nx\n` });
    const { description } = newDraft({ sessions: [long], record: aRecord(1) }).settings;
    expect(description.length).toBeLessThanOrEqual(155);
    expect(description).toMatch(/word…$/);
  });

  it('writes markup in a narrative as text', () => {
    const hostile = aSession({
      retro: true,
      body: '## Summary\n\n### T\n\n<script>alert(1)</script> {process.env} ![x](https://a.b/c)\n\nimport x from "y"\n\nexport const a = 1\n',
    });
    const { parts, problems } = readDraftBody(newDraft({ sessions: [hostile], record: aRecord(1) }).body);
    expect(problems).toEqual([]);
    expect(parts.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'paragraph']);
  });
});

describe('draftSlug', () => {
  it.each([
    ['Über the limit!', 'uber-the-limit'],
    ["Aylin's cent", 'aylins-cent'],
    ['../../etc/passwd', 'etc-passwd'],
    ['Round prices to cents. Version 1.2 failed.', 'round-prices-to-cents-version-1.2-failed'],
    ['日本', 'draft'],
    ['', 'draft'],
    ['a'.repeat(200), 'a'.repeat(80)],
    [`${'word '.repeat(30)}`, 'word-word-word-word-word-word-word-word-word-word-word-word-word-word-word-word'],
  ])('of %j is %s', (title, slug) => {
    expect(draftSlug(title)).toBe(slug);
  });
});
