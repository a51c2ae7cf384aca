import { BEGINNING } from './read-lines.ts';

/**
 * What a transcript's line begins with if it is none of the talk: the host's own books, which are most of its bytes, and
 * what it attached for the model. Of attachments, messages typed ahead are read.
 */
const BOOKS =
  /^\s*\{"type":"(?:api-request(?:-blob|-shape)?|queue-operation|last-prompt|mode|permission-mode|cost-state|tools-used|atis-latch|file-history-snapshot|file-history-delta|summary|progress|agent-name|custom-title|tag|pr-link|ai-title|content-replacement|attribution-snapshot)"/;
const ATTACHMENT =
  /^\s*\{"parentUuid":(?:null|"[^"]{0,80}"),(?:"logicalParentUuid":(?:null|"[^"]{0,80}"),)?"isSidechain":(?:false,(?:"(?:agentId|promptId)":"[^"]{0,80}",)?"attachment":\{"type":"(?!queued_command")|true,)/;

/** Whether a line can be left alone, by its first bytes. */
export function isBookkeeping(line: Buffer): boolean {
  const beginning = line.toString('latin1', 0, BEGINNING);
  return BOOKS.test(beginning) || ATTACHMENT.test(beginning);
}
