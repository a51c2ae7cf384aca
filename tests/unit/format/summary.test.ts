import { describe, expect, it } from 'vitest';
import type { Summary } from '#src/format/chronicle.ts';
import { isMachineLine, machineSummary, readSummary, summaryDigest } from '#src/format/read.ts';
import { TAGS, type Tag } from '#src/format/tags.ts';

function countedWords(counts: Partial<Record<Tag, number>>): string {
  return machineSummary(TAGS.flatMap((tag) => Array.from({ length: counts[tag] ?? 0 }, () => ({ tag }))));
}

describe('machineSummary', () => {
  it.each<[string, Partial<Record<Tag, number>>]>([
    ['1 event (1 error)', { ERROR: 1 }],
    ['1 event (1 memory miss)', { 'MEMORY-MISS': 1 }],
    ['2 events (2 memory misses)', { 'MEMORY-MISS': 2 }],
    ['2 events (2 memory hits)', { 'MEMORY-HIT': 2 }],
    ['1 event (1 blocked)', { BLOCKED: 1 }],
    ['3 events (1 correction, 2 blocked)', { BLOCKED: 2, 'USER-CORRECTION': 1 }],
    ['5 events (2 decisions, 1 error, 1 pivot, 1 insight)', { INSIGHT: 1, PIVOT: 1, ERROR: 1, DECISION: 2 }],
    ['6 events (2 pivots, 2 insights, 2 corrections)', { PIVOT: 2, INSIGHT: 2, 'USER-CORRECTION': 2 }],
  ])('says %s', (words, counts) => {
    expect(countedWords(counts)).toBe(`Auto-generated: ${words}`);
    expect(isMachineLine(countedWords(counts))).toBe(true);
  });
});

describe('readSummary', () => {
  it('reads the count in two lines that the first scripts left of a session without events', () => {
    const none = { kind: 'machine', lead: 'Auto-generated: no events', narrative: null };
    expect(readSummary(['', 'Auto-generated: 0', '0 events'], null)).toEqual(none);
    expect(readSummary(['Auto-generated: 0', '0 events', 'Written.'], null)).toMatchObject({ lead: 'Written.' });
    expect(readSummary(['0 events'], null)).toMatchObject({ kind: 'agent' });
  });

  const machine = 'Auto-generated: 1 event (1 error)';

  it.each([
    ['nothing', [], 'none', ''],
    ['blank lines', ['', ' ', '\t'], 'none', ''],
    ['the machine', ['', machine, ''], 'machine', machine],
    ['the machine twice', ['Auto-generated: 2 events', '', machine], 'machine', machine],
    ['an agent', ['', 'Text.', ''], 'agent', 'Text.'],
    ['an agent after the machine', [machine, '', 'Text.', '', 'More.'], 'agent', 'Text.\n\nMore.'],
    ['an agent before the machine', ['Text.', '', machine], 'agent', 'Text.'],
    ['an agent who mentions it', [`It said "${machine}".`], 'agent', `It said "${machine}".`],
  ])('is written by %s', (_, lines, kind, lead) => {
    expect(readSummary(lines, null)).toEqual({ kind, lead, narrative: null });
  });

  it('keeps every line of a narrative', () => {
    const narrative = { title: ' The title ', lines: ['', 'Text.', machine] };
    expect(readSummary([machine], narrative)).toEqual({
      kind: 'retro',
      lead: '',
      narrative: { title: 'The title', text: `Text.\n${machine}` },
    });
  });
});

describe('summaryDigest', () => {
  const narrative = { title: 'Title', text: 'Story' };

  it('is twelve hex digits that change only with the prose', () => {
    const digest = summaryDigest({ kind: 'agent', lead: 'Lead', narrative: null });
    expect(digest).toMatch(/^[0-9a-f]{12}$/);
    const others: Summary[] = [
      { kind: 'none', lead: '', narrative: null },
      { kind: 'agent', lead: 'Lead.', narrative: null },
      { kind: 'retro', lead: 'Lead', narrative },
      { kind: 'retro', lead: 'Lead', narrative: { ...narrative, title: 'Other' } },
      { kind: 'retro', lead: 'Lead', narrative: { ...narrative, text: 'Other' } },
    ];
    expect(new Set([digest, ...others.map(summaryDigest)]).size).toBe(others.length + 1);
  });

  it('treats a machine summary as no summary', () => {
    const machine = summaryDigest({ kind: 'machine', lead: 'Auto-generated: 1 event (1 error)', narrative: null });
    expect(machine).toBe(summaryDigest({ kind: 'none', lead: '', narrative: null }));
  });
});
