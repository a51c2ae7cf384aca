/** Facts in few words, for the side column of a session's page. */
import type { Session } from '../format/session.ts';
import { counted } from '../lib/text/day.ts';
import { grouped } from '../lib/grouped.ts';
import { capitalised } from '../lib/spelled.ts';

/** `Opus 4.6` for `claude-opus-4-6` or `claude-opus-4-6-20260115`; any other name as it is. */
export function modelName(model: string): string {
  const [, family, major, minor] = /^claude-([a-z]{2,20})-(\d{1,2})(?:-(\d{1,2}))?(?:-\d{8})?$/.exec(model) ?? [];
  if (family === undefined || major === undefined) return model;
  return `${capitalised(family)} ${major}${minor === undefined ? '' : `.${minor}`}`;
}

/** `1.9 M`, `84 k` or `912`. */
export function roundCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${Math.round(count / 1000)} k`;
  const millions = count / 1_000_000;
  return `${millions < 99.95 ? millions.toFixed(1) : grouped(Math.round(millions))} M`;
}

/** `+612 −148`, with a minus sign as wide as the plus. */
export function changeWords(sign: '+' | '−', lines: number): string {
  return `${sign}${grouped(lines)}`;
}

/** What a session did, beside its events: `12 prompts`, `11 files`, `5 commits`. Without zeros. */
export function workWords({ facts }: Pick<Session, 'facts'>): string[] {
  if (!facts) return [];
  const { prompts, edits, commits } = facts;
  return [
    ...(prompts > 0 ? [counted(prompts, 'prompt')] : []),
    ...(edits.files > 0 ? [counted(edits.files, 'file')] : []),
    ...(commits > 0 ? [counted(commits, 'commit')] : []),
  ];
}
