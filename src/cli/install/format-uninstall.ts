import type { OwnPlace, OwnPlaces } from '#src/setup/own-places.ts';
import type { UninstallPlan } from '#src/setup/plan-uninstall.ts';
import type { Layout } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { formatChange, formatSkillRemoval } from './format-change.ts';

/** What `chronicle uninstall` would remove, for a person to approve. */
export function formatUninstall({ changes, skills, copies }: UninstallPlan): string {
  return [
    ...copies.map((path) => `Delete ${path}`),
    ...skills.map(formatSkillRemoval),
    ...changes.map((change) => `\n${formatChange(change)}`),
  ].join('\n');
}

/** What was recorded and stays, and where it is. */
export function formatKept({ chronicles, drafts, series, state, links }: OwnPlaces): string {
  const count = chronicles.reduce((sum, place) => sum + place.chronicles, 0);
  const places = chronicles.filter((place) => place.chronicles > 0).map(({ path }) => `  ${path}`);
  const kept = [counted(count, 'chronicle'), counted(drafts, 'draft'), counted(series, 'series', 'series')];
  if (count + drafts + series + links.length === 0 && state === null)
    return 'Nothing was recorded, so nothing is left.';
  return [
    `Kept: ${kept.join(', ')}.`,
    ...places,
    ...(state ? [`  ${state.path} (drafts, series, settings, caches)`] : []),
    ...links.map((path) => `  ${path} (a link)`),
    ...(places.length > 0 || state ? ['To delete this too: chronicle uninstall --purge'] : []),
  ].join('\n');
}

/** What to do about parts that could not be removed. */
export function formatHalf({ app, install }: Pick<Layout, 'app' | 'install'>, faults: readonly string[]): string {
  return [
    'Not everything could be removed. Still there:',
    ...faults.map((fault) => `  ${fault}`),
    `Fix the errors above, then run chronicle uninstall again. Until then ${app} and ${install} stay, because the rest needs them.`,
  ].join('\n');
}

/** What a purge would delete. */
export function formatPurge({ chronicles, state, links }: OwnPlaces): string {
  const all = [...chronicles, ...(state ? [state] : [])];
  return [
    'Delete permanently, without a backup:',
    ...all.map((place) => `  ${place.path} (${contents(place)})`),
    ...links.map((path) => `Keep, because it is a link: ${path}`),
    "Claude Code's memory and transcripts stay.",
  ].join('\n');
}

function contents({ chronicles, files, bytes }: OwnPlace): string {
  const named =
    chronicles > 0 ? `${counted(chronicles, 'chronicle')}, ${counted(files, 'file')} in all` : counted(files, 'file');
  return `${named}, ${size(bytes)}`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
