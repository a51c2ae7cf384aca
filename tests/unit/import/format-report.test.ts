import { describe, expect, it } from 'vitest';
import { formatReport } from '#src/cli/import/format-report.ts';
import type { Report } from '#src/cli/import/report.ts';

const NOTHING: Report = {
  sessions: [],
  projects: [],
  candidates: {},
  friction: {},
  skipped: {},
  outgrown: [],
  filedBy: {},
  gone: [],
  leftOut: {},
  fromHistory: 0,
  ledgerLines: 0,
  unnamedPrompts: 0,
  files: 1,
  bytes: 1,
};
const said = (report: Partial<Report>, isDryRun = false) =>
  formatReport({ ...NOTHING, ...report }, { isDryRun, projects: '/p' });

describe('formatReport', () => {
  it('counts one and several', () => {
    const friction = { 'failure that did not repeat': 15, 'call of a wrong form': 2, 'file not found': 1 };
    expect(said({ friction, leftOut: { tooLong: 1, refused: 4 } })).toContain(
      '15 failures that did not repeat, 2 calls of a wrong form, 1 file not found.\nNot read: 1 line over 16 MB, 4 links or other things that are no files.',
    );
  });

  it.each([true, false])('says what may still run, in a dry run too: %s', (isDryRun) => {
    expect(said({ skipped: { 'may be running': 2 } }, isDryRun)).toContain(
      '2 transcripts were written within the last ten minutes, so their sessions may still be running. Run chronicle backfill again later.',
    );
  });

  it('says which chronicles are behind their sessions, and how to fill one in anew', () => {
    const outgrown = Array.from({ length: 7 }, (_, n) => `/p/a/chronicle/${n}.md`);
    const text = said({ outgrown });
    expect(text).toContain(
      '7 sessions went on after being filled in; what came later is not in their chronicles:\n  /p/a/',
    );
    expect(text).toContain(
      '  and 2 more, which --json lists\nTo fill one in anew, remove its file, such as /p/a/chronicle/0.md,',
    );
  });

  it('tells of filing only where a directory is gone', () => {
    expect(said({ filedBy: { checkout: 9 } })).not.toContain('directory');
    const gone = [{ cwd: '/home/robin/code/hotfix', project: 'hotfix', by: 'folder' }];
    expect(said({ filedBy: { checkout: 9, folder: 1 }, gone })).toContain(
      "Sessions whose directory is gone: 1 filed by the name of the transcript's folder.\n  /home/robin/code/hotfix is gone: filed under hotfix",
    );
  });

  it('gives the days from the first to the last, in whatever order', () => {
    const entry = (date: string) => ({ id: date, project: 'a', date, prompts: 1, candidates: {}, path: null });
    expect(said({ sessions: [entry('2026-11-13'), entry('1969-12-31')] })).toContain('31 Dec 1969 to 13 Nov 2026.');
  });

  it('does not say that nothing was written where something was', () => {
    expect(said({})).toBe('Read 1 transcript. There is nothing to fill in. Nothing was written.');
    expect(said({ ledgerLines: 1 })).not.toContain('Nothing was written');
    expect(said({ skipped: { 'could not be written': 1 } })).toMatch(
      /Nothing could be filled in\.[\s\S]*The next chronicle backfill goes on with the 1 session that could not be written\./,
    );
  });
});
