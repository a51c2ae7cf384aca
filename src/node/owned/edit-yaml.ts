import { type Document, isCollection, isScalar, Scalar, visit } from 'yaml';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { readYaml, type YamlPath, yamlDocument } from './read-yaml.ts';

/** A value and where it goes: after the last item of a list at its length. Undefined takes what is there away. */
export interface YamlChange {
  path: YamlPath;
  value: unknown;
}

/**
 * A file of the owner with some values set. What is not changed keeps its comments, order and quotes; the space around
 * it may change. What is set is read back the same. An empty text becomes a file. Refuses a text that cannot be read
 * (CHRONICLE_YAML): it is for who calls to see that first, and name the file.
 */
export function editYaml(text: string, changes: readonly YamlChange[]): string {
  const { problem } = readYaml(text);
  if (problem) {
    const { line, column, fault } = problem;
    throw new ChronicleError('CHRONICLE_YAML', `Line ${line}:${column} is not YAML: ${fault}. Nothing was written.`);
  }
  const document = yamlDocument(text);
  for (const change of changes) apply(document, change);
  visit(document, { Scalar: (_, scalar) => quoteOdd(scalar) });
  const edited = document.toString({ lineWidth: 0, indentSeq: !hasFlushLists(text) });
  return text.includes('\r\n') ? edited.replace(/\r?\n/g, '\r\n') : edited;
}

function apply(document: Document.Parsed, { path, value }: YamlChange): void {
  if (value === undefined) {
    if (path.length > 0) document.deleteIn(path);
    return;
  }
  makeWay(document, path);
  const before = document.getIn(path, true);
  const isPlain = typeof value !== 'object' || value === null;
  // The node that is there has the comment and the quotes.
  if (isScalar(before) && isPlain) before.value = value;
  else document.setIn(path, document.createNode(value));
}

/** A key without a value holds nothing to set anything in, and an empty `[]` would take all in one line. */
function makeWay(document: Document.Parsed, path: YamlPath): void {
  for (let depth = 0; depth < path.length; depth++) {
    const place = path.slice(0, depth);
    const held = depth === 0 ? document.contents : document.getIn(place, true);
    if (isCollection(held)) {
      if (held.items.length === 0) held.flow = false;
      continue;
    }
    const made = document.createNode(typeof path[depth] === 'number' ? [] : {});
    if (depth > 0) document.setIn(place, made);
    // An empty document has its comments in front, as they are no value's.
    else Object.assign(document, { contents: made });
  }
}

/** Text of several lines, or with signs that are not to be seen, stands as JSON has it. */
function quoteOdd(scalar: Scalar): void {
  const { value } = scalar;
  if (typeof value !== 'string' || scalar.source === value) return;
  scalar.value = value.toWellFormed();
  if (ODD.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
}

const ODD = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0]/u;

/** Whether lists stand at the column of their key, as some people write them. */
function hasFlushLists(text: string): boolean {
  return /^( *)(?:- )?[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(text);
}
