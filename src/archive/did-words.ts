import type { Facts } from '../transcript/facts.ts';
import { counted } from '../lib/text/day.ts';

/** What the agent did after a prompt: `9 files read · 3 edits · 2 test runs, 1 failed · 1 commit`. Empty if nothing. */
export function didWords({ did, commits }: { did: Facts['prompts'][number]['did']; commits: number }): string {
  const { reads, edits, commands, tests, failedTests } = did;
  const failed = failedTests > 0 ? `, ${failedTests === tests ? '' : `${failedTests} `}failed` : '';
  // A commit is a command too.
  const others = Math.max(0, commands - commits);
  return [
    reads > 0 ? `${counted(reads, 'file')} read` : '',
    edits > 0 ? counted(edits, 'edit') : '',
    tests > 0 ? `${counted(tests, 'test run')}${failed}` : '',
    others > 0 ? counted(others, 'command') : '',
    commits > 0 ? counted(commits, 'commit') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
