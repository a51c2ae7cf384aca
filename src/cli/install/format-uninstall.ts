import type { OwnPlace, OwnPlaces } from '../../node/install/own-places.ts';
import type { UninstallPlan } from '../../node/install/plan-uninstall.ts';
import { counted } from '../../text/day.ts';
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
  return [
    `What you recorded stays: ${kept.join(', ')}.`,
    ...places,
    ...(state ? [`  ${state.path} (drafts, series, settings, caches)`] : []),
    ...links.map((path) => `  ${path} (a link)`),
    ...(places.length > 0 || state ? ['`chronicle uninstall --purge` removes it for good.'] : []),
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
