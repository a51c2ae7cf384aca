import { inspectNotebook } from '#src/format/notebook/scan-notebook.ts';
import { type Notebook, readWholeNotebook } from '#src/format/notebook/notebook.ts';
import { problemAt } from '#src/format/problem.ts';
import { readSessionId } from '#src/format/front-matter.ts';
import { isChronicleName, NOTEBOOKS_FOLDER, notebookPath } from '#src/lib/paths.ts';
import { sha1Of } from '../lib/digest.ts';
import type { Companion } from './companions.ts';
import type { Source } from '../memory/source.ts';

/** The notebooks of sessions. */
export const notebookSource: Source<Notebook> = {
  kind: 'notebooks',
  list: { folder: `*/${NOTEBOOKS_FOLDER}`, isMember: isChronicleName },
  parse(text) {
    const value = readWholeNotebook(text, sha1Of, readSessionId(text));
    return { value, problems: value ? inspectNotebook(text) : [problemAt('CHRONICLE_NOTEBOOK_OWNER', 1, 1)] };
  },
};

/** How much a notebook has. */
function sizeOf({ notes, observations = [], handoff }: Notebook): number {
  return notes.length + observations.length + (handoff ? 1 : 0);
}

/** A notebook belongs to a session. Of several, the one with most records is used. */
export const notebookCompanion: Companion<Notebook> = {
  sessionOf: ({ sessionId }) => sessionId,
  pathOf: notebookPath,
  compare: (a, b) => sizeOf(b) - sizeOf(a),
  twice({ value, used, isCopy }) {
    const known = new Set(used.content.value ? recordsOf(used.content.value).map(({ id }) => id) : []);
    const missing = recordsOf(value).filter(({ id }) => !known.has(id));
    if (missing.length === 0 && !isCopy) return null;
    const facts = { other: used.path, missing: missing.length, isCopy };
    return problemAt('CHRONICLE_NOTEBOOK_TWICE', missing[0]?.line ?? 1, 1, facts);
  },
  ofNobody: (sessionId) => problemAt('CHRONICLE_NOTEBOOK_OF_NOBODY', 1, 1, sessionId),
};

function recordsOf({ notes, observations = [] }: Notebook) {
  return [...notes, ...observations];
}
