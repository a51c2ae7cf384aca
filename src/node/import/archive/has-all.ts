import { joinChronicles } from '#src/chronicle/join-chronicles.ts';
import { joinNotebooks } from '#src/chronicle/notebook/join-notebooks.ts';
import { parseFacts } from '#src/facts/facts.ts';
import type { ArchiveKind } from '#src/import/archive-record.ts';

/** Whether ours says all that the other version says, and more: the archive is older. */
export function hasAll(kind: ArchiveKind, ours: string, theirs: string): boolean {
  if (kind === 'facts') {
    const [own, other] = [parseFacts(ours).facts, parseFacts(theirs).facts];
    return own !== null && other !== null && own.head.harvested >= other.head.harvested;
  }
  if (kind !== 'chronicle' && kind !== 'notebook') return false;
  const { added, left } = (kind === 'chronicle' ? joinChronicles : joinNotebooks)(ours, theirs);
  return added === 0 && left.length === 0;
}
