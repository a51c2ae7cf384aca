import type { OwnPlace, OwnPlaces } from '#src/node/install/own-places.ts';
import type { UninstallPlan } from '#src/node/install/plan-uninstall.ts';
import type { Layout } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import { formatChange, formatSkillRemoval } from './format-change.ts';

/** All that `chronicle uninstall` would take out, for a person to see before. */
export function formatUninstall({ changes, skills, copies }: UninstallPlan): string {
  return [
    ...copies.map((path) => `Remove ${path}`),
    ...skills.map(formatSkillRemoval),
    ...changes.map((change) => `\n${formatChange(change)}`),
  ].join('\n');
}

/** What stays, and where it is. */
export function formatKept({ chronicles, drafts, series, state, links }: OwnPlaces): string {
  const count = chronicles.reduce((sum, place) => sum + place.chronicles, 0);
  const places = chronicles.filter((place) => place.chronicles > 0).map(({ path }) => `  ${path}`);
  const kept = [counted(count, 'chronicle'), counted(drafts, 'draft'), counted(series, 'series', 'series')];
  if (count + drafts + series + links.length === 0 && state === null) return 'Nothing was recorded, so nothing stays.';
  return [
    `What you recorded stays: ${kept.join(', ')}.`,
    ...places,
    ...(state ? [`  ${state.path} (drafts, series, settings, caches)`] : []),
    ...links.map((path) => `  ${path} (a link)`),
    ...(places.length > 0 || state ? ['`chronicle uninstall --purge` removes it for good.'] : []),
  ].join('\n');
}

/** What a person has to do about parts that could not be taken out. */
export function formatHalf({ app, install }: Pick<Layout, 'app' | 'install'>, faults: readonly string[]): string {
  return [
    'This is half done. Still there:',
    ...faults.map((fault) => `  ${fault}`),
    `${app} and ${install} stay until then, as the rest needs them. Mend what is named and run chronicle uninstall again: it takes out the rest.`,
  ].join('\n');
}

/** What a purge would remove. */
export function formatPurge({ chronicles, state, links }: OwnPlaces): string {
  const all = [...chronicles, ...(state ? [state] : [])];
  return [
    'Remove for good, without a copy:',
    ...all.map((place) => `  ${place.path} (${contents(place)})`),
    ...links.map((path) => `Left alone, as it is a link: ${path}`),
    'Memories and transcripts of Claude Code stay.',
  ].join('\n');
}

function contents({ chronicles, files, bytes }: OwnPlace): string {
  const named =
    chronicles > 0 ? `${counted(chronicles, 'chronicle')} of ${counted(files, 'file')}` : counted(files, 'file');
  return `${named}, ${size(bytes)}`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
