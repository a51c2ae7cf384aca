/**
 * Reads the records of a transcript that are not messages but say something about the session:
 *
 *     {"type":"queue-operation","operation":"enqueue","timestamp":"…","sessionId":"…","content":"also the tests"}
 *     {"type":"custom-title","customTitle":"Retry clock","sessionId":"…"}
 *     {"type":"ai-title","aiTitle":"Fix the retry clock","sessionId":"…"}
 *     {"type":"summary","summary":"Fix the retry clock","leafUuid":"…"}
 *     {"type":"pr-link","sessionId":"…","prNumber":12,"prUrl":"https://…","prRepository":"…","timestamp":"…"}
 *     {"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"auto"},"sessionId":"…","timestamp":"…"}
 *     {"type":"attachment","attachment":{"type":"hook_additional_context","hookEvent":"SessionStart","content":["…"]},
 *      "sessionId":"…","timestamp":"…"}
 *
 * So wrote client 2.1.329, except `summary`, which older versions wrote.
 */
import { fieldsOf, timeOf, wordOf } from './record.ts';

export type HostRecord =
  | QueueRecord
  | { kind: 'custom-title'; title: string; sessionId: string | null }
  | { kind: 'ai-title'; title: string; sessionId: string | null }
  | { kind: 'summary'; title: string; leaf: string; sessionId: string | null }
  | { kind: 'pr'; url: string; at: number | null; sessionId: string | null }
  | { kind: 'compaction'; trigger: 'manual' | 'auto' | undefined; at: number | null; sessionId: string | null }
  | { kind: 'start'; contexts: string[]; at: number | null; sessionId: string | null };

/** What became of a message typed ahead. */
export interface QueueRecord {
  kind: 'queue';
  operation: string;
  /** Null if the host wrote none. */
  text: string | null;
  reason: string | null;
  id: string;
  at: number | null;
  sessionId: string | null;
}

/** Reads such a record; null for any other value. */
export function readHostRecord(value: unknown): HostRecord | null {
  const record = fieldsOf(value);
  const sessionId = wordOf(record.sessionId);
  const at = timeOf(record.timestamp);
  switch (record.type) {
    case 'queue-operation':
      return {
        kind: 'queue',
        operation: wordOf(record.operation) ?? '',
        text: textOf(record.content),
        reason: wordOf(record.reason),
        id: wordOf(record.commandUuid) ?? '',
        at,
        sessionId,
      };
    case 'custom-title':
      return { kind: 'custom-title', title: wordOf(record.customTitle) ?? '', sessionId };
    case 'ai-title':
      return { kind: 'ai-title', title: wordOf(record.aiTitle) ?? '', sessionId };
    case 'summary':
      return { kind: 'summary', title: wordOf(record.summary) ?? '', leaf: wordOf(record.leafUuid) ?? '', sessionId };
    case 'pr-link':
      return { kind: 'pr', url: wordOf(record.prUrl) ?? '', at, sessionId };
    case 'system': {
      if (record.subtype !== 'compact_boundary') return null;
      const { trigger } = fieldsOf(record.compactMetadata);
      const known = trigger === 'manual' || trigger === 'auto' ? trigger : undefined;
      return { kind: 'compaction', trigger: known, at, sessionId };
    }
    case 'attachment': {
      const contexts = startContexts(fieldsOf(record.attachment));
      return contexts && { kind: 'start', contexts, at, sessionId };
    }
    default:
      return null;
  }
}

/** What hooks told the agent when the session started or was compacted; null for any other attachment. */
function startContexts({ type, hookEvent, content }: ReturnType<typeof fieldsOf>): string[] | null {
  if (type !== 'hook_additional_context' || hookEvent !== 'SessionStart') return null;
  return (Array.isArray(content) ? content : [content]).filter((text) => typeof text === 'string');
}

/** The text of a queued message: a string or, in some versions, a list of blocks. */
function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  return content
    .map(fieldsOf)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n');
}
