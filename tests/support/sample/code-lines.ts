/** Made-up lines of code, for edits of which only the number of lines is known. The same file and place give the same lines. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';

const NAMES =
  'amount basket block box calendar cell clock count crate day delta entry event field frame hour index history limit line list load mark member nest night note offer order pack page path price queue range rate reading report row sample scan share shift sign size slot span state step store sum table text tide total unit value walk week weight window word year zone'.split(
    ' ',
  );
const VERBS =
  'add apply check collect compare count find join keep load merge order pick read round split store sum take write'.split(
    ' ',
  );

type Form = (name: string, other: string, verb: string) => string;

const C: Form = (name, other, verb) => `    ${name} = ${verb}_${other}(${name}, ${other});`;
const FORMS: Record<string, Form> = {
  '.py': (name, other, verb) => `    ${name} = ${verb}_${other}(${name}, ${other})`,
  '.rs': (name, other, verb) => `    let ${name} = ${other}.${verb}(&${name})?;`,
  '.rb': (name, other, verb) => `    ${name} = ${verb}_${other}(${name})`,
  '.c': C,
  '.h': (name, other) => `extern int ${name}_${other};`,
  '.js': C,
  '.md': (name, other, verb) =>
    `The ${name.replaceAll('_', ' of the ')} is kept with its ${other}, so nobody has to ${verb} it again.`,
  '.html': (name, other) => `  <td class="${name}">{{ ${other}.${name} }}</td>`,
  '.json': (name, other, verb) => `  { "${name}": "${other}", "by": "${verb}" },`,
};
const OTHERWISE: Form = (name, other, verb) => `${name}_${other} = "${verb}"`;

/** Lines for a file, all different, also from those of other places. */
export function codeLines(path: string, place: string, count: number): string[] {
  const form = FORMS[extname(path)] ?? OTHERWISE;
  return Array.from({ length: count }, (_, index) => {
    const digits = createHash('sha1').update(`${path} ${place} ${index}`).digest();
    const name = `${pick(NAMES, digits, 0)}_${pick(NAMES, digits, 4)}`;
    return form(name, pick(NAMES, digits, 8), pick(VERBS, digits, 12));
  });
}

function pick(words: readonly string[], digits: Buffer, at: number): string {
  return words[digits.readUInt32BE(at) % words.length] ?? '';
}
