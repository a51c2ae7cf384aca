import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StatusFacts, statusLine, statusState } from '#src/setup/status-line.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const FACTS: StatusFacts = {
  excludedBy: null,
  hooksOffIn: null,
  installed: 'yes',
  lastCapture: { at: '2026-11-20T09:30:00.000Z', project: 'blog' },
  events: null,
  failures: [],
  isFailing: false,
  now: NOW,
};
const line = (changes: Partial<StatusFacts>) => statusLine({ ...FACTS, ...changes });

describe('statusLine', () => {
  it('says that it records, when it last did and where', () => {
    expect(line({})).toBe('chronicle: on · last 2 h ago (blog)');
    expect(line({ events: 3, failures: [{ at: '2026-11-20T11:00:00Z' }] })).toBe(
      'chronicle: on · last 2 h ago (blog) · 3 events · 1 failure',
    );
  });

  it('skips failures of earlier days with later recordings', () => {
    const failures = [{ at: '2026-11-19T11:59:00Z' }];
    expect(line({ failures })).toBe('chronicle: on · last 2 h ago (blog)');
    const lastCapture = { at: '2026-11-17T09:30:00Z', project: 'blog' };
    expect(line({ failures, lastCapture, isFailing: true })).toBe(
      'chronicle: failing · last 3 days ago (blog) · 1 failure',
    );
  });

  it('distinguishes off, unused and failing', () => {
    expect(line({ excludedBy: '/a/.no-chronicle', lastCapture: null })).toBe('chronicle: off here: /a/.no-chronicle');
    expect(line({ lastCapture: null })).toBe('chronicle: unused · nothing recorded yet');
    expect(statusState({ ...FACTS, isFailing: true, excludedBy: '~/x' })).toBe('off');
  });

  it('says why no hook runs, unless a hook started this session', () => {
    expect(line({ installed: 'no' })).toBe('chronicle: off: not installed (chronicle init)');
    expect(line({ installed: 'broken' })).toBe('chronicle: off: hooks cannot run (chronicle doctor)');
    const unfit = '/c/settings.json';
    expect(line({ installed: 'no', unfit })).toBe('chronicle: off: error in /c/settings.json (chronicle doctor)');
    expect(line({ unfit })).toBe('chronicle: on · last 2 h ago (blog)');
    expect(line({ installed: 'no', events: 1 })).toBe('chronicle: on · last 2 h ago (blog) · 1 event');
    expect(line({ hooksOffIn: '/c/settings.json', events: 1 })).toBe(
      'chronicle: off: hooks are disabled in /c/settings.json',
    );
    expect(line({ excludedBy: `/${'a/'.repeat(50)}.no-chronicle` })).toMatch(/off here: ….*a\/\.no-chronicle$/);
  });

  it('stays one line of less than 100 characters', () => {
    const facts = fc.record({
      excludedBy: fc.option(fc.string({ maxLength: 200, unit: 'grapheme' })),
      hooksOffIn: fc.option(fc.string({ maxLength: 200 })),
      unfit: fc.option(fc.string({ maxLength: 200 })),
      installed: fc.constantFrom('yes', 'no', 'broken'),
      lastCapture: fc.option(
        fc.record({
          at: fc.date({ min: new Date(0), max: NOW, noInvalidDate: true }).map((date) => date.toISOString()),
          project: fc.string({ maxLength: 300 }),
        }),
      ),
      events: fc.option(fc.nat(99_999)),
      failures: fc.array(fc.constant({ at: NOW.toISOString() }), { maxLength: 50 }),
      isFailing: fc.boolean(),
      now: fc.constant(NOW),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const text = statusLine(given);
        expect(text.length).toBeLessThan(100);
        expect(text).not.toContain('\n');
      }),
    );
  });
});
