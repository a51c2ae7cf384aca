import type { Archive } from '#src/archive/archive.ts';
import { pathsIn, realWorld, type World } from '#src/lib/world.ts';
import { Transcripts } from '#src/transcript/read-conversation.ts';
import { currentSnapshot, provideArchive, provideTranscripts } from './current-archive.ts';
import { DecisionLog } from './decision-log.ts';
import { postService } from './post-service.ts';

/** What decisions on the pages of one server need. */
export interface DecisionContext {
  world: World;
  decisions: DecisionLog;
}

export function decisionContext(): DecisionContext {
  return { world: realWorld(), decisions: new DecisionLog() };
}

/** Sets the archive that the pages of a server show, with its posts and what decides the inbox. */
export function provideServed(archive: Archive, { world, decisions }: DecisionContext): void {
  provideArchive(archive, {
    posts: postService(currentSnapshot, { isDev: true, world }),
    inbox: { decided: () => decisions.soFar() },
    server: world.now().getTime().toString(36),
  });
  provideTranscripts(new Transcripts(world, pathsIn(world)));
}
