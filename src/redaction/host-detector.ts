import type { Fragment } from './finding.ts';
import { doubtful, type Match } from './match.ts';

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const NOT_BEFORE = '(?<![\\w.-]|(?<!\\w)@)';
const NOT_AFTER = '(?![\\w-]|\\.[A-Za-z0-9]|\\()';
/** `nas.lan`, `db.internal`, `orders.shop.svc.cluster.local`: no public name ends like this. */
const PRIVATE_ENDING = new RegExp(
  `${NOT_BEFORE}(?:${LABEL}\\.){1,6}(?:internal|local|corp|lan|intranet|intra|private|home\\.arpa|localdomain|ts\\.net|svc|consul)${NOT_AFTER}`,
  'gi',
);
/** `db-prod-3.internal.acme.io`: a public name with a private part. */
const PRIVATE_PART = new RegExp(
  `${NOT_BEFORE}(?:(?:${LABEL}\\.){0,4}(?:internal|corp|intranet|intra|lan|private)|(?:${LABEL}\\.){1,4}int)\\.(?:${LABEL}\\.){1,3}(?:com|net|org|io|dev|co|cloud|app|ai|tech|systems|network|eu|de|uk|fr|nl|ch|se|dk|fi|es|ca|au|jp)${NOT_AFTER}`,
  'gi',
);

const HINT =
  /\.(?:internal|local|corp|lan|int|private|home\.arpa|ts\.net|svc|consul)|(?:internal|corp|intra|intranet|lan|private)\./i;

/** Endings that file names and code have too: `config.local.json`, `this.internal`. */
const AMBIGUOUS = /\.(?:internal|local|private)$|^[^.]+\.svc$/i;
/** Names in code and of files: the last label before an ambiguous ending. */
const CODE_WORD = new Set(
  'app appsettings application args array asyncio base browser bundle claude code common compose config context cookie core ctx current data database default docs element env event example field file foo bar form function global git home import index init item java key lib link list local locals log logger main map math meta method mod module node object obj options package page params path pkg prefs process prop props readme record req request res response result root route routes rule rules script self session settings setup something state storage store string style system table tag task test this thread threading type types user util utils value values var vars view window'.split(
    ' ',
  ),
);
/** How a name in code begins, or one that is written from the top: `jdk.internal.net`, `com.acme.internal`. */
const CODE_BEGINNING =
  /^(?:this|self|window|module|process|ctx|req|res|node|java|javax|jdk|sun|com|org|net|io|dev|edu)\./i;
/** Hosts that every machine with the same tool has, and domains reserved for documentation. */
const KNOWN =
  /^(?:(?:host|gateway|kubernetes)\.docker\.internal|metadata\.google\.internal|kubernetes\.default\.svc(?:\.cluster\.local)?|(?:svc\.)?cluster\.local)$|(?:^|\.)example\.(?:com|org|net|edu)$/i;

/** Finds hosts of private networks by their names. File names and names in code that only look like one are skipped. */
export function hostDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  if (!HINT.test(text)) return [];
  return [
    ...found(PRIVATE_ENDING, text).filter(({ start, end }) => isMachine(text, start, end)),
    ...found(PRIVATE_PART, text).filter(({ start, end }) => isMachine(text, start, end)),
  ];
}

function found(pattern: RegExp, text: string): Match[] {
  return [...text.matchAll(pattern)].map(({ 0: name, index }) =>
    doubtful('private host', '[private host]', index, index + name.length),
  );
}

function isMachine(text: string, start: number, end: number): boolean {
  const name = text.slice(start, end);
  if (KNOWN.test(name)) return false;
  if (/(?:\/\/|\w@)$/.test(text.slice(Math.max(0, start - 2), start)) || /^:\d/.test(text.slice(end, end + 2)))
    return true;
  // A version of PASETO, whose tokens begin with it.
  if (CODE_BEGINNING.test(name) || /^v\d\.local$/i.test(name)) return false;
  if (!AMBIGUOUS.test(name) || /\.svc\.cluster\.local$/i.test(name)) return true;
  const last = name.split('.').at(-2) ?? '';
  const isPath = text[start - 1] === '/';
  return !isPath && last.length > 1 && !CODE_WORD.has(last.toLowerCase()) && !/^[A-Za-z]*[a-z][A-Z]/.test(last);
}
