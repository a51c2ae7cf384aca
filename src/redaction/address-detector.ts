import type { Fragment } from './finding.ts';
import { doubtful, type Match } from './match.ts';

const EMAIL =
  /(?<![\w.+%-])[\w.+%-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.)){1,6}[A-Za-z]{2,24}(?![\w@]|:[\w/~.-])/g;
/** Addresses of documentation and of machines that answer nobody. */
const NO_PERSON =
  /@(?:[\w-]+\.)*(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost)$|^(?:git|noreply|no-reply|you|your|user|username|name|me|someone|foo|bar|alice|bob)@|@users\.noreply\.github\.com$|\.(?:png|jpe?g|gif|svg|webp|js|ts|css|md|json)$/i;

const PRIVATE_HOST =
  /(?<![\w.@-])(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}(?:internal|local|corp|lan|intranet|intra|private|home\.arpa|localdomain|ts\.net|svc|consul)(?![\w-]|\.[A-Za-z0-9]|\()/gi;
/** File names and names of code that only look like a host. */
const NO_HOST =
  /^(?:[\w-]+\.)*(?:settings|config|env|docker-compose|compose|this|self|module|node|java|package|pkg|host\.docker|gateway\.docker|kubernetes\.docker|metadata\.google|metadata\.goog|cluster|default|index|docs|data|vars|locals|style|app|state|ctx|req|res|props)\.(?:internal|local|private|svc)$|\.env\.local$/i;

const IPV4 =
  /(?<![\d.\w])(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d{1,3}){2})(?:\/\d{1,2})?(?![\d\w]|\.\d)/g;
const IPV6 = /(?<![\w:])(?:f[cd][0-9a-f]{2}|fe80)(?::[0-9a-f]{0,4}){2,7}(?:%\w{1,16})?(?![\w:])/gi;

const URL_PORT =
  /https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1\]|(?:[\w-]+\.)*example\.|host(?:name)?[:/]|[\w-]{1,20}\.localhost)[A-Za-z0-9][\w.-]{1,200}:\d{2,5}(?:\/[^\s<>"'`)\]\ufffc]{0,500})?/g;
/** Where people and firms keep pages of their own that only members see. */
const WORKSPACE =
  /https?:\/\/(?:(?!(?:marketplace|code|learn|docs|api|www|status|support|help|community|blog|developers?)\.)[\w-]+\.(?:atlassian\.net|slack\.com|zendesk\.com|sharepoint\.com|my\.salesforce\.com|service-now\.com|okta\.com|notion\.site|monday\.com|looker\.com|pagerduty\.com|datadoghq\.(?:com|eu)|grafana\.net|sentry\.io|visualstudio\.com)|docs\.google\.com\/(?:document|spreadsheets|presentation|forms)\/d|drive\.google\.com|www\.notion\.so|notion\.so|linear\.app\/[\w-]+\/issue|app\.asana\.com|trello\.com\/[bc]|www\.figma\.com\/(?:file|design|board)|figma\.com\/(?:file|design)|miro\.com\/app|dev\.azure\.com|app\.clickup\.com|console\.aws\.amazon\.com|console\.cloud\.google\.com|portal\.azure\.com)\/[^\s<>"'`)\]\ufffc]{2,500}/gi;

const PHONE =
  /(?<![\w+.-])(?:\+\d{1,3}[ .-]?(?:\(0?\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]\d{2,8}){1,5}|\+[1-9]\d{9,14}|\(\d{3}\) ?\d{3}-\d{4})(?![\w-]|\.\d)/g;

/** Finds e-mail addresses, hosts and addresses of private networks, pages that only members see, and telephone numbers. */
export function addressDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  return [
    ...(text.includes('@') ? emails(text) : []),
    ...found(URL_PORT, text, 'URL with a port', 'an internal page'),
    ...found(WORKSPACE, text, 'workspace URL', 'an internal page'),
    ...hosts(text),
    ...found(IPV4, text, 'private address', 'a private address'),
    ...found(IPV6, text, 'private address', 'a private address'),
    ...phones(text),
  ];
}

function emails(text: string): Match[] {
  return found(EMAIL, text, 'e-mail address', 'an e-mail address').filter(
    ({ start, end }) => !NO_PERSON.test(text.slice(start, end)),
  );
}

function hosts(text: string): Match[] {
  return found(PRIVATE_HOST, text, 'private host', 'a private host').filter(
    ({ start, end }) => !NO_HOST.test(text.slice(start, end)),
  );
}

function phones(text: string): Match[] {
  return found(PHONE, text, 'phone number', 'a phone number').filter(({ start, end }) => {
    const digits = text.slice(start, end).replace(/\D/g, '');
    // 555 01xx is what films use.
    return digits.length >= 8 && digits.length <= 15 && !/55501\d\d$/.test(digits);
  });
}

function found(pattern: RegExp, text: string, kind: string, replacement: string): Match[] {
  return [...text.matchAll(pattern)].map(({ 0: stretch, index }) =>
    doubtful(kind, replacement, index, index + stretch.replace(/[.,;:!?]+$/, '').length),
  );
}
