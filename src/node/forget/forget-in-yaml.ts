import { bytesOf, textOf } from '../../forget/bytes.ts';
import { isRecord } from '../../forget/is-record.ts';
import type { Renaming, Wanted } from '../../forget/wanted.ts';
import { type NameChange, yamlNames } from '../../forget/yaml-names.ts';
import { editYaml } from '../yaml/edit-yaml.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/**
 * A YAML file without what is wanted, its comments and layout as they are. Names of sessions and events follow `renamed`; a
 * draft names its series by the name of that one's file, which follows `seriesAfter`.
 */
export function forgetInYaml(
  bytes: string,
  wanted: Pick<Wanted, 'text'>,
  renamed: Renaming,
  seriesAfter: (slug: string) => string,
): string {
  const text = textOf(bytes);
  const { value, problem } = readYaml(text);
  const changes = problem ? [] : [...yamlNames(value, renamed), ...seriesChange(value, seriesAfter)];
  return wanted.text.replace(changes.length === 0 ? bytes : bytesOf(editYaml(text, changes)));
}

function seriesChange(value: unknown, seriesAfter: (slug: string) => string): NameChange[] {
  const series = isRecord(value) ? value.series : null;
  const slug = isRecord(series) ? series.slug : null;
  if (typeof slug !== 'string' || slug === '') return [];
  const after = seriesAfter(slug);
  return after === slug ? [] : [{ path: ['series', 'slug'], value: after }];
}
