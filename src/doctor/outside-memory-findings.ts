import { showMemoryCommand } from '../memory/ledger/outside-change.ts';
import { clip, oneLine } from '../text/clip.ts';
import { counted } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';

/** A memory that differs from what a person approved. */
export interface OutsideMemory {
  project: string;
  file: string;
  /** UTC, ISO. */
  at: string;
  /** `in session X` */
  when: string;
}

const LONGEST_NAME = 120;

/** Memories from approved proposals that were changed in another way. */
export function outsideMemoryFindings(memories: readonly OutsideMemory[]): HealthFinding[] {
  const newest = memories.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
  if (!newest) return [];
  const { project, file, at, when } = newest;
  const count = memories.length === 1 ? 'A memory was' : `${counted(memories.length, 'memory', 'memories')} were`;
  const which = memories.length === 1 ? 'It is' : 'The newest is';
  return [
    {
      code: 'memory-changed-outside',
      level: 'note',
      what: `${count} changed outside of approved proposals in the last 30 days. ${which} ${nameOf(file)} in ${project}: changed ${clip(oneLine(when), LONGEST_NAME)} on ${at.slice(0, 10)}.`,
      why: 'You had approved an earlier version. Claude Code and you may edit memories at any time, so this may be intended.',
      advice: showMemoryCommand(file, project),
    },
  ];
}

function nameOf(file: string): string {
  return clip(oneLine(file), LONGEST_NAME);
}
