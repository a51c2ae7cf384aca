import { describe, expect, it } from 'vitest';
import { formatReport } from '#src/cli/import/format-report.ts';
import type { Report } from '#src/cli/import/report.ts';
import { plain } from '#src/cli/terminal/text.ts';

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
  plain(formatReport({ ...NOTHING, ...report }, { isDryRun, projects: '/p', width: Number.POSITIVE_INFINITY }));

describe('formatReport', () => {
  it('uses singular and plural', () => {
    const friction = { 'failure that did not repeat': 15, 'call of a wrong form': 2, 'file not found': 1 };
    expect(said({ friction, leftOut: { tooLong: 1, refused: 4 } })).toContain(
      '15 failures that did not repeat, 2 malformed calls, 1 file not found.\nNot read: 1 line over 16 MB, 4 links or special files.',
    );
  });

  it.each([true, false])('names sessions that may still be running, also in a dry run: %s', (isDryRun) => {
    expect(said({ skipped: { 'may be running': 2 } }, isDryRun)).toContain(
      '2 transcripts were written in the last ten minutes, so their sessions may still be running. Run chronicle backfill again later.',
    );
  });

  it('lists outdated chronicles, and how to make one again', () => {
    const outgrown = Array.from({ length: 7 }, (_, n) => `/p/a/chronicle/${n}.md`);
    const text = said({ outgrown });
    expect(text).toContain(
      '7 sessions continued after the backfill. The later part is not in their chronicles:\n  /p/a/',
    );
    expect(text).toContain(
      '  and 2 more; --json lists all\nTo backfill one again, delete its file, such as /p/a/chronicle/0.md,',
    );
  });

  it('mentions filing only if a directory is gone', () => {
    expect(said({ filedBy: { checkout: 9 } })).not.toContain('directory');
    const gone = [{ cwd: '/home/robin/code/hotfix', project: 'hotfix', by: 'folder' }];
    expect(said({ filedBy: { checkout: 9, folder: 1 }, gone })).toContain(
      "Sessions whose directory is gone: 1 filed by the transcript's folder.\n  /home/robin/code/hotfix: filed under hotfix",
    );
  });

  it('gives the first and last day, whatever the order', () => {
    const entry = (date: string) => ({ id: date, project: 'a', date, prompts: 1, candidates: {}, path: null });
    expect(said({ sessions: [entry('2026-11-13'), entry('1969-12-31')] })).toContain('31 Dec 1969 to 13 Nov 2026.');
  });

  it('does not say that nothing was written if something was', () => {
    expect(said({})).toBe('Read 1 transcript. Nothing to backfill. Nothing was changed.');
    expect(said({ ledgerLines: 1 })).not.toContain('Nothing was changed');
    expect(said({ skipped: { 'could not be written': 1 } })).toMatch(
      /No session could be backfilled\.[\s\S]*1 session could not be written\. Run chronicle backfill again/,
    );
  });
});
