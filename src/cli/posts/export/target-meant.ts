import type { TargetName } from '#src/posts/export/post.ts';
import { TARGETS } from '#src/posts/export/targets.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { nearestOf } from '#src/value/nearest.ts';

/** The target that somebody names on the command line; refuses (CHRONICLE_NO_TARGET) any other word, and none. */
export function targetMeant(word: string | undefined): TargetName {
  const names = Object.keys(TARGETS);
  if (word === undefined) throw noTarget(`chronicle export needs --to, one of ${names.join(', ')}.`);
  const name = word.toLowerCase();
  if (isTarget(name)) return name;
  const nearest = nearestOf(name, names);
  throw noTarget(
    `chronicle export knows no ${word}. ${nearest ? `Did you mean --to ${nearest}?` : `--to takes ${names.join(', ')}.`}`,
  );
}

function isTarget(name: string): name is TargetName {
  return Object.hasOwn(TARGETS, name);
}

function noTarget(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_TARGET', `${sentence} Nothing was written.`);
}
