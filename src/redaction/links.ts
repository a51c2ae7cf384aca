/**
 * Secrets in addresses: in the path, the query and the fragment, percent-encoded or not. A parameter or a part of the
 * path may say what its value is; otherwise the value must look like a token.
 *
 *     https://api.acme.io/v1/token/8sKx2Qm9ZtB4vLw7/items?api_key=3f6c…    both values
 */
import { type Fragment, likely, type Match, secret } from './finding.ts';
import { isMixed, isToken } from './random.ts';
import { isExampleToken, isPasswordWord, isPlaceholder, isSecretParameter } from './secret-words.ts';

const ADDRESS = /(?<=[a-z0-9]):\/\/[^\s<>"'`|]{4,4000}/gi;
/** Services in whose addresses the ids of public or shared pages look random. */
const PUBLIC_ID =
  /^:\/\/(?:[\w-]+\.)*(?:youtube\.com|youtu\.be|docs\.google\.com|drive\.google\.com|figma\.com|fonts\.gstatic\.com|fonts\.googleapis\.com|shields\.io|githubusercontent\.com|codesandbox\.io|stackblitz\.com|notion\.(?:so|site)|miro\.com|web\.archive\.org|doi\.org|arxiv\.org|discord\.gg|t\.me|maps\.app\.goo\.gl)\//i;
/** A name and its value, or a part of the path. */
const PART = /(?<=[/?&#;])(?:(?<name>[\w.~%[\]-]{1,60})=)?(?<value>[^/?&#;=][^?&#;]{0,2000})/g;

const WHY = 'looks like a token, or a part of the address names it';

/** Finds secrets in addresses. */
export function linkDetector({ text }: Pick<Fragment, 'text'>): Match[] {
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
