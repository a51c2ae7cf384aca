import { describe, expect, it } from 'vitest';
import { formatReport } from '#src/cli/import/report.ts';
import { plain } from '#src/cli/terminal/text.ts';

type Report = Parameters<typeof formatReport>[0];
const NOTHING: Report = {
  id: null,
  sessions: [],
  completed: [],
  projects: [],
  found: {},
  facts: 0,
  skipped: {},
  leftOut: {},
  fromHistory: 0,
  files: 1,
};
const ENTRY = { id: 'one', project: 'a', date: '2026-03-24', prompts: 1, found: {}, path: null };
const said = (report: Partial<Report>, isDryRun = false) =>
  plain(formatReport({ ...NOTHING, ...report }, { isDryRun, projects: '/p', width: Number.POSITIVE_INFINITY }));

describe('formatReport', () => {
  it('says what was added to which chronicles', () => {
    const completed = [{ ...ENTRY, path: '/p/a/chronicle/1.md' }];
    const text = said({ completed, found: { DECISION: 2, ERROR: 1 }, facts: 1 });
    expect(text).toContain('Read 1 transcript. Added what the transcripts show to 1 existing chronicle.\n');
    expect(text).toContain(
      'Found in them: 2 decisions, 1 error.\nFacts (prompts, files, commits and more): 1 session.\n',
    );
    expect(said({ completed, facts: 1, found: null }, true)).toContain(
      'Would add what the transcripts show to 1 existing chronicle. Nothing was changed.\n\nFacts (prompts, files, commits and more): would be written for 1 session.',
    );
  });

  it('says how to go on if something could not be written', () => {
    expect(said({})).toBe('Read 1 transcript. Nothing to import. Nothing was changed.');
    expect(said({ skipped: { 'could not be written': 1 } })).toMatch(
      /No session could be imported\.[\s\S]*Run chronicle import transcripts again to retry/,
    );
  });
});
