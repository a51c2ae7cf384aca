import { type Project, projectNamed } from '#src/lib/project.ts';
import { briefingUse } from '#src/memory/briefing-use.ts';
import type { MemoryStanding } from '#src/memory/standings.ts';
import { RULES_QUESTION, rulesAnswer } from '#src/memory/verdict.ts';
import type { ProjectRepeats } from '#src/memory/repeats.ts';
import { memoryPlaceFor } from '#src/cli/memory/which-project.ts';
import { pathsIn, type realEnv } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type MemoryPlace, memoryPlace } from '#src/lib/paths.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import type { Io } from '../terminal/io.ts';
import { type OwnMemory, ownMemory } from './own-memory.ts';
import { ownRepeats } from './own-repeats.ts';

/** A longer list of projects is cut. */
const MOST_LISTED = 20;

/** The memories that a command shows. */
export interface ViewedMemory {
  memory: OwnMemory['snapshot']['memory'];
  standings: MemoryStanding[];
  /** Whether there are memories of more than one project. */
  hasSeveral: boolean;
  /** Whether rules help, with the question: for all projects as on every page, else for the one that is viewed. */
  answer(): string;
  /** In how many sessions of these projects a briefing was used, as a sentence; null if none got one. */
  briefing(): string | null;
  /** What comes back in these projects. */
  repeats(): ProjectRepeats[];
  placeOf(project: Project): MemoryPlace;
  /** When a session started, UTC; empty if it is not in the archive. */
  startOf(sessionId: string): string;
}

/**
 * The memories of the project `named`, by its slug or Claude Code's directory name; by default those of the current
 * session's project, or all outside a session. Refuses an unknown project (CHRONICLE_NO_PROJECT) and a session without a
 * chronicle (CHRONICLE_NOT_FOUND).
 */
export async function viewedMemory(io: Io, named: string | undefined): Promise<ViewedMemory> {
  const { env } = io;
  const paths = pathsIn(env);
  const own = ownMemory(io);
  const isViewed = viewOf(own, named, env);
  const { changes, files, indexes, proposals } = own.snapshot.memory;
  const memory = {
    changes: changes.filter(isViewed),
    files: files.filter(isViewed),
    indexes: indexes.filter(isViewed),
    proposals: proposals.filter(isViewed),
  };
  const standings = own.standings.filter(({ history }) => isViewed(history));
  return {
    memory,
    standings,
    hasSeveral:
      new Set([...memory.files, ...standings.map(({ history }) => history)].map(({ project }) => project.slug)).size >
      1,
    answer() {
      const isWhole = standings.length === own.standings.length;
      const [project] = isWhole ? [] : standings.map(({ history }) => history.project.name);
      const question = project === undefined ? RULES_QUESTION : RULES_QUESTION.replace('?', ` in ${project}?`);
      return `${question} ${rulesAnswer(standings).says}`;
    },
    briefing: () => briefingUse(own.snapshot.sessions.filter(isViewed)),
    repeats: () => ownRepeats(own.archive, paths, own.snapshot.sessions.filter(isViewed)),
    placeOf: ({ directory }) => memoryPlace(paths, directory),
    startOf: (sessionId) =>
      own.snapshot.sessions.find(({ id }) => id === sessionId)?.chronicle.frontMatter.started ?? '',
  };
}

type InProject = { project: Project };

function viewOf(
  { snapshot }: OwnMemory,
  named: string | undefined,
  env: ReturnType<typeof realEnv>,
): (each: InProject) => boolean {
  if (named === undefined) {
    if (!env.variables.CLAUDE_CODE_SESSION_ID) return () => true;
    const { projectDirectory } = memoryPlaceFor(env, {});
    return ({ project }) => project.directory === projectDirectory;
  }
  const projects = new Set(snapshot.sessions.map(({ project }) => project));
  const found = projectNamed(projects, named);
  if (!found) throw unknownProject(named, projects);
  return ({ project }) => project.directory === found.directory;
}

function unknownProject(named: string, projects: ReadonlySet<Project>): ChronicleError {
  const names = [...projects].map(({ name }) => name).sort();
  const nearest = nearestOf(named, names);
  const listed =
    names.length === 0
      ? 'No project has a chronicle yet.'
      : `The projects are ${names.slice(0, MOST_LISTED).join(', ')}.`;
  return new ChronicleError(
    'CHRONICLE_NO_PROJECT',
    `There is no project ${named}. ${nearest ? `Did you mean ${nearest}?` : listed}`,
  );
}
