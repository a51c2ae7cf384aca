/** What is personal or internal: addresses of people, machines and pages, and what other files find about people and clouds. */
import { inClouds } from './clouds.ts';
import { doubtful, type Fragment, type Match, rangesOf } from './finding.ts';
import { identityNumbers } from './numbers.ts';
import { personalDetails } from './people.ts';

const EMAIL =
  /(?<![\w.+%-])[\w.+%-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.)){1,6}[A-Za-z]{2,24}(?![\w@]|:[\w/~.-])/g;
/** Addresses in documentation, and addresses that belong to nobody. */
const NOT_PERSONAL =
  /@(?:[\w-]+\.)*(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost)$|^(?:git|noreply|no-reply|you|your|user|username|name|me|someone|foo|bar|alice|bob)@|@users\.noreply\.github\.com$|\.(?:png|jpe?g|gif|svg|webp|js|ts|css|md|json)$/i;

const IPV4 =
  /(?<![\d.\w])(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d{1,3}){2})(?:\/\d{1,2})?(?![\d\w]|\.\d)/g;
/** Whole networks and the ranges reserved for documentation. */
const DOCUMENTED =
  /^(?:10\.0\.0\.0\/8|172\.16\.0\.0\/12|192\.168\.0\.0\/16|169\.254\.0\.0\/16|100\.64\.0\.0\/10)$|^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.|^(?:2001:0?db8|3fff)(?![0-9a-f])/i;
/** What comes before a version number, which may have four parts too. In `?host=10.4.0.7`, `=` is a part of an address. */
const VERSION =
  /(?:(?<![A-Za-z])(?:v|ver|versions?|releases?|released|build|firmware|(?:up|down)graded(?: from)?(?: \d[\w.]{0,19})? to|(?:up|down)graded from)|(?<![?&](?!v(?:er(?:sion)?)?=)[\w-]{1,20})=|[~^])[ .:]{0,3}$/i;
const PUBLIC_IPV4 = /(?<![\d.\w-]|[^/]\/)(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?![\d\w-]|\.\d)/g;
/** This machine, private networks (found by another rule), multicast, and public resolvers. */
const NOT_PUBLIC =
  /^(?:0|10|127|22[4-9]|2[3-5]\d)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^(?:8\.8\.(?:8\.8|4\.4)|1\.[01]\.[01]\.1|9\.9\.9\.9|208\.67\.22[02]\.22[02])$/;
const PUBLIC_IPV6 =
  /(?<![\w:.])[23][0-9a-f]{3}:(?=[0-9a-f:]{0,40}::|(?:[0-9a-f]{1,4}:){6}[0-9a-f])(?:[0-9a-f]{0,4}:){1,7}[0-9a-f]{0,4}(?:\/\d{1,3})?(?![\w:])/gi;
const MAC = /(?<![\w:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])/gi;
/** Documentation: consecutive numbers, words. */
const EXAMPLE_MAC = /^(?:00.11.22|00.1a.2b|01.23.45|12.34.56|aa.bb.cc|de.ad.be)$/i;
/** `server\share` is an example. */
const SHARE =
  /(?<![\\\w:])(?:\\\\(?!wsl|server\\+share)[A-Za-z0-9][\w.-]{1,62}\\[\w$-][\w$.-]{1,80}|\\{4}(?!wsl|server\\+share)[A-Za-z0-9][\w.-]{1,62}\\\\[\w$-][\w$.-]{1,80})(?![\w$])/g;
const IPV6 = /(?<![\w:])(?:f[cd][0-9a-f]{2}|fe80)(?::[0-9a-f]{0,4}){2,7}(?:%\w{1,16})?(?![\w:])/gi;

const URL_PORT =
  /https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1\]|(?:[\w-]+\.)*example\.|host(?:name)?[:/]|[\w-]{1,20}\.localhost)[A-Za-z0-9][\w.-]{1,200}:\d{2,5}(?:\/[^\s<>"'`)\]\ufffc]{0,500})?/g;
/** Services where people and companies keep pages that only members can see. */
const WORKSPACE =
  /https?:\/\/(?:(?!(?:marketplace|code|learn|docs|api|www|status|support|help|community|blog|developers?)\.)[\w-]+\.(?:atlassian\.net|slack\.com|zendesk\.com|sharepoint\.com|my\.salesforce\.com|service-now\.com|okta\.com|notion\.site|monday\.com|looker\.com|pagerduty\.com|datadoghq\.(?:com|eu)|grafana\.net|sentry\.io|visualstudio\.com)|docs\.google\.com\/(?:document|spreadsheets|presentation|forms)\/d|drive\.google\.com|www\.notion\.so|notion\.so|linear\.app\/[\w-]+\/issue|app\.asana\.com|trello\.com\/[bc]|www\.figma\.com\/(?:file|design|board)|figma\.com\/(?:file|design)|miro\.com\/app|dev\.azure\.com|app\.clickup\.com|console\.aws\.amazon\.com|console\.cloud\.google\.com|portal\.azure\.com)\/[^\s<>"'`)\]\ufffc]{2,500}/gi;

const PHONE =
  /(?<![\w+.-])(?:\+\d{1,3}[ .-]?(?:\(0?\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]\d{2,8}){1,5}|\+[1-9]\d{9,14}|\(\d{3}\) ?\d{3}-\d{4})(?![\w-]|\.\d)/g;

/**
 * Finds what is personal or internal: e-mail addresses, private hosts, IP and MAC addresses, internal pages, network shares
 * and phone numbers, what a company has in a cloud, numbers of persons, and where and when somebody lives.
 */
export function addressDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  return [
    ...(text.includes('@') ? emails(text) : []),
    ...found(URL_PORT, text, 'URL with a port', '[internal URL]'),
    ...found(WORKSPACE, text, 'workspace URL', '[internal URL]'),
    ...privateHosts(text),
    ...machines(text),
    ...found(SHARE, text, 'network share', '[network share]'),
    ...phones(text),
    ...inClouds(text),
    ...identityNumbers(text),
    ...personalDetails(text),
  ];
}

function emails(text: string): Match[] {
  return found(EMAIL, text, 'e-mail address', '[email]').filter(
    ({ start, end }) => !NOT_PERSONAL.test(text.slice(start, end)),
  );
}

function machines(text: string): Match[] {
  const own = [IPV4, IPV6].flatMap((pattern) => found(pattern, text, 'private address', '[IP address]'));
  const open = [PUBLIC_IPV4, PUBLIC_IPV6].flatMap((pattern) => found(pattern, text, 'IP address', '[IP address]'));
  const cards = found(MAC, text, 'MAC address', '[MAC address]').filter(
    ({ start, end }) =>
      new Set(text.slice(start, end).toLowerCase().replace(/[:-]/g, '')).size > 2 &&
      !EXAMPLE_MAC.test(text.slice(start, start + 8)),
  );
  const isPlausible = ({ start, end }: Match) =>
    !DOCUMENTED.test(text.slice(start, end)) && !VERSION.test(text.slice(Math.max(0, start - 40), start));
  return [
    ...own.filter(isPlausible),
    ...open.filter((match) => isPlausible(match) && isPublic(text.slice(match.start, match.end))),
    ...cards,
  ];
}

/** Whether this is a public address. Versions have small numbers in at least three of the four places. */
function isPublic(address: string): boolean {
  if (address.includes(':')) return true;
  const numbers = (address.split('/', 1)[0] ?? '').split('.').map(Number);
  return (
    numbers.every((number) => number <= 255) &&
    numbers.filter((number) => number >= 20).length > 1 &&
    !NOT_PUBLIC.test(address)
  );
}

function phones(text: string): Match[] {
  return found(PHONE, text, 'phone number', '[phone number]').filter(({ start, end }) => {
    const digits = text.slice(start, end).replace(/\D/g, '');
    // 555 01xx is fictional.
    return digits.length >= 8 && digits.length <= 15 && !/55501\d\d$/.test(digits);
  });
}

function found(pattern: RegExp, text: string, kind: string, replacement: string): Match[] {
  return [...text.matchAll(pattern)].map(({ 0: match, index }) =>
    doubtful(kind, replacement, index, index + match.replace(/[.,;:!?]+$/, '').length),
  );
}

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
function privateHosts(text: string): Match[] {
  if (!HINT.test(text)) return [];
  return [PRIVATE_ENDING, PRIVATE_PART]
    .flatMap((pattern) => rangesOf(pattern, text))
    .filter(({ start, end }) => isMachine(text, start, end))
    .map(({ start, end }) => doubtful('private host', '[private host]', start, end));
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
