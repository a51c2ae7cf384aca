import { bytesOf, textOf } from '#src/setup/forget/bytes.ts';
import { isFormatKey, isFormatValue } from '#src/setup/forget/format-words.ts';
import type { Match, Renaming } from '#src/setup/forget/match.ts';
import { type NameChange, yamlNames } from '#src/setup/forget/yaml-names.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { editYaml } from '#src/lib/edit-yaml.ts';
import { readYaml } from '#src/lib/read-yaml.ts';
import { yamlScalars } from '#src/lib/yaml-scalars.ts';
import { decisionsYaml, NO_DECISIONS } from '#src/posts/drafts/decisions-file.ts';
import { NO_SETTINGS } from '#src/posts/drafts/parse-settings.ts';
import { settingsYaml } from '#src/posts/drafts/settings-yaml.ts';

/**
 * Removes the match from a YAML file and keeps its comments, layout and field names. Sessions and events are renamed as
 * `renamed` says, and a draft's series as `seriesAfter` says, since that is the name of the series' file.
 */
export function forgetInYaml(
  bytes: string,
  match: Pick<Match, 'text'>,
  renamed: Renaming,
  seriesAfter: (slug: string) => string,
): string {
  const text = textOf(bytes);
  const { value, problem } = readYaml(text);
  const changes = problem ? [] : [...yamlNames(value, renamed), ...seriesChange(value, seriesAfter)];
  return withoutText(changes.length === 0 ? text : editYaml(text, changes), match);
}

/** Replaces the text everywhere but in field names and fixed values. */
function withoutText(text: string, match: Pick<Match, 'text'>): string {
  const kept = yamlScalars(text).filter(({ isKey, path, value }) =>
    isKey ? isFormatKey(value) : isFormatValue(path, value),
  );
  let [bytes, from] = ['', 0];
  for (const { start, end } of [...ownComments(text), ...kept]) {
    bytes += match.text.replace(bytesOf(text.slice(from, start))) + bytesOf(text.slice(start, end));
    from = end;
  }
  return bytes + match.text.replace(bytesOf(text.slice(from)));
}

/** The comment that we put at the top of a file. */
function ownComments(text: string): { start: number; end: number }[] {
  const about = ABOUT.find((comment) => text.startsWith(comment));
  return about === undefined ? [] : [{ start: 0, end: about.length }];
}

const ABOUT = [settingsYaml(NO_SETTINGS), decisionsYaml(NO_DECISIONS)].map((text) =>
  text
    .split(/(?<=\n)/)
    .filter((line) => line.startsWith('#'))
    .join(''),
);

function seriesChange(value: unknown, seriesAfter: (slug: string) => string): NameChange[] {
  const series = isRecord(value) ? value.series : null;
  const slug = isRecord(series) ? series.slug : null;
  if (typeof slug !== 'string' || slug === '') return [];
  const after = seriesAfter(slug);
  return after === slug ? [] : [{ path: ['series', 'slug'], value: after }];
}
