import type { Archive } from '#src/archive/archive.ts';
import { layoutIn, realWorld } from '#src/lib/world.ts';
import { Transcripts } from '#src/transcript/read-conversation.ts';
import { currentSnapshot, provideArchive, provideTranscripts } from './current-archive.ts';
import type { DecisionContext } from './decide-proposals.ts';
import { DecisionLog } from './decision-log.ts';
import { inboxService } from './inbox-service.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { postService } from './post-service.ts';

/** How a server of pages was started. */
export interface ServerOptions {
  /** Prints a sentence in the terminal of the person who started the server; without, pages cannot change memory. */
  tell?: ((sentence: string) => void) | undefined;
}

/** What decisions on pages need, for one server. */
export function decisionContext({ tell }: ServerOptions): DecisionContext {
  return { world: realWorld(), decisions: new DecisionLog(), codes: tell ? new OneTimeCodes(tell) : null };
}

/** Sets the archive that the pages of a server show, with its posts and what decides the inbox. */
export function provideServed(archive: Archive, context: DecisionContext): void {
  const { world } = context;
  const posts = postService(currentSnapshot, { isDev: true, world });
  provideArchive(archive, {
    posts,
    inbox: inboxService(context),
    server: world.now().getTime().toString(36),
  });
  provideTranscripts(new Transcripts(world, layoutIn(world)));
}
