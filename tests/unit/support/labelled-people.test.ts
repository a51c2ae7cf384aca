import { expect, test } from 'vitest';
import { labelledProjects, PEOPLE_SETS, type PersonsSession } from '#tests/support/labelled-people.ts';

const all = PEOPLE_SETS.flatMap(labelledProjects);
const days = (sessions: readonly PersonsSession[]) => new Set(sessions.map(({ at }) => at.slice(0, 10))).size;
const numbersOf = (sessions: readonly PersonsSession[], isCounted: (session: PersonsSession) => boolean) =>
  sessions.flatMap((session, index) => (isCounted(session) ? [index + 1] : []));
const typedIn = ({ turns }: PersonsSession) => turns.filter((turn) => typeof turn === 'string');

test('three people have twenty sessions each, about half of them held out', () => {
  const people = Map.groupBy(all, ({ person }) => person);
  const counts = [...people.values()].map((own) => own.reduce((sum, { sessions }) => sum + sessions.length, 0));
  expect(counts).toEqual([20, 20, 20]);
  const held = labelledProjects('held-out').reduce((sum, { sessions }) => sum + sessions.length, 0);
  expect(held).toBe(29);
  expect(new Set(all.flatMap(({ sessions }) => sessions.map(({ id }) => id))).size).toBe(60);
});

test.each(all.map((one) => [one.project, one] as const))('the labels of %s are what its sessions hold', (_, one) => {
  const { sessions, requests, failures, noRequests, noFailures } = one;
  const at = (numbers: readonly number[]) =>
    numbers.map((number) => sessions[number - 1] ?? expect.fail(`no session ${number}`));
  for (const { words, sessions: numbers, said } of requests) {
    const own = at(numbers);
    // Repeated over sessions and days, and every session in which somebody typed it is named.
    expect([own.length >= 4, days(own) >= 3], words).toEqual([true, true]);
    const isSaid = (session: PersonsSession) =>
      typedIn(session).some((turn) => said.some((one) => turn.toLowerCase().includes(one.toLowerCase())));
    expect(numbersOf(sessions, isSaid), words).toEqual(numbers);
  }
  for (const { run, says, next, sessions: numbers } of failures) {
    const own = at(numbers);
    expect([own.length >= 4, days(own) >= 3], run).toEqual([true, true]);
    const isFailing = ({ turns }: PersonsSession) =>
      turns.some(
        (turn) =>
          typeof turn === 'object' &&
          'fails' in turn &&
          turn.fails.startsWith(run) &&
          turn.says.includes(says) &&
          turn.next === next,
      );
    expect(numbersOf(sessions, isFailing), run).toEqual(numbers);
  }
  const transcripts = sessions
    .map(({ text }) => text)
    .join('')
    .toLowerCase();
  for (const { words } of noRequests) expect(transcripts).toContain(words.split(',')[0]?.toLowerCase());
  for (const { why, sessions: numbers } of noFailures)
    for (const { turns } of at(numbers))
      expect(
        turns.some((turn) => typeof turn === 'object' && 'fails' in turn),
        why,
      ).toBe(true);
});

test('a fork begins with the records of another session, under their ids', () => {
  const forks = all.flatMap(({ sessions }) =>
    sessions.flatMap((fork) => (fork.fork === undefined ? [] : [{ fork, sessions }])),
  );
  expect(forks.length).toBeGreaterThan(0);
  for (const { fork, sessions } of forks) {
    const [copied, original] = [fork, sessions[(fork.fork ?? 0) - 1]].map((one) =>
      JSON.parse(one?.text.split('\n')[3] ?? '{}'),
    );
    expect(copied).toEqual({ ...original, sessionId: fork.id });
  }
});
