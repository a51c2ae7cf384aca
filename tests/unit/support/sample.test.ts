import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseFacts } from '#src/transcript/facts.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { factsPath } from '#src/lib/paths.ts';
import { SAMPLE } from '#tests/support/root.ts';
import { type SampleSession, sampleSessions } from '#tests/support/sample/make-sample.ts';

const committed = (place: string) => readFileSync(`${SAMPLE}/projects/${place}`, 'utf8');

/** The text of a prompt or event in plain words, to compare what was said with what was logged. */
const words = (text: string) =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

let sessions: SampleSession[];
beforeAll(() => {
  sessions = sampleSessions();
});

function factsOf({ place }: SampleSession) {
  const { facts, fault } = parseFacts(committed(factsPath(place)));
  if (facts === null) throw new Error(`${place}: ${fault}`);
  return facts;
}

describe('the sample archive', () => {
  it('has facts for every session but the empty one, small enough to be part of the package', () => {
    expect(sessions).toHaveLength(67);
    const size = sessions.reduce((sum, { place }) => sum + committed(factsPath(place)).length, 0);
    expect(size).toBeLessThan(800_000);
  });

  it('has each prompt and commit at the time of its source', () => {
    for (const session of sessions) {
      const { turns } = session.source;
      const { prompts, commits } = factsOf(session);
      const offset = session.chronicle.frontMatter.utc_offset;
      const timeOf = (at: string) => momentOf(at, offset).time;
      const typed = turns.map(({ at, prompt, queued }) => [at.slice(-5), (prompt ?? queued ?? '').trim()]);
      expect(
        prompts.map(({ at, text }) => [timeOf(at), text]),
        session.place,
      ).toEqual(typed);
      const made = turns.flatMap(({ commit = [] }, turn) =>
        [commit].flat().map((text) => [text.trim().slice(0, 5), turn]),
      );
      expect(
        commits.map(({ at, prompt }) => [timeOf(at), prompt]),
        session.place,
      ).toEqual(made);
    }
  });

  it('has every logged event between the first and the last message', () => {
    for (const session of sessions) {
      const { from, to } = factsOf(session).head;
      const offset = session.chronicle.frontMatter.utc_offset;
      const [first, last] = [momentOf(from ?? '', offset), momentOf(to ?? '', offset)];
      for (const { date, time, text } of session.chronicle.events) {
        if (time === null) continue;
        const at = `${date} ${time}`;
        expect(at >= `${first.date} ${first.time}` && at <= `${last.date} ${last.time}`, `${at} ${text}`).toBe(true);
      }
    }
  });

  it('quotes in corrections what was typed shortly before', () => {
    for (const session of sessions) {
      const typed = factsOf(session).prompts.map(({ text }) => words(text));
      for (const { tag, text } of session.chronicle.events) {
        const [, said] = /^"(.+)"$/.exec(text) ?? [];
        if (tag === 'USER-CORRECTION' && said !== undefined) expect(typed, session.place).toContain(words(said));
      }
    }
  });
});
