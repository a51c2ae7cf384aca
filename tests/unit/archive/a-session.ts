import { readWholeNotebook } from '#src/format/notebook/notebook.ts';
import { parseChronicle } from '#src/format/parse.ts';
import type { Session } from '#src/format/session.ts';

interface Given {
  id?: string;
  date?: string;
  started?: string;
  offset?: string | null;
  branch?: string;
  project?: string;
  name?: string;
  retro?: boolean;
  /** More lines of front matter. */
  keys?: string[];
  /** The text after the front matter. */
  body?: string;
}

/** A session read from a file with the given content. */
export function aSession(given: Given = {}): Session {
  const {
    date = '2026-09-14',
    branch = 'ink/1-x',
    project = 'inkwell',
    body = '',
    offset = '+02:00',
    id = '3dc1a619',
  } = given;
  const name = given.name ?? `${date}-${branch.replaceAll('/', '-')}`;
  const keys = [
    `session_id: ${id}`,
    `date: ${date}`,
    `branch: ${branch}`,
    'task: ""',
    `started: ${given.started ?? `${date}T12:00:00Z`}`,
    ...(offset === null ? [] : [`utc_offset: "${offset}"`]),
    ...(given.retro ? [`retro: ${date}T16:00:00Z`] : []),
    ...(given.keys ?? []),
  ];
  const { chronicle, problems } = parseChronicle(`---\n${keys.join('\n')}\n---\n\n${body}`);
  if (!chronicle) throw new Error(JSON.stringify(problems));
  return {
    id,
    project: { slug: project, name: project, directory: `-home-me-${project}`, root: null },
    name,
    path: `/archive/${project}/chronicle/${name}.md`,
    digest: '00',
    chronicle,
    problems,
    outdated: false,
  };
}

/** A session of a day with a notebook. */
export function noted(date: string, notebook: string, given: Given = {}): Session {
  const session = aSession({ id: `id-${date}`, date, ...given });
  return { ...session, notebook: readWholeNotebook(`---\nsession_id: ${session.id}\n---\n${notebook}`) ?? undefined };
}
