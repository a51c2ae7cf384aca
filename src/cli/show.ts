import { defineCommand } from 'citty';
import { ChronicleError } from '../node/chronicle-error.ts';
import { type FoundSession, findSession } from '../query/find-session.ts';
import { formatSession, shownSession } from './format-session.ts';
import { outputLimit } from './output-limit.ts';
import { ownSnapshot } from './own-sessions.ts';
import { printJson, printResult } from './result.ts';

/** As many as a reader takes in to choose among. */
const CANDIDATES = 10;

export const command = defineCommand({
  meta: { name: 'chronicle show', description: 'Print one session: its events with their ids, summary and narrative' },
  args: {
    session: {
      type: 'positional',
      required: false,
      description: "The session's file name without .md, at least 6 characters of its id, or last",
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args }) {
    if (args.session === undefined || args._.length > 1) {
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        "chronicle show takes one session: its file's name, at least 6 characters of its id, or last.",
      );
    }
    const { sessions } = ownSnapshot();
    if (sessions.length === 0) return 2;
    const found = findSession(sessions, args.session);
    if (!('session' in found)) throw unclear(args.session, found);
    if (args.json) printJson(shownSession(found.session));
    else printResult(formatSession(found.session, outputLimit()));
    return 0;
  },
});

function unclear(wanted: string, { fits, candidates }: Exclude<FoundSession, { session: unknown }>): ChronicleError {
  const names = candidates.map(({ project, name, id }) => `${project.slug}/${name} (${id})`);
  const listed = [...names.slice(0, CANDIDATES), ...(names.length > CANDIDATES ? ['…'] : [])].join(', ');
  if (fits === 'several') {
    return new ChronicleError(
      'CHRONICLE_SEVERAL_SESSIONS',
      `${names.length} sessions fit ${wanted}: ${listed}. Name one with its project or by its id.`,
    );
  }
  const advice =
    names.length > 0 ? `Did you mean ${listed}?` : 'chronicle list and chronicle search say what there is.';
  return new ChronicleError('CHRONICLE_NO_SESSION', `There is no session ${wanted}. ${advice}`);
}
