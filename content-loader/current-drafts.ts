/**
 * Drafts and series beside the archive that is shown. Pages are loaded, and built, from copies of modules that lie
 * elsewhere and could not find the sample or the scanner's packages; so the integration opens the desk, and it is
 * kept on `globalThis` as the archive is.
 */

import type { Leak } from '#src/posts/export/final-scan.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import type { Outline } from '#src/posts/series/outline.ts';

export type { PreparedDraft };

/** Where drafts and series are at hand. */
export interface Desk {
  /** By slug, each as it would be published now. */
  drafts(): Promise<PreparedDraft[]>;
  /** The last look at a post that is given out: what of it must not be, whether the draft's scan knew it or not. */
  leaksIn(prepared: PreparedDraft, post: { file: string; text: string }): Promise<Leak[]>;
  /** The outlines of the series, by slug. Secrets and home paths in their words are replaced. */
  outlines(): Promise<Outline[]>;
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

/** What must not be in a draft's post and still is. Only what has none is given out. */
export async function leaksIn(prepared: PreparedDraft, post: { file: string; text: string }): Promise<Leak[]> {
  return currentDesk().leaksIn(prepared, post);
}

/** The outlines of the series of the archive that is shown, without secrets. */
export async function currentOutlines(): Promise<Outline[]> {
  return currentDesk().outlines();
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
