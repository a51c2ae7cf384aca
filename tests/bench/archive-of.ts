import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directoryName } from '../../src/project/directory-name.ts';
import { generateChronicle } from './generate.ts';

const PROJECT = '/home/robin/code/bench';

/** Writes a generated archive of so many sessions below a Claude Code directory; returns its chronicle directory. */
export function writeArchive(config: string, sessions: number, project: string = PROJECT): string {
  const directory = join(config, 'projects', directoryName(project), 'chronicle');
  mkdirSync(directory, { recursive: true });
  for (let i = 0; i < sessions; i++) {
    const { name, text } = generateChronicle(i);
    writeFileSync(join(directory, name), text);
  }
  return directory;
}
