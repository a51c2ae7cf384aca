import { basename } from 'node:path';
import { setSummary } from '#src/chronicle/edit.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { replaceFile } from '../store/replace-file.ts';
import { layoutIn, type World } from '../world.ts';
import { chronicleToWrite } from './writable.ts';

const PATIENCE = 5000;

/** Writes the agent's summary of the session, keeping a narrative and its events; returns the file's name. */
export function summarize(world: World, session: string | undefined, text: string): string {
  const path = chronicleToWrite(world, layoutIn(world), session);
  const latin1 = Buffer.from(text).toString('latin1');
  replaceFile(path, PATIENCE, (current) => setSummary(current, latin1, hasNarrative(current)));
  return basename(path);
}

function hasNarrative(text: string): boolean {
  return readUnchecked(text)?.summary.kind === 'retro';
}
