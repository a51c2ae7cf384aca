/**
 * Words that nobody writes: lower-case letters, capitals and digits alternate at random, or long hexadecimal parts follow
 * a short prefix. They are tokens of vendors without a rule of their own, by themselves or in an address.
 *
 *     tr_prod_8sKx2Qm9ZtB4vLw7Yc1R, sgp_4f1c9a2b7d3e8f60_…    tokens
 *     acme_live_8sKx2Qm9ZtB4vL, q7z-c200661fccd268a29a0d347301ef56e6    tokens
 *     useSyncExternalStoreWithSelector, 3f6c0a12b4d5e6f7, en-US-x-twain2-2024    not tokens
 */
import { type Fragment, likely, type Match, secret } from './finding.ts';
import { isExampleToken, isPasswordWord, isPlaceholder, isSecretParameter } from './secret-words.ts';

// Parts of paths and links, package digests and inline images are skipped.
const WORD = /(?<![\w+/=.@#~%-]|base64,)[A-Za-z0-9](?:[\w.-]|:(?=[A-Z])){18,400}[A-Za-z0-9](?![\w+/=@(~]|-\w)/g;
/** The beginning of a public SSH key. */
const PUBLIC_KEY = /^AAAA(?:[BC]3NzaC1|E2VjZHNh)/;
/** File names that a bundler made: `index-4f9bB2kQ9xLm3ZpT.js`. */
const FILE =
  /\.(?:[cm]?[jt]sx?|css|map|html?|json|wasm|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|mp4|pdf|txt|gz|zip)$/i;
/** Finds words that look like tokens. This is a guess, so the owner may keep them. */
export function randomDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    isToken(word) ? [likely('possible token', whyToken(word), index, index + word.length)] : [],
  );
}

/** Whether a word looks like a token. */
function isToken(word: string): boolean {
  const isRandomWord = isHexToken(word) || isPrefixedToken(word) || word.split(/[_.:-]/).some(isRandom);
  return isRandomWord && !isExampleToken(word) && !PUBLIC_KEY.test(word) && !FILE.test(word);
}

function whyToken(word: string): string {
  return isPrefixedToken(word)
    ? "has the shape of a vendor's key: a prefix before a long random value"
    : 'has letters and digits in an order that nobody writes';
}

/** The shortest part of a word that is checked. */
const SHORTEST = 16;
/** The share of neighbouring characters of different sorts: about 0.6 in random text, 0.3 in names. */
const CHANGES = 0.4;

/** Whether a part of a word without `_`, `-`, `.` and `:` is random. */
function isRandom(piece: string): boolean {
  if (piece.length < SHORTEST || /^[0-9a-f]+$/i.test(piece) || !/\d[^\d]+\d/.test(piece)) return false;
  return isMixed(piece);
}

/** Whether sorts of characters alternate as in random text. */
export function isMixed(piece: string): boolean {
  const sorts = [...piece].map(sortOf);
  const changes = sorts.filter((sort, i) => i > 0 && sort !== sorts[i - 1]).length;
  return changes / (piece.length - 1) >= CHANGES && new Set(piece).size >= 10;
}

function sortOf(character: string): number {
  if (character >= 'a') return 0;
  return character >= 'A' ? 1 : 2;
}

const HEX_TOKEN = /^[a-z][a-z0-9]{1,14}(?:_[a-z]{2,8})?_[0-9a-f]{8,64}_[0-9a-f]{16,128}$/i;

/** Whether a word is a prefix and two hexadecimal numbers, of which one alone could be a digest. */
function isHexToken(word: string): boolean {
  return HEX_TOKEN.test(word) && /\d[^\d]+\d/.test(word);
}

/** A prefix, perhaps the sort of key it is and where it is used, and the value. */
const PREFIXED =
  /^(?<prefix>[a-z][a-z0-9]{1,9})[_-](?:(?<stage>live|test|prod|production|sandbox|staging)[_-])?(?:(?:api|key|pat|tok|token|secret|sk|pk|rk|v\d)[_-])?(?<value>[A-Za-z0-9]{14,200})$/;
/** Prefixes of digests, of ids and of files with a digest in their name. */
const NAMING =
  /^(?:sha\d*|md\d|blake\w*|xxh\w*|crc\d*|git|gh|hg|svn|rev\w*|commit|ref|tag|tree|head|base|hash|digest|etag|sum|checksum|integrity|cache|cached|build|dist|chunk|index|main|app|vendor|page|pages|style|styles|asset|assets|img|image|layer|blob|obj|object|file|data|tmp|temp|backup|snapshot|log|trace|span|req|request|res|id|uid|uuid|guid|run|job|task|step|event|evt|msg|message|thread|call|toolu|session|sess|user|usr|org|team|room|doc|node|pod|rs|container|ctr|vol|volume|net|dev|test|tests|spec|v\d+|x\d*|py\d*|cp\d+|node\d*|lib|pkg|bin|css|js|ts|svg|font|icon|page\d*)$/;
/** Hexadecimal numbers as long as keys are. */
const HEX_VALUE = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{56}|[0-9a-f]{64,})$/;

/**
 * Whether a word is a short prefix, as vendors choose one for their keys, before one long random value. After `_live_` and
 * the like, the value may be shorter. Prefixes that name digests, ids and files are none.
 */
function isPrefixedToken(word: string): boolean {
  const { prefix = '', stage, value = '' } = PREFIXED.exec(word)?.groups ?? {};
  if (prefix === '' || NAMING.test(prefix)) return false;
  if (stage !== undefined && /\d/.test(value) && isMixed(value)) return true;
  if (!/\d[^\d]+\d/.test(value)) return false;
  if (/^[0-9a-f]+$/.test(value)) return HEX_VALUE.test(value);
  return value.length >= 24 && /^[a-z0-9]+$/.test(value) && isScattered(value);
}

/** Whether digits stand all over a word in small letters, as in no name. */
function isScattered(value: string): boolean {
  return (value.match(/\d+/g) ?? []).length >= 4 && new Set(value).size >= 12;
}

const ADDRESS = /(?<=[a-z0-9]):\/\/[^\s<>"'`|]{4,4000}/gi;
/** Services in whose addresses the ids of public or shared pages look random. */
const PUBLIC_ID =
  /^:\/\/(?:[\w-]+\.)*(?:youtube\.com|youtu\.be|docs\.google\.com|drive\.google\.com|figma\.com|fonts\.gstatic\.com|fonts\.googleapis\.com|shields\.io|githubusercontent\.com|codesandbox\.io|stackblitz\.com|notion\.(?:so|site)|miro\.com|web\.archive\.org|doi\.org|arxiv\.org|discord\.gg|t\.me|maps\.app\.goo\.gl)\//i;
/** A name and its value, or a part of the path. */
const PART = /(?<=[/?&#;])(?:(?<name>[\w.~%[\]-]{1,60})=)?(?<value>[^/?&#;=][^?&#;]{0,2000})/g;

const WHY = 'looks like a token, or a part of the address names it';

/**
 * Finds secrets in addresses: in the path, the query and the fragment, percent-encoded or not. A parameter or a part of the
 * path may say what its value is; otherwise the value must look like a token.
 *
 *     https://api.acme.io/v1/token/8sKx2Qm9ZtB4vLw7/items?api_key=3f6c…    both values
 */
export function inLinks(text: string): Match[] {
  if (!text.includes('://')) return [];
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: found, index }) => {
    const address = found.replace(/[)\].,;:!*_]+$/, '');
    const host = address.indexOf('/', address.indexOf('://') + 3);
    const start = host === -1 ? address.search(/[?#]/) : host;
    return start === -1 ? [] : partsIn(address, start, index);
  });
}

function partsIn(address: string, from: number, index: number): Match[] {
  const isPublic = PUBLIC_ID.test(address);
  const query = address.slice(from).search(/[?#]/);
  const path = query === -1 ? address.length : from + query;
  return [
    ...pathValues(address.slice(from, path), isPublic).map(({ start, end, kind, isSure }) =>
      (isSure ? secret : likely)(kind, WHY, index + from + start, index + from + end),
    ),
    ...[...address.slice(path).matchAll(PART)].flatMap(({ index: at, 0: part, groups }) => {
      const { name = '', value = '' } = groups ?? {};
      const kind = kindOf(decoded(name), decoded(value), isPublic);
      const start = index + path + at + part.length - value.length;
      return kind === null
        ? []
        : [(kind === 'possible token' ? likely : secret)(kind, WHY, start, start + value.length)];
    }),
  ];
}

interface PathValue {
  start: number;
  end: number;
  kind: string;
  isSure: boolean;
}

/** The values in a path, each after a part that names it or looking like a token by itself. */
function pathValues(path: string, isPublic: boolean): PathValue[] {
  // In Base64, `/` is a letter.
  const values: PathValue[] = [...path.matchAll(BASE64)].flatMap(({ 0: value, index: start }) =>
    !isPublic && isMixed(value) ? [{ start, end: start + value.length, kind: 'possible token', isSure: false }] : [],
  );
  const parts = [...path.matchAll(/[^/]+/g)].map(({ 0: part, index }) => ({ part, start: index }));
  for (const [i, { part, start }] of parts.entries()) {
    const name = parts[i - 1]?.part ?? '';
    const [, own = '', rest = part] = /^([\w.-]{1,60})=(.+)$/.exec(part) ?? [];
    const end = start + part.length;
    const kind = kindOf(decoded(own || name), decoded(rest), isPublic);
    if (kind !== null && !(own === '' && isName(decoded(rest))))
      values.push({ start: end - rest.length, end, kind, isSure: kind !== 'possible token' });
  }
  return values;
}

/** A plain word in a path after `/password/` is the name of a page. */
function isName(value: string): boolean {
  return /^[a-z]+(?:[-_.][a-z]+)*$/i.test(value) && value.length < 24 && !/[a-z][A-Z]{2}/.test(value);
}

const BASE64 = /(?<=\/)[A-Za-z0-9+/]{24,400}={1,2}(?=\/|$)/g;

const HEX_OR_ID = /^(?:[0-9a-f]{24,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The kind of a secret in an address; null if it is none. */
function kindOf(name: string, value: string, isPublic: boolean): string | null {
  if (value.length < 6 || isPlaceholder(value) || isExampleToken(value)) return null;
  if (isSecretParameter(name)) {
    if (isPasswordWord(name)) return PAGE.test(value) ? null : 'password in a URL';
    return isStrong(value) ? 'token in a URL' : null;
  }
  return !isPublic && !value.includes('base64,') && isToken(value) ? 'possible token' : null;
}

/** What follows `password` in the address of a page or form. */
const PAGE = /^(?:true|false|required|optional|reset|forgot(?:ten)?|change|update|new|edit|recover(?:y)?)$/i;

/** Whether a value is no number, version or name. */
function isStrong(value: string): boolean {
  if (value.length < 12 || !/\d/.test(value) || /^v?\d+(?:\.\d+)+/.test(value)) return false;
  if (isToken(value) || HEX_OR_ID.test(value)) return true;
  return (/[a-z]/i.test(value) || value.length >= 20) && !/^[a-z]+(?:[-_.][a-z0-9]+)+$/.test(value);
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
