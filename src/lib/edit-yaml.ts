import { type Document, isCollection, isScalar, Scalar, visit } from 'yaml';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { readYaml, type YamlPath, yamlDocument } from './read-yaml.ts';

/** A value and its path; a list index equal to the length appends. Undefined deletes the value. */
export interface YamlChange {
  path: YamlPath;
  value: unknown;
}

/**
 * Sets values in a YAML file of the owner. Everything else keeps its comments, order and quotes, but whitespace around it
 * may change. Also works on an empty text. Throws CHRONICLE_YAML for unreadable text; callers should check that first, to
 * name the file.
 */
export function editYaml(text: string, changes: readonly YamlChange[]): string {
  const { problem } = readYaml(text);
  if (problem) {
    const { line, column, fault } = problem;
    throw new ChronicleError(
      'CHRONICLE_YAML',
      `The YAML cannot be read at ${line}:${column}: ${fault}. Nothing was written.`,
    );
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
  makeContainers(document, path);
  const before = document.getIn(path, true);
  const isPlain = typeof value !== 'object' || value === null;
  // Keep the existing node with its comment and quotes.
  if (isScalar(before) && isPlain) before.value = value;
  else document.setIn(path, document.createNode(value));
}

/** Creates missing maps and lists along a path, and turns an empty `[]` or `{}` into block style. */
function makeContainers(document: Document.Parsed, path: YamlPath): void {
  for (let depth = 0; depth < path.length; depth++) {
    const place = path.slice(0, depth);
    const existing = depth === 0 ? document.contents : document.getIn(place, true);
    if (isCollection(existing)) {
      if (existing.items.length === 0) existing.flow = false;
      continue;
    }
    const created = document.createNode(typeof path[depth] === 'number' ? [] : {});
    if (depth > 0) document.setIn(place, created);
    // Setting `contents` directly keeps an empty document's comments at the top.
    else Object.assign(document, { contents: created });
  }
}

/** Double-quotes text with line breaks or invisible characters. */
function quoteOdd(scalar: Scalar): void {
  const { value } = scalar;
  if (typeof value !== 'string' || scalar.source === value) return;
  scalar.value = value.toWellFormed();
  if (ODD.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
}

const ODD = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0]/u;

/** Whether lists begin in the same column as their key, as some people write them. */
function hasFlushLists(text: string): boolean {
  return /^( *)(?:- )?[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(text);
}
