import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { privateDirectory } from '#src/node/store/private-directory.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';

type Env = Record<string, string | undefined>;

/**
 * Lets a person change a text in their own editor and returns it. The file lies in our own directory, for the text is
 * private, and is called `name`. Refuses (CHRONICLE_NO_EDITOR) where no editor is set, it cannot be started, it fails,
 * or what it leaves is no text.
 */
export function editText(text: string, name: string, { env, layout }: { env: Env; layout: Layout }): string {
  const [program, ...args] = editorWords(env);
  if (program === undefined) throw refusal('No editor is set. Set VISUAL or EDITOR to one, such as EDITOR=nano.');
  const directory = mkdtempSync(`${privateDirectory(layout.cache, layout.config)}/edit-`);
  try {
    const path = `${directory}/${name}`;
    writeFileSync(path, text, { mode: 0o600 });
    const { error, status, signal } = spawnSync(program, [...args, path], { stdio: 'inherit' });
    if (error) throw refusal(`The editor ${program} cannot be started. Set VISUAL or EDITOR to one that can.`);
    if (status !== 0) throw refusal(`The editor ended with ${signal ?? status}. The text stays as it was.`);
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) throw refusal('What the editor left is not UTF-8. The text stays as it was.');
    return bytes.toString();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * The person's editor with its arguments: `code --wait` is two words, and quotes keep blanks. Nothing else means
 * anything here, since no shell runs it. Empty if none is set.
 */
export function editorWords(env: Env): string[] {
  const set = [env.VISUAL, env.EDITOR].find((value) => value !== undefined && value.trim() !== '') ?? '';
  const words = set.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

function refusal(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_EDITOR', sentence);
}
