import type { Archive } from '#src/archive/archive.ts';
import { pathsIn, realEnv, type Env } from '#src/lib/env.ts';
import { Transcripts } from '#src/transcript/read-conversation.ts';
import { currentSnapshot, provideArchive, provideTranscripts } from './current-archive.ts';
import { DecisionLog } from './decision-log.ts';
import { postService } from './post-service.ts';

/** What decisions on the pages of one server need. */
export interface DecisionContext {
  env: Env;
  decisions: DecisionLog;
}

export function decisionContext(): DecisionContext {
  return { env: realEnv(), decisions: new DecisionLog() };
}

/** Sets the archive that the pages of a server show, with its posts and what decides the inbox. */
export function provideServed(archive: Archive, { env, decisions }: DecisionContext): void {
  provideArchive(archive, {
    posts: postService(currentSnapshot, { isDev: true, env }),
    inbox: { decided: () => decisions.soFar() },
    server: env.now().getTime().toString(36),
  });
  provideTranscripts(new Transcripts(env, pathsIn(env)));
}
