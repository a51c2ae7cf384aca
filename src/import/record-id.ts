import type { Digest } from '../chronicle/event-id.ts';
import type { TranscriptRecord } from './record.ts';

const PLAIN_ID = /^[\w.:-]{1,80}$/;

/** The record's own id. Old formats have none; theirs is made of what a copy of the record says as well. */
export function recordId({ uuid, at, type, texts, calls, results }: TranscriptRecord, digest: Digest): string {
  if (PLAIN_ID.test(uuid)) return uuid;
  const said = [type, uuid, texts[0]?.slice(0, 500), calls[0]?.id, results[0]?.callId].join('\n');
  return `r-${digest(`${at}\n${said}`).slice(0, 16)}`;
}
