/**
 * Drafts and series beside the archive that is shown. Pages are loaded, and built, from copies of modules that lie
 * elsewhere and could not find the sample or the scanner's packages; so the integration opens the desk, and it is
 * kept on `globalThis` as the archive is.
 */
import type { Series } from '../src/narrative/series/series.ts';
import type { PreparedDraft } from '../src/node/export/prepare-draft.ts';

export type { PreparedDraft };

/** Where drafts and series are at hand. */
export interface Desk {
  /** By slug, each as it would be published now. */
  drafts(): Promise<PreparedDraft[]>;
  /** By slug. */
  series(): Series[];
  /** Whether pages may offer to change them: in dev, and not over the sample. */
  isEditable(): boolean;
}

const KEY = Symbol.for('session-chronicle.desk');

/** Makes a desk the one that pages ask. */
export function provideDesk(desk: Desk): void {
  Object.assign(globalThis, { [KEY]: desk });
}

/** The drafts of the archive that is shown, as they would be published now. */
export async function currentDrafts(): Promise<PreparedDraft[]> {
  return currentDesk().drafts();
}

/** The series of the archive that is shown. */
export function currentSeries(): Series[] {
  return currentDesk().series();
}

/** Whether pages may offer to change drafts and series: in dev, and not over the sample. */
export function isEditable(): boolean {
  return currentDesk().isEditable();
}

function currentDesk(): Desk {
  const desk: unknown = Reflect.get(globalThis, KEY);
  if (isDesk(desk)) return desk;
  throw new Error('Nobody opened the desk: pages are rendered without the integration of content-loader.');
}

function isDesk(value: unknown): value is Desk {
  return typeof value === 'object' && value !== null && 'drafts' in value;
}
