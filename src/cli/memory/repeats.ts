/** What comes back in sessions: requests that you repeat and failures of the same kind, in lists and by their ids. */
import { defineCommand } from '../command.ts';
import type { Session } from '#src/format/session.ts';
import type { Archive } from '#src/archive/archive.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import type { Project } from '#src/lib/project.ts';
import { readConfig } from '#src/lib/config.ts';
import { pathsIn } from '#src/lib/env.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import {
  allRepeats,
  dismissalKey,
  dismissalOf,
  type ProjectRepeats,
  type Repeat,
  RepeatsFinder,
  requestsAndFailures,
} from '#src/memory/repeats.ts';
import { withConfigEdit } from '#src/lib/settings-text.ts';
import { changeForeign, requireWritable } from '#src/lib/foreign-file.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { seenWords, sinceWords } from '#src/memory/proposed-memory.ts';
import { ownArchive } from '../own-archive.ts';
import type { Io } from '../terminal/io.ts';
import { printResult } from '../terminal/print.ts';
import { bold, cyan, dim, joined, line, red, type Text } from '../terminal/text.ts';
import { cut } from '../terminal/wrap.ts';

export const dismiss = {
  command: defineCommand({
    meta: {
      name: 'chronicle memory dismiss',
      description:
        'Never show a request or a failure again that chronicle memory list names. It is kept in config.json, under "dismissed"; delete it there to see it again',
    },
    args: {
      ids: { type: 'positional', required: false, description: 'Ids such as r-3f6c2a and x-12ab34' },
    },
    run({ args, io }) {
      if (args._.length === 0)
        throw new ChronicleError(
          'CHRONICLE_WRONG_USE',
          'chronicle memory dismiss takes ids such as r-3f6c2a, which chronicle memory list names. Nothing was changed.',
        );
      const all = ownRepeats(io, ownArchive(io));
      for (const repeat of args._.map((id) => repeatNamed(all, id))) {
        const { project } = repeat.own;
        const name = dismissalOf(repeat);
        dismissIn(pathsIn(io.env), project, name);
        printResult(io, `Dismissed in ${oneLine(project.name)}: ${oneLine(name)}`);
      }
      return 0;
    },
  }),
};

/** What comes back in these sessions of the owner's archive, without what the owner dismissed. */
export function ownRepeats(
  { env }: Io,
  archive: Archive,
  sessions: readonly Session[] = archive.snapshot.sessions,
): ProjectRepeats[] {
  const { dismissed } = readConfig(pathsIn(env)).config;
  const { proposals } = archive.snapshot.memory;
  return new RepeatsFinder().find(sessions, (session) => archive.listsOf(session).repeats, { dismissed, proposals });
}

/** The request or failure with this id. Refuses an unknown one (CHRONICLE_NOT_FOUND). */
export function repeatNamed(all: readonly ProjectRepeats[], id: string): Repeat {
  const found = allRepeats(all).find((each) => each.id === id);
  if (found) return found;
  throw new ChronicleError(
    'CHRONICLE_NOT_FOUND',
    `Nothing that you keep telling the agent, and nothing that keeps failing, has the id ${id}. chronicle memory list names them. Nothing was changed.`,
  );
}

const LONGEST = 90;

/** What comes back in each project: the words, how often, and the command that proposes a memory for it. */
export function formatRepeats(all: readonly ProjectRepeats[], width: number): Text {
  const { requests, failures } = requestsAndFailures(all);
  const section = (title: string, repeats: readonly Repeat[]) =>
    repeats.length === 0
      ? []
      : [joined([bold(title), ...repeats.flatMap((repeat) => repeatLines(repeat, all.length > 1, width))])];
  const sections = [
    ...section('What you keep telling it', requests),
    ...section('It fails the same way each time', failures),
  ];
  return joined(sections, '\n\n');
}

/** The lines of one. */
export function repeatLines(repeat: Repeat, hasSeveral: boolean, width: number): Text[] {
  const place = hasSeveral ? ` of ${oneLine(repeat.own.project.name)}` : '';
  const seen = seenWords(repeat).replace(/ sessions?,/, (sessions) => `${sessions.slice(0, -1)}${place},`);
  const said = saidLines(repeat).map((text, at) => cut(at === 0 ? line`  ${text}` : line`    ${dim(text)}`, width));
  const { known, since } = repeat;
  const again = since === 0 ? [] : [cut(line`    ${red(sinceWords(since, known?.file ?? ''))}`, width)];
  const next = known === null ? `chronicle memory propose --from ${repeat.id}` : 'chronicle review';
  return [...said, cut(line`    ${dim(seen)}`, width), ...again, ...(since > 0 ? [] : [line`    ${cyan(next)}`])];
}

function saidLines(repeat: Repeat): string[] {
  if (repeat.kind === 'request') return [`"${oneLine(clip(repeat.words, LONGEST))}"`];
  const { run, line: cause, next } = repeat;
  return [
    `${oneLine(clip(run, LONGEST))}: ${oneLine(clip(cause, LONGEST))}`,
    ...(next === null ? [] : [`What worked next: ${oneLine(clip(next.command, LONGEST))}`]),
  ];
}

/**
 * Adds `name` to what is dismissed in a project. Every other setting stays as it is. Refuses
 * (CHRONICLE_BAD_CONFIG) settings that cannot be read.
 */
function dismissIn(paths: Paths, project: Project, name: string): void {
  const { problem } = readConfig(paths);
  if (problem !== null) throw new ChronicleError('CHRONICLE_BAD_CONFIG', `${problem} Nothing was changed.`);
  privateDirectory(paths.state, paths.config);
  requireWritable(paths.settings);
  const key = dismissalKey(project);
  const edit = (text: string | null) =>
    withConfigEdit(paths.settings, text ?? '', (value) => {
      const dismissed = (value.dismissed ?? {}) as Record<string, string[]>;
      return { ...value, dismissed: { ...dismissed, [key]: [...new Set([...(dismissed[key] ?? []), name])] } };
    });
  changeForeign(paths.settings, edit, 0o600);
}
