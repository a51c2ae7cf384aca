import { isPasswordWord } from './secret-words.ts';

/** Words after `password:` that are not passwords. */
const PLAIN =
  /^(?:string|number|boolean|required|optional|true|false|null|none|undefined|nil|empty|unset|hidden|invalid|expired|missing|revoked|rotated|random|unique|secret|password|passwd|token|bearer|basic|oauth2?|jwt|sha-?\d+|aes-?\d+|utf-?8|base64|hex|md5|hs256|rs256|es256|ed25519|rsa-?\d*|v\d+|\d+(?:px|ms|s|m|h|d|kb|mb)?|(?:not|un|auto|pre|re|no|non)[-_][\w-]+)$/i;
/** Code instead of a value: calls, members, types, paths, versions. */
const CODE =
  /^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|[A-Za-z_$][\w$.]*\[.*|\.{0,2}\/[\w./-]*|https?:\/\/.*|--?[a-z][\w-]*|v?\d+(?:\.\d+)+.*)$/;

/** How the value appears, which decides how strict the check is. */
export type Setting =
  /** `DB_PASSWORD=correcthorse`, `"password": "correct horse"`: any value counts. */
  | 'assigned'
  /** `the password is hunter2`, `token: abc123`: only values that do not look like words. */
  | 'prose';

/** Whether the text after a word such as `password` is a secret and not documentation, code or prose. */
export function isSecretValue(value: string, setting: Setting, word: string): boolean {
  if (value.length < 6 || value.length > 500 || isPlaceholder(value) || PLAIN.test(value) || CODE.test(value))
    return false;
  const isPassword = isPasswordWord(word);
  const hasDigit = /\d/.test(value);
  const hasLetter = /\p{L}/u.test(value);
  if (setting === 'assigned' && isPassword) return hasLetter || hasDigit;
  if (!hasLetter || /\s/.test(value)) return false;
  if (isPassword) return hasDigit || /[^\p{L}\p{N}\s_'’.,:;/()-]/u.test(value);
  if (/^[a-z]+(?:[-_.:/][a-z]+)*\d{0,2}$/i.test(value))
    return value.length >= (setting === 'assigned' ? 16 : 24) && hasBothCases(value);
  return value.length >= (setting === 'assigned' ? 8 : 12) && (hasDigit || hasBothCases(value));
}

function hasBothCases(value: string): boolean {
  return /[a-z][A-Z]{2}|[A-Z]{2}[a-z][A-Z]|[a-z][A-Z][a-z]?[A-Z]/.test(value);
}

/** Placeholders in documentation. */
const WORDS =
  /example|^your|[-_.]your|[-_.<]here\b|placeholder|redacted|change[-_]?me|replace[-_]?me|dummy|foo[-_]?bar|lorem|todo|x{4,}|\*{3,}|•{2,}|\.{3}|…/i;
/** References to a value. */
const REFERENCE =
  /^(?:[<[({]|\$|%[\w-]|#\{|@|&|process\.|import\.meta|os\.|env[.[(]|secrets?\.|vault:|op:|ref:|arn:|file:)|[>}]$|\(/i;

/** Whether this is a placeholder or reference, such as `your-api-key`, `<token>`, `${TOKEN}` or `xxxx`. */
export function isPlaceholder(value: string): boolean {
  return WORDS.test(value) || REFERENCE.test(value) || new Set(value.toLowerCase().replace(/[-_ ]/g, '')).size < 3;
}

/** Whether a token is an example from documentation: it contains `EXAMPLE` or a run of one character. */
export function isExampleToken(token: string): boolean {
  return /example|x{6,}|\*{3,}|\.{3}|0{12,}|your[-_]|_here$|placeholder/i.test(token);
}
