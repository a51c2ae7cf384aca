/** The transcripts of sessions, which only a server shows: their pages, and the links to them. */
import { currentTranscripts } from '#content-loader/current-archive.ts';
import type { Session } from '#src/format/session.ts';
import { transcriptAddress } from '#src/lib/text/page-address.ts';
import type { ReadConversation } from '#src/transcript/read-conversation.ts';
import { isRecordId } from './model/transcript-page.ts';

/** The links from a session's page to its conversation. */
interface TranscriptLinks {
  /** Whether all of its files are gone. */
  isGone: boolean;
  /** The first page. */
  address: string;
  /** The address of a record; null if its file is gone, or its id is no part of an address. */
  record(id: string): string | null;
}

/** The links from a session's page to its conversation; null if no page may show that, as in a build. */
export function transcriptLinksOf(session: Session): TranscriptLinks | null {
  const named = currentTranscripts()?.of(session) ?? null;
  if (named === null) return null;
  const isGone = named.every(({ path }) => path === null);
  const to = (record?: string) =>
    transcriptAddress(session.project.slug, session.name, record === undefined ? undefined : { record });
  return { isGone, address: to(), record: (id) => (isGone || !isRecordId(id) ? null : to(id)) };
}

/** The whole conversation of a session; null if it cannot be shown, or its transcripts are gone. */
export async function conversationOf(session: Session): Promise<ReadConversation | null> {
  return (await currentTranscripts()?.read(session)) ?? null;
}
