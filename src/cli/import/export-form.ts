import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isAttended, type Session } from '#src/chronicle/session.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import { OTHER_FORMS, type OtherFormName, type ProjectRecords } from '#src/import/other-forms.ts';
import { isThere } from '#src/node/disk/is-there.ts';
import { requireOutside } from '#src/node/posts/export/blog-directory.ts';
import { layoutIn } from '#src/node/world.ts';
import { allObservations, globalName, supersededBy } from '#src/notebook/book.ts';
import { observedSession } from '#src/notebook/observed-session.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import { groupBy } from '#src/value/group-by.ts';
import { listed } from '#src/value/listed.ts';
import { ofProject } from '../archive/of-project.ts';
import { ownSnapshot } from '../archive/own-archive.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import { writeNewFile } from './export-json.ts';

interface Wanted {
  form: OtherFormName;
  /** A directory; each project gets one of its own in it. */
  out: string | undefined;
  /** Null for all. */
  project: string | undefined;
  isDryRun: boolean;
}

/**
 * Writes the records of each project as the files of another system, into new files below a directory. Refuses
 * (CHRONICLE_TAKEN) if one of them exists, before anything is written.
 */
export function exportForm(io: Io, { form, out, project, isDryRun }: Wanted): number {
  if (out === undefined && !isDryRun)
    throw new ChronicleError(
      'CHRONICLE_USAGE',
      `--out is missing: name a directory, as in: chronicle export --to ${form} --out ~/${form}. Nothing was written.`,
    );
  const { config } = layoutIn(io.world);
  const directory = resolve(io.world.cwd, out ?? '.');
  if (!isDryRun) requireOutside(directory, config);
  const sessions = ofProject(ownSnapshot(io).sessions, project);
  const left: Record<string, number> = {};
  const files = new Map<string, string>();
  const names: string[] = [];
  for (const [slug, own] of groupBy(sessions, (session) => session.project.slug)) {
    const made = OTHER_FORMS[form](recordsOf(own));
    for (const [place, text] of Object.entries(made.files)) files.set(join(directory, slug, place), text);
    if (Object.keys(made.files).length > 0) names.push(slug);
    for (const [word, count] of Object.entries(made.left)) left[word] = (left[word] ?? 0) + count;
  }
  const taken = [...files.keys()].find(isThere);
  if (taken !== undefined)
    throw new ChronicleError(
      'CHRONICLE_TAKEN',
      `${taken} exists already. Name another directory. Nothing was written.`,
    );
  if (isDryRun) printResult(io, [...files].map(([path, text]) => `${path}\n\n${text}`).join('\n'));
  else
    for (const [path, text] of files) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeNewFile(path, [text]);
    }
  const amounts = Object.entries(left).filter(([, count]) => count > 0);
  say(
    io,
    files.size === 0
      ? 'Nothing to export in this form.'
      : `${isDryRun ? 'Would write' : 'Wrote'} ${counted(files.size, 'file')} for ${counted(names.length, 'project')}. Copy what is in each folder to the checkout of the project.`,
  );
  say(
    io,
    `This form cannot hold ids, prompts, commits, files of a transcript, or what superseded what${amounts.length === 0 ? '' : `, nor ${listed(amounts.map(([word, count]) => counted(count, word.replace(/^([a-z]+)s\b/, '$1'), word)))}`}. chronicle export --json writes everything.`,
  );
  return 0;
}

/** `sessions` are newest first. */
function recordsOf(sessions: readonly Session[]): ProjectRecords {
  const all = allObservations(sessions.toReversed().flatMap(observedSession));
  const superseded = supersededBy(all);
  return {
    name: sessions[0]?.project.name ?? '',
    sessions: sessions.toReversed().map((session) => ({
      day: session.chronicle.frontMatter.date,
      title: sessionTitle(session),
      events: session.chronicle.events,
      notes: (session.notebook?.notes ?? []).map(({ kind, text, resolved }) => ({
        ...{ kind, text, isResolved: resolved !== null },
      })),
    })),
    book: all.filter((entry) => !superseded.has(globalName(entry))),
    handoff: sessions.find((session) => session.notebook?.handoff && isAttended(session))?.notebook?.handoff ?? null,
  };
}
