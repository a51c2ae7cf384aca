import { readEventLine } from '#src/chronicle/event-line.ts';
import type { Session } from '#src/chronicle/session.ts';
import { bytesOf } from '#src/forget/bytes.ts';
import { FORGOTTEN, TextMatcher } from '#src/forget/text-matcher.ts';
import type { Target } from '#src/node/forget/file-changes.ts';
import { placeOf } from '#src/node/session/find.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { chroniclePlace } from '#src/project/paths.ts';
import { findSession } from '#src/search/find-session.ts';
import { sessionNamed } from '../archive/session-named.ts';
import { findEvent } from '../posts/series/find-event.ts';
import type { Io } from '../terminal/io.ts';

/** Less stands everywhere, in words that nobody means. */
const SHORTEST = 4;
const PATIENCE = 10_000;
const EVENT = /#e-[0-9a-f]{6}(?:-\d+)?$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What is to be forgotten by these words. Refuses none or several (CHRONICLE_NO_TARGET), a text that is too short or is
 * what stands where texts were forgotten (CHRONICLE_BAD_TEXT), and names that fit several sessions or no event.
 */
export async function findTarget(
  io: Io,
  sessions: readonly Session[],
  words: readonly string[],
  isText: boolean,
): Promise<Target> {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) {
    throw new ChronicleError(
      'CHRONICLE_NO_TARGET',
      'chronicle forget takes one thing: a session, an event such as last#e-3fa9c1, a text in quotes, or - for a text on stdin. Nothing was written.',
    );
  }
  if (word === '-') return textTarget(await askedText(io));
  if (isText) return textTarget(word);
  if (EVENT.test(word)) {
    const event = findEvent(sessions, word);
    return { kind: 'event', event, session: event.replace(EVENT, '') };
  }
  const found = findSession(sessions, word);
  const isSession =
    'session' in found || found.fits === 'several' || /^(?:https?:\/\/[^/]+)?\/?(?:narratives|sessions)\//.test(word);
  if (isSession) return sessionTarget(sessions, sessionNamed(sessions, word).id);
  // A session whose chronicle is gone, or was never made: its traces go, and no backfill makes one.
  return UUID.test(word) ? sessionTarget(sessions, word) : textTarget(word);
}

/** Other files name a chronicle by where it lies, too. */
function sessionTarget(sessions: readonly Session[], id: string): Target {
  const places = sessions.filter((session) => session.id === id).map(({ path }) => placeOf(path));
  const names = places.map(({ projectDirectory, fileName }) => chroniclePlace(projectDirectory, fileName));
  return { kind: 'session', session: id, names };
}

/** The line of an event, as it stands in the file, means its text: its tag is nobody's. */
function textTarget(given: string): Target {
  const line = given.trim();
  const read = readEventLine(line);
  const text = read?.kind === 'event' ? line.slice(read.textAt).trim() : line;
  if ([...text].length < SHORTEST) {
    throw badText(
      `A text to forget has at least ${SHORTEST} characters, as a shorter one stands in many words. Name it with what stands beside it, such as "the PIN is 123".`,
    );
  }
  if (new TextMatcher([text]).isIn(bytesOf(FORGOTTEN)))
    throw badText(`That is in ${FORGOTTEN}, which stands where texts were forgotten.`);
  return { kind: 'text', text };
}

async function askedText(io: Io): Promise<string> {
  if (!io.stdin.isTerminal) return io.stdin.read(PATIENCE);
  const answer = await io.ask.secret('The text to forget');
  if (answer === undefined) throw badText('No text was given.');
  return answer;
}

function badText(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_BAD_TEXT', `${sentence} Nothing was written.`);
}
