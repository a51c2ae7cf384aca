import { readConfig } from '../node/config.ts';
import type { Layout } from '../project/paths.ts';
import { say } from './output.ts';

/** The directories of the owner's archive; says what is wrong with the settings, if anything is. */
export function ownRoots(layout: Layout): string[] {
  const { config, problem } = readConfig(layout);
  if (problem) say(problem);
  return [layout.projects, ...config.roots];
}
