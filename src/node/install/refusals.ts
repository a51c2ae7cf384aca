import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { versionIn } from './installed-copy.ts';
import type { PackageFiles } from './package-files.ts';

/** Refuses (CHRONICLE_OLDER) to replace a copy by that of an older version. */
export function requireNoNewer({ app }: Pick<Layout, 'app'>, { version }: Pick<PackageFiles, 'version'>): void {
  const there = versionIn(app);
  if (there === null || !isNewer(there, version)) return;
  throw new ChronicleError(
    'CHRONICLE_OLDER',
    `${app} is a copy of version ${there}, which is newer than this one, ${version}. Install session-chronicle ${there} or newer and run its chronicle init; to go back to ${version}, run chronicle uninstall first, which keeps what was recorded. Nothing was written.`,
  );
}

/** Refuses (CHRONICLE_BAD_PLACE) a directory whose name cannot stand in a line of a script. */
export function requireOneLine(...paths: readonly (string | null)[]): void {
  const path = paths.find((each) => each !== null && /[\n\r]/.test(each));
  if (path === undefined) return;
  throw new ChronicleError(
    'CHRONICLE_BAD_PLACE',
    `${JSON.stringify(path)} has a line break in its name, and Claude Code can run no hook from there. Set HOME or CLAUDE_CONFIG_DIR to another directory, or rename this one. Nothing was written.`,
  );
}

/** Whether a version is above another, by its numbers alone: what is tried before a version does not keep that away. */
function isNewer(version: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? [];
  const [ours, theirs] = [numbers(version), numbers(other)];
  const at = ours.findIndex((number, i) => number !== theirs[i]);
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0);
}
