/** The transcripts of sessions, which only a server shows: their pages, and the links to them. */
import { currentTranscripts } from '#content-loader/current-archive.ts';
import type { Session } from '#src/format/session.ts';
import type { ReadConversation } from '#src/transcript/read-conversation.ts';
import { type TranscriptLinks, transcriptLinks } from './model/transcript-page.ts';

/** The links from a session's page to its conversation; null if no page may show that, as in a build. */
export function transcriptLinksOf(session: Session): TranscriptLinks | null {
  const named = currentTranscripts()?.of(session) ?? null;
  return named && transcriptLinks(session, named);
}

/** The whole conversation of a session; null if it cannot be shown, or its transcripts are gone. */
export async function conversationOf(session: Session): Promise<ReadConversation | null> {
  return (await currentTranscripts()?.read(session)) ?? null;
}
