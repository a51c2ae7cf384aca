import { describe, expect, it } from 'vitest';
import type { Note } from '#src/chronicle/notebook/notebook.ts';
import type { Session } from '#src/chronicle/session.ts';
import { attemptsSentence, repeatedAttempts } from '#src/memory/effect/repeated-attempts.ts';
import { plantedSessions } from '#tests/bench/planted-notes.ts';

const COOKIE = 'httpOnly cookie for the JWT → Safari blocks it in an iframe';
const COOKIE_AGAIN = 'stored the JWT in an httpOnly cookie → Safari blocks it';
const BCRYPT = 'bcrypt with 10 rounds → tests time out';
const REPEATS = { runs: 9, until: 9, commands: 0, failures: 0 };

/** Sessions, newest first, with these Tried lines, given oldest first; null for a session without a notebook. */
function sessions(...given: (readonly string[] | null)[]): Session[] {
  const made = plantedSessions(given.map(() => ({ notes: 'on', repeats: REPEATS })));
  return made.map((session, index) => {
    const lines = given[given.length - 1 - index];
    return lines
      ? { ...session, notebook: { sessionId: session.id, notes: lines.map((line) => note(line)) } }
      : session;
  });
}

function note(text: string, kind: Note['kind'] = 'tried'): Note {
  return { id: 'n-12ab34', kind, text, details: '', date: null, time: null, resolved: null, line: 1 };
}

describe('repeatedAttempts', () => {
  it('tells a line like one of its session from one like an earlier session’s', () => {
    expect(repeatedAttempts(sessions([COOKIE, BCRYPT, COOKIE_AGAIN]))).toEqual({
      lines: 3,
      inSession: 1,
      inProject: 0,
    });
    expect(repeatedAttempts(sessions([COOKIE], null, [BCRYPT, COOKIE_AGAIN]))).toEqual({
      lines: 3,
      inSession: 0,
      inProject: 1,
    });
    expect(repeatedAttempts(sessions([COOKIE], [COOKIE_AGAIN, COOKIE]))).toEqual({
      lines: 3,
      inSession: 1,
      inProject: 1,
    });
    expect(repeatedAttempts(sessions(null, []))).toEqual({ lines: 0, inSession: 0, inProject: 0 });
  });

  it('compares only Tried lines of one project, of attended sessions that hooks recorded', () => {
    const [other, ...own] = sessions([COOKIE], [COOKIE_AGAIN]);
    const project = { slug: 'larder', name: 'larder', directory: '-larder', root: null };
    expect(repeatedAttempts([...(other ? [{ ...other, project }] : []), ...own])).toMatchObject({
      lines: 2,
      inProject: 0,
    });
    const found = sessions([COOKIE], [COOKIE_AGAIN]);
    for (const { notebook } of found.slice(1)) for (const each of notebook?.notes ?? []) each.kind = 'discovered';
    expect(repeatedAttempts(found)).toEqual({ lines: 1, inSession: 0, inProject: 0 });
    const fromTranscripts = sessions([COOKIE], [COOKIE_AGAIN]);
    for (const { chronicle } of fromTranscripts) chronicle.frontMatter.source = 'backfill';
    expect(repeatedAttempts(fromTranscripts).lines).toBe(0);
  });

  it('remembers the newest lines of a project, so that a large archive takes no longer for each', () => {
    const many = Array.from({ length: 120 }, (_, i) => [`option${i}Flag of plugin${i} → broke step${i}`]);
    expect(repeatedAttempts(sessions([COOKIE], ...many, [COOKIE_AGAIN])).inProject).toBe(0);
    expect(repeatedAttempts(sessions([COOKIE], ...many.slice(0, 90), [COOKIE_AGAIN])).inProject).toBe(1);
  });
});

describe('attemptsSentence', () => {
  it('counts both kinds', () => {
    expect(attemptsSentence({ lines: 1041, inSession: 3, inProject: 2 })).toBe(
      'Tried lines: 1,041, of which 3 are like an earlier one of the same session and 2 like one of an earlier session.',
    );
    expect(attemptsSentence({ lines: 2, inSession: 1, inProject: 0 })).toBe(
      'Tried lines: 2, of which 1 is like an earlier one of the same session and 0 like one of an earlier session.',
    );
    expect(attemptsSentence({ lines: 1, inSession: 0, inProject: 0 })).toBe(
      'Tried lines: 1, none like an earlier one.',
    );
  });
});
