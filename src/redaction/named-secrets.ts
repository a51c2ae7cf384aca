/**
 * Secrets that the words around them give away: `DB_PASSWORD=…`, `the token for staging is …`, a header, a command line, an
 * address, a table's next cell, a recovery phrase.
 */
import { valuesBeside } from './beside.ts';
import { BESIDE, type Fragment, likely, type Match, type Rule, rangesOf, secret } from './finding.ts';
import { inLinks } from './random.ts';
import {
  FOREIGN_SIGN,
  FOREIGN_WORD,
  isExampleToken,
  isForeign,
  isPasswordWord,
  isPlaceholder,
  isSecretValue,
  PASSWORD_WORD,
  type Setting,
} from './secret-words.ts';

/** A secret recognised only by the words around it. The group `value` is the secret. */
type NamedRule = Required<Rule> & {
  accepts: (value: string) => boolean;
  /** Whether the owner may keep it, as other words and numbers look alike. */
  mayKeep?: boolean;
};

const isValue = (value: string) => value.length >= 3 && !isPlaceholder(value);
const isLong = (value: string) => isValue(value) && /\d|[a-z][A-Z]|=$/.test(value);

const AROUND: NamedRule[] = [
  {
    kind: 'password in a URL',
    hint: /:\/\//,
    pattern: /:\/\/[^\s:/@"'<>`]{0,100}:(?!\d{1,5}(?:\/|$))(?<value>[^\s/"'<>`]{1,200})@(?=[\w[{$<])/g,
    accepts: (value) =>
      isValue(value) &&
      !/^(?:pass(?:word|wd)?|pwd|secret|token|postgres|root|admin|guest|user|test|x-oauth-basic|p|pw)$/i.test(value),
  },
  {
    kind: 'token in a URL',
    hint: /:\/\//,
    pattern: /:\/\/(?<value>[\w.~%-]{20,300})(?::[\w-]{0,40})?@(?=[\w[])/g,
    accepts: isLong,
  },
  {
    kind: 'token in a URL',
    hint: /[?&]/,
    pattern:
      /[?&](?:access_token|auth|token|key|api_?key|apikey|sig|signature|secret|password|code|sas|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature)=(?<value>[\w%.~+/=-]{16,600})/gi,
    accepts: isLong,
  },
  {
    kind: 'authorization header',
    hint: /authorization/i,
    pattern:
      /authorization["'`]{0,2} {0,3}[:=,] {0,3}["'`]?(?:(?:bearer|basic|token|digest|apikey|negotiate|ssws|key|bot|splunk|genie-?key) {1,3})?["'`]?(?<value>[\w.~+/=:-]{8,2000})/gi,
    accepts: (value) => isLong(value) && !/^(?:bearer|basic|token)$/i.test(value),
  },
  {
    kind: 'bearer token',
    hint: /bearer|ssws/i,
    pattern: /(?<![A-Za-z])(?:bearer|ssws) {1,3}["'`]?(?<value>[\w.~+/=-]{16,2000})/gi,
    accepts: (value) => isLong(value) && /\d/.test(value),
  },
  {
    kind: 'basic credentials',
    hint: /basic/i,
    pattern: /(?<![A-Za-z])basic {1,3}["'`]?(?<value>[A-Za-z0-9+/]{8,500}={0,2})/gi,
    accepts: isCredentials,
  },
  {
    // Docker's config.json and npm's .npmrc have a user and password in Base64.
    kind: 'registry credentials',
    hint: /auth/,
    pattern:
      /(?:"auth\\?"|'auth'|(?<![A-Za-z])_auth"?)\s{0,20}[:=]\s{0,20}(?:\\?["'])?(?<value>[A-Za-z0-9+/]{8,2000}={0,2})(?![A-Za-z0-9+/=])/g,
    accepts: isLogin,
  },
  {
    kind: 'command line password',
    hint: /(?:^|\s)(?:-u|--user|-p|-a|--pass\w*|--token|--api-?key|--secret|--auth[\w-]*)/,
    pattern:
      /(?<=^|\s)(?:(?:-u|--user)[ =]["']?[^\s:"'$<]{1,100}:|sshpass -p ?|docker login\b[^\n|]{0,80} -p |redis-cli\b[^\n|]{0,80} -a |(?:mysql|mysqldump|mariadb)\b[^\n|]{0,80} -p(?=\S)|--(?:pass(?:word|wd|phrase)?|token|api-?key|(?:secret|auth)(?![\w-]*-(?:name|arn|id|path|file|ref|version|type|url|dir)s?[ =])[\w-]{0,20})[ =])["']?(?<value>[^\s"'`]{5,300})/g,
    accepts: (value) =>
      isSecretValue(value, 'assigned', /^-/.test(value) ? '' : 'pass') &&
      !/^-/.test(value) &&
      /[\d\W_]|[a-z][A-Z]/.test(value),
  },
  {
    kind: 'netrc password',
    hint: /\blogin\b/,
    pattern: /\blogin\s{1,9}\S{1,100}\s{1,9}password\s{1,9}(?<value>\S{3,200})/g,
    accepts: isValue,
  },
  {
    kind: 'cookie',
    hint: /cookie/i,
    pattern:
      /cookie["']? {0,3}: {0,3}["']?(?<value>[\w.$-]{1,60}=[^\s;"'`]{1,2000}(?:; ?[\w.$-]{1,60}=[^\s;"'`]{1,2000}){0,40})/gi,
    accepts: (value) =>
      value.split(/; ?/).some((pair) => isSecretValue(pair.replace(/^[^=]*=/, ''), 'prose', 'cookie')),
  },
  {
    kind: 'password',
    hint: /as (?:the|its|a|my|our) (?:pass|token|secret|key)/i,
    pattern:
      /(?<=^|[\s`"'])(?<value>[^\s`"']{6,100})[`"']? as (?:the|its|a|my|our) (?:pass(?:word|phrase|code)?|token|secret|key)(?![A-Za-z])/gi,
    accepts: (value) => isSecretValue(value, 'prose', 'pass') && /\d/.test(value),
  },
  {
    kind: 'storage key',
    hint: /Key=|Signature=/,
    pattern:
      /(?:AccountKey|SharedAccessKey|SharedAccessSignature|PrimaryKey|SharedSecret)=(?<value>[A-Za-z0-9+/%=]{16,400})/g,
    accepts: isLong,
  },
];

const PASSWORD = '(?:password|passwort|passphrase|passcode|passwd|kennwort|pwd|pw|psk)';
const SECRET_NAME = `(?:${PASSWORD}|secret|token|credentials?|(?:api|access|auth|private|signing|encryption|master|license|webhook|deploy|wi-?fi)[-_ ]?key)`;
/** Has letters and digits, and is not lower-case words with a digit or two at the end. */
const hasBoth = (value: string) =>
  /\d/.test(value) && /[a-z]/i.test(value) && !/^[a-z]+(?:[-_./][a-z]+)*\d{0,2}$/i.test(value);
const isSecretWord = (value: string) =>
  isSecretValue(value, 'prose', 'password') && /\d/.test(value) && /\p{L}/u.test(value);
/** Does not look like the name of a thing, such as `argon2id`. */
const isStrong = (value: string) => hasBoth(value) && /\d.*\d|[^\w.,:/-]|[a-z][A-Z]/.test(value);

/**
 * Secrets near their name with no `=` or `:` in between: after emphasis, in the next table cell, after a space, later in
 * the sentence.
 */
const NEARBY: NamedRule[] = [
  {
    kind: 'PIN',
    hint: /pin|code|otp|cvv|cvc/i,
    pattern:
      /(?<![A-Za-z])(?:pin|passcode|otp|cvv2?|cvc2?|(?:security|verification|2fa|one-time|door|alarm|unlock) code)(?: code| number)?(?: (?:for|of|to|on)(?: [\w.-]{1,30}){1,3}?)?(?: {0,3}[:=] {0,3}| (?:is |was |lautet |ist )?)["'`]?(?<value>\d(?:[ -]?\d){3,9})(?![\w.,-]?\d)/gi,
    accepts: (value) => new Set(value).size > 1,
    mayKeep: true,
  },
  {
    kind: 'secret',
    hint: /[*_`|>]/,
    pattern: new RegExp(
      `(?:\\*\\*|__|[*_\`]|<(?:b|strong|code|em|i)>) {0,3}(?:[\\w.-]{1,20}[ _-]){0,3}${SECRET_NAME}:? {0,3}(?:\\*{1,3}|_{1,2}|\`|</\\w{1,6}>):?[ \\t]{1,3}[*_\`"']{0,3}(?<value>[^\\s"'\`*|<>]{6,300})`,
      'gi',
    ),
    accepts: (value) => isSecretWord(value) && hasBoth(value),
  },
  {
    kind: 'secret',
    hint: /\|/,
    pattern: new RegExp(
      `\\|[ \\t]{0,20}[*_\`]{0,3}(?:[\\w.-]{1,20}[ _-]){0,3}${SECRET_NAME}[\\w-]{0,20}[*_\`]{0,3}[ \\t]{0,40}\\|[ \\t]{0,40}[*_\`"']{0,3}(?<value>[^\\s"'\`*|<>]{6,300})[*_\`"']{0,3}[ \\t]{0,40}(?:\\||$)`,
      'gim',
    ),
    accepts: isSecretWord,
  },
  {
    kind: 'password',
    hint: /pass|kennwort|pwd|pw|psk/i,
    pattern: new RegExp(`(?<![\\w-])${PASSWORD}[ \\t]{1,3}["'\`]?(?<value>[^\\s"'\`]{6,100})`, 'gi'),
    accepts: (value) => isSecretWord(value) && isStrong(value) && !/^[\w.-]*[/(=]/.test(value),
    mayKeep: true,
  },
  {
    kind: 'credentials',
    hint: /cred|log|sign/i,
    pattern:
      /(?<![A-Za-z])(?:cred(?:ential)?s?(?: are| is)?|login|(?:log(?:ged)?|sign(?:ed)?)[ -]?in (?:as|with))[ \t]{0,3}[:=]?[ \t]{1,3}["'`]?[\w.+@-]{2,64}["'`]?[ \t]{0,3}[/:|][ \t]{0,3}["'`]?(?<value>[^\s"'`/]{6,100})(?!\/)/gi,
    accepts: (value) => isSecretWord(value) && hasBoth(value),
    mayKeep: true,
  },
  {
    kind: 'password',
    hint: /\| {0,3}(?:sudo|docker|passwd|chpasswd|gh|cryptsetup|su)\b/,
    pattern:
      /(?:echo|printf)(?: -\w)? {1,3}["']?(?<value>[^\s"'|]{4,200})["']? {0,3}\| {0,3}(?:sudo\b[^\n|]{0,60} -\w{0,3}S|(?:ch)?passwd\b|cryptsetup\b|su\b|(?:docker|gh)\b[^\n|]{0,80}(?:--password-stdin|--with-token))/g,
    accepts: (value) => !isPlaceholder(value),
  },
];
/** Finds passwords, tokens and keys by the words around them. */
export function contextDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  return [
    ...found(AROUND, text, (value, start) => bare(value, text, start), isWords),
    ...assignments(text),
    ...found(
      NEARBY,
      text,
      (value) => value.replace(/[.,;:)\]}]+$/, ''),
      (_, { mayKeep }) => mayKeep === true,
    ),
    ...phrases(text),
    ...valuesBeside(text),
    ...inLinks(text),
  ];
}

/** What these rules find. The value is what `trimmed` leaves of it; the owner may keep what is only likely. */
function found(
  rules: readonly NamedRule[],
  text: string,
  trimmed: (value: string, start: number) => string,
  isLikely: (value: string, rule: NamedRule) => boolean,
): Match[] {
  return rules
    .filter(({ hint }) => hint.test(text))
    .flatMap((rule) =>
      rangesOf(rule.pattern, text).flatMap(({ start, value: raw }) => {
        const value = trimmed(raw, start);
        if (!rule.accepts(value) || isExampleToken(value)) return [];
        return (isLikely(value, rule) ? likely : secret)(rule.kind, BESIDE, start, start + value.length);
      }),
    );
}

/** Words joined by hyphens may be a name. */
function isWords(value: string): boolean {
  return /^[a-z]+(?:[-_][a-z]+)+$/i.test(value);
}

const OTHER_WORD =
  /(?:wi-?fi|wlan|wpa2?|network|pre-?shared)[-_ ]?key|secret|token|credential|(?:api|access|auth|account|private|signing|encryption|master|session|service|license|webhook|deploy|app|application|storage)[-_ ]?key|authkey|(?:php|j|asp)?sess(?:ion)?id(?==)|connect\.sid/;
const WORD = new RegExp(`${PASSWORD_WORD}|${OTHER_WORD.source}|${FOREIGN_WORD}`, 'gi');
const REST = /[\w-]{0,24}["'`\]*]{0,3}/y;
/** `SECRET_NAME`, `tokenFile`: where a secret is, not the secret. */
const ABOUT_SECRET =
  /(?:[-_ ](?:name|arn|path|file|ref|version|url)s?|(?:Name|Arn|Path|File|Ref|Version|Url)s?)["'`\]*]*$|_(?:NAME|ARN|PATH|FILE|REF|VERSION|URL)S?["'`\]*]*$/;
const SIGN =
  /[ \t]{0,3}(?:=>|:=|={1,2}|:(?!:)|,(?=[ \t]{0,3}["'`]))[ \t*]{0,3}|[ \t]{1,3}(?:(?:for|of|to|on|in)[ \t](?:[\w.-]{1,30}[ \t]){1,3})?(?:is|was|are|were|will be|set to|equals|being|ist|lautet)[ \t]{1,3}(?:now |still |set to |just |simply )?/y;
const QUOTED = /["'`“‘]([^"'`”’\n\r]{1,300})["'`”’]/y;
/** `](` ends the text of a link. Passwords have no Chinese, Japanese or Korean letters. */
const BARE = /(?:(?!\]\()[^\s"'`“”,;<>|{}\u3000-\u9fff\uac00-\ud7af]){4,300}/y;

/** `DB_PASSWORD=…`, `"api_key": "…"`, `the token for staging is …`. */
function assignments(text: string): Match[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const afterName = skipped(REST, text, index + word.length) ?? index + word.length;
    const afterSign =
      skipped(SIGN, text, afterName) ?? (isForeign(word) ? skipped(FOREIGN_SIGN, text, afterName) : null);
    if (afterSign === null || ABOUT_SECRET.test(text.slice(index + word.length, afterName))) return [];
    const isVerb = /\p{L}/u.test(text.slice(afterName, afterSign));
    const value = withoutUser(word, valueAt(text, afterSign));
    const setting = settingOf(text, index, { word, isVerb, sign: text.slice(afterName, afterSign), ...value });
    return value && isSecretValue(value.text, setting, word)
      ? [secret(kindOf(word), BESIDE, value.start, value.start + value.text.length)]
      : [];
  });
}

interface Value {
  start: number;
  text: string;
  isQuoted: boolean;
}

function valueAt(text: string, start: number): Value | null {
  QUOTED.lastIndex = start;
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted !== undefined) return { start: start + 1, text: quoted, isQuoted: true };
  BARE.lastIndex = start;
  const found = BARE.exec(text)?.[0];
  return found === undefined ? null : { start, text: bare(found, text, start), isQuoted: false };
}

/** `Creds: bob/…`, `credentials: bob:…`. */
function withoutUser(word: string, value: Value | null): Value | null {
  const user = /^cred/i.test(word) ? /^[\w.+@-]{2,64}[/:](?=.{6})/.exec(value?.text ?? '')?.[0] : undefined;
  if (value === null || user === undefined) return value;
  return { ...value, start: value.start + user.length, text: value.text.slice(user.length) };
}

interface Assignment {
  word: string;
  sign: string;
  /** Whether the sign is a word such as `is`. */
  isVerb: boolean;
  isQuoted?: boolean;
}

/** In code and settings files, whatever follows the sign is the value; in prose it may be any word. */
function settingOf(text: string, index: number, { word, sign, isVerb, isQuoted }: Assignment): Setting {
  if (isVerb || sign.includes(',')) return 'prose';
  const isVariable = word === word.toUpperCase() || /[\w.]/.test(text[index - 1] ?? ' ');
  return isQuoted || (/^(?:=|: *)$/.test(sign) && isVariable) ? 'assigned' : 'prose';
}

function kindOf(word: string): string {
  if (isPasswordWord(word)) return 'password';
  if (/key/i.test(word)) return 'key';
  return /token|sess|sid|csrf/i.test(word) ? 'token' : 'secret';
}

/**
 * The value without the full stop of its sentence and closing marks of a pair that opens before it. `!` and `?` are kept:
 * better to take too much than to leave the last character of a password.
 */
function bare(value: string, text: string, start: number): string {
  const before =
    text
      .slice(Math.max(0, start - 200), start)
      .split('\n')
      .at(-1) ?? '';
  if (/["'`]$/.test(before)) return value;
  let end = value.length;
  while (end > 0 && belongsToSentence(value[end - 1] ?? '', before, value.slice(0, end - 1))) end--;
  return value.slice(0, end);
}

const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{', '*': '*', _: '_' };

function belongsToSentence(mark: string, before: string, value: string): boolean {
  if (/[.,;:]/.test(mark)) return true;
  const opening = OPENING[mark];
  return opening !== undefined && before.includes(opening) && (opening === mark || !value.includes(opening));
}

function skipped(pattern: RegExp, text: string, start: number): number | null {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The text in Base64; empty if it is none. */
function fromBase64(value: string): string {
  try {
    return atob(value);
  } catch {
    return '';
  }
}

function isCredentials(value: string): boolean {
  return value.length % 4 === 0 && /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(fromBase64(value));
}

/** Whether this is `user:password` in Base64, and not of documentation. */
function isLogin(value: string): boolean {
  const [, password = ''] = /^[\w.+@$<>-]{1,200}:([^\x00-\x1f]+)$/s.exec(fromBase64(value)) ?? [];
  return password !== '' && !isPlaceholder(password) && !/^(?:pass(?:word|wd)?|secret|token)$/i.test(password);
}

const SEED =
  /(?<![A-Za-z])(?:seed(?: phrase| words?)?|mnemonic(?: phrase)?|recovery (?:phrase|words?|key)|backup phrase)(?![A-Za-z])/gi;
const SEED_WORDS =
  /[^\n]{0,40}?(?:[:=]|\b(?:is|are|was|were)\b)?[\s"'`*]{1,6}((?:\d{1,2}[.)] ?)?[a-z]{3,8}(?:[ ,\n]{1,3}(?:\d{1,2}[.)] ?)?[a-z]{3,8}){11,40})(?![A-Za-z])/y;
/** Words of ordinary sentences, which are in no word list for recovery phrases. */
const PROSE =
  /^(?:the|and|for|with|from|has|had|was|were|are|not|but|its|his|her|our|your|their|they|them|then|than|into|which|would|could|should|did|does|been|have|will|also|there|these|those|when|where|who|how|why|use|can|may|per|via|she|him|any|each|every|because|before|most|one|two|out|now|new|see|set|way)$/;
const LENGTHS = [24, 21, 18, 15, 12];

/** Twelve or more words in a row after `seed phrase`, none of them from ordinary sentences. */
function phrases(text: string): Match[] {
  return [...text.matchAll(SEED)].flatMap(({ 0: name, index }) => {
    SEED_WORDS.lastIndex = index + name.length;
    const found = SEED_WORDS.exec(text);
    if (!found) return [];
    const start = found.index + found[0].length - (found[1] ?? '').length;
    const words = [...(found[1] ?? '').matchAll(/[a-z]+/g)];
    const prose = words.findIndex(({ 0: word }) => PROSE.test(word));
    const length = prose === -1 ? words.length : prose;
    const count = LENGTHS.find((each) => each <= length);
    const last = count === undefined ? undefined : words[count - 1];
    return last ? [secret('recovery phrase', BESIDE, start, start + last.index + last[0].length)] : [];
  });
}
