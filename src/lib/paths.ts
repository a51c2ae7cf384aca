/**
 * The paths of all files: the only place that knows the layout of Claude Code's directory.
 *
 *     <config>/projects/<project-dir>/chronicle/2026-03-24-main.md
 *     <config>/projects/<project-dir>/chronicle/facts/2026-03-24-main.json
 *     <config>/projects/<project-dir>/chronicle/{memory-ledger.jsonl,memory/{proposals.jsonl,backups/}}
 *     <config>/projects/<project-dir>/memory/{MEMORY.md,feedback_money.md}      Claude Code's own
 *     <config>/session-chronicle/{config.json,clusters.yml,redact.yml,log.jsonl,index/,cache/,site/}
 *     <config>/session-chronicle/drafts/<slug>{.md,.redactions.yml,.exports.json}
 *     <config>/session-chronicle/{app/,install.json,forgotten,imports/}         what `init`, `forget` and `import` keep
 *
 * Paths are joined with `/`, which every platform's Node accepts.
 */
export type Paths = ReturnType<typeof pathsOf>;

/** The index of a project's memories, which Claude Code loads into each session. */
export const INDEX_FILE = 'MEMORY.md';

/** The directories of a project below `projects`: Claude Code's own memories, our chronicles, and our records of memory. */
export const MEMORY_FOLDER = 'memory';
export const CHRONICLE_FOLDER = 'chronicle';
export const RECORDS_FOLDER = `${CHRONICLE_FOLDER}/memory`;
/** What transcripts showed, next to the chronicles. */
export const FACTS_FOLDER = `${CHRONICLE_FOLDER}/facts`;

/** The folder of a project's notebooks, below the project's directory. */
export const NOTEBOOKS_FOLDER = `${CHRONICLE_FOLDER}/notebooks`;

/** The hidden directory next to our files, for temporary files and locks. */
export const WORK_FOLDER = '.tmp';

/** Where a build makes the next site of a directory, and where it puts the last one for a moment: `.site.new`, `.site.old`. */
export function sitesBeside(site: string): { next: string; last: string } {
  const [, parent = '', name = site] = /^(.*[\\/])([^\\/]+)[\\/]*$/.exec(site) ?? [];
  return { next: `${parent}.${name}.new`, last: `${parent}.${name}.old` };
}

export const PROPOSALS_FILE = 'proposals.jsonl';
/** Describes a change of memory in progress, next to the old and new bytes. */
export const CHANGE_FILE = 'change.json';

/** Whether a file in a chronicle directory is a chronicle. Dot files belong to other programs or are unfinished writes. */
export function isChronicleName(name: string): boolean {
  return name.endsWith('.md') && !name.startsWith('.');
}

/** Whether a file in a chronicle directory is a history. A file synchroniser may have created a second one. */
export function isHistoryName(name: string): boolean {
  return /^memory-ledger.*\.jsonl$/.test(name);
}

/** The paths below an absolute `config`, Claude Code's own directory. */
export function pathsOf(config: string) {
  /** Our own directory, for all projects. */
  const state = `${config}/session-chronicle`;
  const index = `${state}/index`;
  return {
    config,
    projects: `${config}/projects`,
    state,
    cache: `${state}/cache`,
    site: `${state}/site`,
    /** `byId/<session_id>` contains the place of a session's file; `live/<session_id>` exists while it runs. */
    byId: `${index}/by-id`,
    live: `${index}/live`,
    /** `<session_id>`: sessions whose transcripts are to be read, with the transcript's path. */
    harvest: `${index}/harvest`,
    /** `<session_id>`: how often commands failed in a running session. */
    failing: `${index}/failing`,
    /** `<session_id>`: how much of a session was observed. */
    observer: `${index}/observer`,
    /** `<session_id>`: sessions that ended with much that was not observed. */
    unobserved: `${index}/unobserved`,
    /** A file for each checkout, named by a digest: what the next session's briefing needs of its observations. */
    noted: `${index}/noted`,
    /** The index that commands search: `src/index/schema.ts`. */
    index: `${state}/index.sqlite`,
    /** `<project-dir>.json`: what hooks know of a project's memories without reading its archive. */
    memoryIndex: `${index}/memory`,
    failureLog: `${state}/log.jsonl`,
    /** The addresses that projects have been given. */
    addresses: `${state}/addresses.jsonl`,
    settings: `${state}/config.json`,
    clusters: `${state}/clusters.yml`,
    /** Names that the owner never wants published. */
    redact: `${state}/redact.yml`,
    /** The files of drafts. */
    drafts: `${state}/drafts`,
    /** A copy of the programs for hooks and agents, independent of the Node version that installed it. */
    app: `${state}/app`,
    /** What `chronicle init` changed, so that it can be undone. */
    install: `${state}/install.json`,
    /** `<id>.jsonl`: what each import wrote, so that it can be undone. */
    imports: `${state}/imports`,
    /** Digests of forgotten sessions, so that no import brings them back. */
    forgotten: `${state}/forgotten`,
  };
}

/** The derived directories with files that are named after sessions, or name one, and hold nothing that cannot be lost. */
export function sessionIndexes(paths: Paths): string[] {
  const { byId, live, harvest, failing, observer, unobserved } = paths;
  return [byId, live, harvest, failing, observer, unobserved];
}

/** The file of the index, and those that SQLite keeps next to it. */
export function indexFiles(index: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((ending) => `${index}${ending}`);
}

/**
 * Claude Code's directory: `CLAUDE_CONFIG_DIR`, or else `.claude` in `home`. On failure returns a sentence that says why.
 * Relative paths are refused, because they would put private text into any directory in which a session runs.
 */
export function configDirectory(
  env: { CLAUDE_CONFIG_DIR?: string | undefined },
  home: string,
): { path: string } | { refusal: string } {
  const set = env.CLAUDE_CONFIG_DIR;
  if (set) {
    return isAbsolute(set)
      ? { path: trimmed(set) }
      : { refusal: 'CLAUDE_CONFIG_DIR is not an absolute path. Set it to an absolute path, or unset it.' };
  }
  if (isAbsolute(home)) return { path: `${home.replace(/[\\/]+$/, '')}/.claude` };
  return {
    refusal: `The home directory is ${home === '' ? 'empty' : 'not an absolute path'}. Set HOME, or CLAUDE_CONFIG_DIR, to an absolute path.`,
  };
}

/** The directory of a project's chronicles. */
export function chronicleDirectory({ projects }: Pick<Paths, 'projects'>, projectDirectory: string): string {
  return `${projects}/${projectDirectory}/${CHRONICLE_FOLDER}`;
}

/** A chronicle's path below the projects directory: `<project-dir>/chronicle/<name>.md`. */
export function chroniclePlace(projectDirectory: string, fileName: string): string {
  return `${projectDirectory}/${CHRONICLE_FOLDER}/${fileName}`;
}

/** The path of a chronicle's facts, from the chronicle's own path. */
export function factsPath(chroniclePath: string): string {
  return chroniclePath.replace(/([^\\/]*?)(?:\.md)?$/, 'facts/$1.json');
}

/** The directory of a project's notebooks, from that of its chronicles. */
export function notebooksDirectory(chronicles: string): string {
  return `${chronicles}/notebooks`;
}

/** The path of a session's notebook, from its chronicle's own path. */
export function notebookPath(chroniclePath: string): string {
  return chroniclePath.replace(/([^\\/]*?)(?:\.md)?$/, 'notebooks/$1.md');
}

/** Whether a file in a facts directory is a facts file. */
export function isFactsName(name: string): boolean {
  return name.endsWith('.json') && !name.startsWith('.');
}

/** Whether a text is exactly the place of a chronicle with a name that we would give. */
export function isChroniclePlace(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,220}\/chronicle\/[A-Za-z0-9._-]{1,120}\.md$/.test(text);
}

/** The directory for temporary files and locks of a directory's files. */
export function workPath(directory: string): string {
  return `${directory}/${WORK_FOLDER}`;
}

/** The name that the log gets once it is full or its failures were dealt with. */
export function setAsideLog({ state }: Pick<Paths, 'state'>): string {
  return `${state}/log.1.jsonl`;
}

/** Claude Code's settings file: the user's for all projects, the user's for one project, or a project's shared one. */
export function settingsPath({ config }: Pick<Paths, 'config'>, root: string | null, isShared: boolean): string {
  if (root === null) return `${config}/settings.json`;
  return `${root}/.claude/${isShared ? 'settings.json' : 'settings.local.json'}`;
}

/** The paths of a project's memories and of our records about them. */
export type MemoryPlace = ReturnType<typeof memoryPlace>;

/** The place of a project's memories; `projectDirectory` is the name of its directory below `projects`. */
export function memoryPlace(paths: Pick<Paths, 'projects'>, projectDirectory: string) {
  /** Claude Code's own directory; it may not exist. */
  const memory = `${paths.projects}/${projectDirectory}/${MEMORY_FOLDER}`;
  /** The chronicle directory, which contains the history and the locks. */
  const chronicle = chronicleDirectory(paths, projectDirectory);
  const records = `${paths.projects}/${projectDirectory}/${RECORDS_FOLDER}`;
  return {
    projectDirectory,
    memory,
    index: `${memory}/${INDEX_FILE}`,
    chronicle,
    history: `${chronicle}/memory-ledger.jsonl`,
    proposals: `${records}/${PROPOSALS_FILE}`,
    backups: `${records}/backups`,
  };
}

/** Whether a POSIX or Windows path is absolute. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}

/** A path without slashes at its end; `/` stays. */
export function trimmed(path: string): string {
  return path.replace(/(?<=.)[\\/]+$/, '');
}

/** The file below a checkout with which a repository tells its sessions what to know. */
export const OBSERVATIONS_FILE = '.claude/observations.md';

/** Names that programs give to a second version of a file: `a (conflicted copy).md`, `a.sync-conflict-20260102-….md`. */

const MARKS = [
  // Dropbox, Nextcloud, ownCloud, Synology, pCloud: `a (conflicted copy).md`, `a (Ann's conflicted copy 2026-01-02).md`.
  / ?\([^()]*conflict(?:ed)?(?: copy)?[^()]*\)/i,
  // Syncthing: `a.sync-conflict-20260102-120000-ABCDEFG.md`.
  /\.sync-conflict-[0-9A-Z-]+/i,
  // Nextcloud of old and Unison: `a_conflict-20260102-120000.md`.
  /[_-]conflict-\d{8}-\d{4,6}/i,
];

/** The name of the file that a conflict copy was made of; null for any other file. */
export function copiedName(name: string): string | null {
  const mark = MARKS.find((each) => each.test(name));
  return mark ? name.replace(mark, '') : null;
}
