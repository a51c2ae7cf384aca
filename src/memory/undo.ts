import { indexEntries } from '#src/memory/memory-index.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { asText } from '../lib/latin1.ts';
import type { AppliedChange } from './apply.ts';
import { makeChange } from './change.ts';
import { backupOf } from './change-journal.ts';
import { digests, undoLine } from './ledger-lines.ts';
import { withMemory } from './memory-lock.ts';
import { makeMemoryDirectory } from './own-directory.ts';
import { planUndo, type UndoOptions } from './plan-undo.ts';
import { readProposals } from './proposals-file.ts';
import { requireShown } from './require-shown.ts';

interface AgreedUndo extends UndoOptions {
  /** The digest of what a person agreed to. */
  shown?: string;
}

/** Undoes a change, byte for byte; refuses like `planUndo`, and anything but what was shown (CHRONICLE_CHANGED). */
export function undoChange(place: MemoryPlace, id: string, now: Date, options: AgreedUndo = {}): AppliedChange {
  return withMemory(place, () => {
    if (options.shown !== undefined) requireShown(place, 'undo', [id], options.shown);
    const { name, id: proposal, change, memory, index } = planUndo(place, id, options);
    const { record } = change;
    makeMemoryDirectory(place);
    const entry = indexEntries(asText(index?.after ?? '')).find(({ file }) => file === record.file);
    const at = now.toISOString();
    const backup = makeChange(place, {
      memory,
      index,
      record: {
        at,
        proposal,
        action: 'UNDO',
        undoes: name,
        file: record.file,
        memory: digests(memory),
        index: index && digests(index),
        entry: entry ? { title: entry.title, hook: entry.hook } : null,
        line: undoLine(
          { proposal, file: record.file },
          readProposals(place).proposals.find((each) => each.id === proposal),
          memory,
          at,
        ),
      },
    });
    return {
      id: proposal,
      action: 'UNDO',
      file: record.file,
      index: lineChange(index?.before ?? null, index?.after ?? null),
      backup: backupOf(place, backup),
    };
  });
}

function lineChange(before: string | null, after: string | null): { removed: string[]; added: string[] } {
  const [old, young] = [before, after].map((bytes) => asText(bytes ?? '').split(/\r?\n/));
  return {
    removed: (old ?? []).filter((line) => !young?.includes(line)),
    added: (young ?? []).filter((line) => !old?.includes(line)),
  };
}
