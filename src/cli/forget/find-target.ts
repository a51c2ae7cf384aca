/** What `chronicle forget` is to forget, from its arguments. */
import { readEventLine } from '#src/format/event.ts';
import { chroniclesIn } from '#src/format/projects.ts';
import { hasContent, type Session } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { chroniclePlace, type Paths } from '#src/lib/paths.ts';
import { realPath } from '#src/lib/read-file.ts';
import { placeOf } from '#src/record/find.ts';
import type { Target } from '#src/setup/forget/forget.ts';
import { FORGOTTEN, TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { sessionNamed, sessionsMatching } from '../session-named.ts';
import type { Io } from '../terminal/io.ts';

/** A shorter text matches in unrelated words everywhere. */
const SHORTEST = 4;
const PATIENCE = 10_000;
const EVENT = /#e-[0-9a-f]{6}(?:-\d+)?$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ADDRESS = /^(?:https?:\/\/[^/]+)?\/?(?:narratives|sessions)\//;

interface Archives {
  paths: Paths;
  roots: readonly string[];
  sessions: readonly Session[];
}

/**
 * The session or text to forget. Refuses none or several, and events (CHRONICLE_NO_TARGET), a text that is too short or
 * part of "(forgotten)" (CHRONICLE_BAD_TEXT), and names that match several sessions.
 */
export async function findTarget(
  io: Io,
  archives: Archives,
  words: readonly string[],
  isText: boolean,
): Promise<Target> {
  const { sessions } = archives;
  const [word, ...more] = words;
  if (word === undefined || more.length > 0)
    throw new ChronicleError(
      'CHRONICLE_NO_TARGET',
      'chronicle forget takes one argument: a session, text in quotes, or - to read the text from stdin. Nothing was changed.',
    );
  if (word === '-') return textTarget(await askedText(io));
  if (isText) return textTarget(word);
  if (EVENT.test(word))
    throw new ChronicleError(
      'CHRONICLE_NO_TARGET',
      `${word} is an event. To forget it, run chronicle forget - and paste its line from the chronicle. Nothing was changed.`,
    );
  if (sessionsMatching(sessions, word, hasContent).length > 0 || ADDRESS.test(word))
    return sessionTarget(archives, sessionNamed(sessions, word).id);
  // The session's chronicle may be gone, or never have been made. Its traces are deleted, and an import skips it.
  return UUID.test(word) ? sessionTarget(archives, word) : textTarget(word);
}

function sessionTarget({ paths, roots }: Archives, id: string): Target {
  const pathsIn = (root: string) =>
    [...chroniclesIn(root)].filter(({ frontMatter }) => frontMatter.get('session_id') === id).map(({ path }) => path);
  const names = pathsIn(paths.projects)
    .map(placeOf)
    .map(({ projectDirectory, fileName }) => chroniclePlace(projectDirectory, fileName));
  const others = roots.filter((root) => realPath(root) !== realPath(paths.projects));
  return { kind: 'session', session: id, names, copies: others.flatMap(pathsIn) };
}

/** Of an event's line, pasted from the file, only the text counts. */
function textTarget(input: string): Target {
  const line = input.trim();
  const read = readEventLine(line);
  const text = read?.kind === 'event' ? line.slice(read.textAt).trim() : line;
  if ([...text].length < SHORTEST)
    throw badText(
      `The text to forget must have at least ${SHORTEST} characters, because shorter text matches inside too many words. Include the words around it, as in "the PIN is 123".`,
    );
  if (new TextMatcher([text]).isIn(asBytes(FORGOTTEN)))
    throw badText(`That text cannot be forgotten: it is part of ${FORGOTTEN}, which replaces forgotten text.`);
  return { kind: 'text', text };
}

async function askedText(io: Io): Promise<string> {
  if (!io.stdin.isTerminal) return io.stdin.read(PATIENCE);
  const answer = await io.ask.secret('The text to forget');
  if (answer === undefined) throw badText('No text was entered.');
  return answer;
}

function badText(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_BAD_TEXT', `${sentence} Nothing was changed.`);
}
