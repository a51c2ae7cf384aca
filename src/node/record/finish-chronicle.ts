import { planSummary } from '#src/record/session-end.ts';
import { appendToFile } from '../store/append-file.ts';

const PATIENCE = 900;

/** Adds a machine summary to a chronicle that needs one, and returns the chronicle's text as Latin-1. */
export function finishChronicle(path: string): string {
  let last = '';
  appendToFile(path, PATIENCE, (text) => {
    last = text;
    return planSummary(text);
  });
  return last;
}
