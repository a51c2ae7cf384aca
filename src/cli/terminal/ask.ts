import { type Io, hasPerson } from './io.ts';
import { say } from './print.ts';
import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';

/**
 * Asks a person in a terminal; with `word`, they agree by typing it. `preset` is the answer of the return key. Without a
 * terminal, says how to agree by an option, and returns false.
 */
export async function agrees(
  io: Io,
  question: string,
  { preset = false, word }: { preset?: boolean; word?: string | undefined } = {},
): Promise<boolean> {
  if (!hasPerson(io)) {
    say(io, 'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes.');
    return false;
  }
  if (word === undefined) return io.ask.confirm(question, preset);
  return (await io.ask.text(`${question} Type ${word} to confirm.`)) === word;
}

type Env = Record<string, string | undefined>;

/**
 * Opens a text in the person's editor and returns the result. The file is called `name` and is in our own directory,
 * because the text is private. Refuses (CHRONICLE_NO_EDITOR) if no editor is set, it cannot be started or fails, or the
 * result is not text.
 */
export function editText(text: string, name: string, { env, paths }: { env: Env; paths: Paths }): string {
  const [program, ...args] = editorWords(env);
  if (program === undefined) throw refusal('No editor is set. Set VISUAL or EDITOR, for example EDITOR=nano.');
  const directory = mkdtempSync(`${privateDirectory(paths.cache, paths.config)}/edit-`);
  try {
    const path = `${directory}/${name}`;
    writeFileSync(path, text, { mode: 0o600 });
    const { error, status, signal } = spawnSync(program, [...args, path], { stdio: 'inherit' });
    if (error) throw refusal(`Cannot start the editor ${program}. Check VISUAL and EDITOR.`);
    if (status !== 0) throw refusal(`The editor exited with ${signal ?? status}. The text was not changed.`);
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) throw refusal('The edited file is not UTF-8. The text was not changed.');
    return bytes.toString();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * The person's editor and its arguments: `code --wait` is two words, and quotes keep spaces. Nothing else is special,
 * since no shell runs it. Empty if no editor is set.
 */
export function editorWords(env: Env): string[] {
  const set = [env.VISUAL, env.EDITOR].find((value) => value !== undefined && value.trim() !== '') ?? '';
  const words = set.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

function refusal(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_EDITOR', sentence);
}
