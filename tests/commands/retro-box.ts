import { parseChronicle } from '#src/format/parse.ts';
import { isRetroOpen } from '#src/record/live.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { openQuickSandbox, openSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';

export const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
export const OTHER = '7cad4bbb-677f-4961-9c8b-440c95f17b05';
export const STORY = '### The lock came after the check\n\nWe looked twice.\n\nLock first.\n';
export const AFTER = 'The lock came after the check';

/** A session that has started and logged one error. With `isApart`, its commands run as processes, at the same time. */
export async function logged(isApart = false): Promise<Sandbox> {
  const box = isApart ? openSandbox() : openQuickSandbox();
  await box.start(ID);
  await box.log(ID, 'ERROR', 'The migration ran twice\nTwo workers.');
  return box;
}

export const context = (box: Sandbox, session = ID) => runChronicle(box, ['retro', 'context'], { session });
export const narrative = (box: Sandbox, seen: string, input: string, session = ID) =>
  runChronicle(box, ['retro', 'narrative', '--seen', seen], { session, input });
export const seenIn = (text: string) => /^seen: ([0-9a-f]{12})$/m.exec(text)?.[1] ?? '';
export const isOpen = (box: Sandbox, session = ID) => isRetroOpen(pathsOf(box.config), session);
export const summaryOf = (box: Sandbox) => parseChronicle(box.only().text).chronicle?.summary;
