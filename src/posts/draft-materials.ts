import type { Session } from '#src/format/session.ts';
import type { DraftMaterials } from '#src/posts/drafts/draft-material.ts';
import { factsPath } from '#src/lib/paths.ts';
import { repositoryAddress, repositoryOfPullRequest } from '#src/lib/repository.ts';
import { readFacts } from '../transcript/facts-file.ts';
import { originOf } from '../lib/git.ts';
import type { World } from '../lib/world.ts';

/**
 * The facts of sessions, read whole, and the web addresses of their repositories: of the remote `origin`, else of the last
 * pull request. A session whose facts cannot be read has none.
 */
export async function draftMaterials(
  { env }: Pick<World, 'env'>,
  sessions: readonly Session[],
): Promise<DraftMaterials> {
  const entries = sessions.map(async (session) => {
    const { facts } = readFacts(factsPath(session.path));
    const directory = session.project.root ?? session.chronicle.frontMatter.cwd;
    const origin = directory === undefined ? '' : await originOf(directory, env);
    const pullRequest = facts?.pullRequests.at(-1)?.url ?? '';
    const repository = repositoryAddress(origin) ?? repositoryOfPullRequest(pullRequest);
    return [session.id, { facts, repository }] as const;
  });
  return new Map(await Promise.all(entries));
}
