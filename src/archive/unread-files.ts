import type { Attention } from '../format/session.ts';
import { CHRONICLE_FOLDER, isChronicleName } from '../lib/paths.ts';

/** How many files could not be read at all, so that nothing of them is shown, by their problems. */
export function unreadFiles(attention: readonly Attention[]): number {
  return unreadPaths(attention).length;
}

/** The paths of the chronicles among them. */
export function unreadChronicles(attention: readonly Attention[]): string[] {
  return unreadPaths(attention).filter((path) => {
    const [folder, name = ''] = path.split(/[\\/]/).slice(-2);
    return folder === CHRONICLE_FOLDER && isChronicleName(name);
  });
}

function unreadPaths(attention: readonly Attention[]): string[] {
  const leftOut = attention.filter(({ problem, session }) => problem.effect === 'left-out' && session === null);
  return [...new Set(leftOut.map(({ path }) => path))];
}
