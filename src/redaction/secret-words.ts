/**
 * The words that people put beside a secret, in the languages that they write chronicles in, and whether what follows one
 * is a secret. One table for values in prose, in settings and in the parameters of links.
 */

/** Words for passwords. A plain word after one can be the password. */
const PASSWORDS: Record<string, string> = {
  english: 'pass(?:word|wd|phrase|code)|(?<![a-z])(?:pwd|pass|pw|psk|creds)(?![a-z])',
  german: 'passwort|kennwort',
  french: 'mot[ _-]?de[ _-]?passe',
  spanish: 'contrase(?:ñ|n)a',
  portuguese: '(?<![a-z])senha|palavra-passe',
  dutch: 'wachtwoord',
  polish: '(?<![a-z])has(?:ł|l)o(?![a-z])',
  nordic: 'l(?:ö|o)senord|adgangskode|passord|salasana',
  czech: '(?<![a-z])heslo(?![a-z])',
  turkish: '(?<![a-z])(?:şifre|sifre|parola)(?![a-z])',
  russian: 'парол[ьяею]|(?<![a-z])parol(?![a-z])',
  chinese: '密码|密碼|口令',
  japanese: 'パスワード|暗証番号',
  korean: '비밀번호|암호',
};

/** Words for keys, tokens and secrets. */
const KEYS: Record<string, string> = {
  german: 'schl(?:ü|ue)ssel|geheimnis|zugangsdaten',
  french: '(?<![a-z])cl(?:é|e|ef)s?(?![a-zà-ÿ])|jeton',
  spanish: '(?<![a-z])claves?(?![a-z])|credencial',
  portuguese: '(?<![a-z])chaves?(?![a-z])|segredo',
  italian: '(?<![a-z])chiav[ei](?![a-z])|segret[oa]',
  dutch: 'sleutel|geheim',
  polish: '(?<![a-z])klucz',
  nordic: '(?<![a-z])n(?:y|ø)(?:ckel|kkel)|(?<![a-z])n(?:ø|o)gle',
  russian: 'ключ|токен|секрет',
  chinese: '密钥|密鑰|令牌|秘钥',
  japanese: 'トークン|シークレット|秘密鍵|(?<=api ?)キー',
  korean: '토큰|비밀키',
};

/** A word for a password, in any of these languages; a part of a pattern that ignores case. */
export const PASSWORD_WORD = Object.values(PASSWORDS).join('|');
/** A word of another language for a key, token or secret. */
export const FOREIGN_WORD = Object.values(KEYS).join('|');

const IS_FOREIGN = new RegExp([...Object.values(PASSWORDS).slice(1), ...Object.values(KEYS)].join('|'), 'i');

/** Whether a word is of another language than English. */
export function isForeign(word: string): boolean {
  return IS_FOREIGN.test(word);
}

/** What is between such a word and its value: ` dafür ist `, ` de la API es `, `是`. */
export const FOREIGN_SIGN =
  /(?:[ \t]{1,3}[\wÀ-ɏ.-]{1,30}){0,4}?[ \t]{1,3}(?:es|est|é|è|ist|lautet|war|jest|to|är|er|on|is|является|был)[ \t]{1,3}|[ \t]{0,2}(?:是|为|為|は|：|이|은|는)[ \t]{0,2}/iy;

const IS_PASSWORD = new RegExp(`${PASSWORD_WORD}|wi-?fi|wlan|wpa|pw$`, 'i');

/** Whether a word names a password. */
export function isPasswordWord(word: string): boolean {
  return IS_PASSWORD.test(word);
}

/** What a parameter of a link is called if its value is a secret. */
const PARAMETER = new RegExp(
  `${PASSWORD_WORD}|${FOREIGN_WORD}|secret|token|credential|(?:^|[_.-]|api|access|auth|private|signing|client|secret|app|master|license|deploy)keys?$|(?:^|[a-z_.-])Key$|^(?:key|sig|signature|auth|authorization|code|sas|sid|sess|session|sessionid|phpsessid|jwt|bearer|otp|hmac|x-amz-signature|x-goog-signature|x-amz-security-token|assertion|ticket|nonce|state)$`,
  'i',
);

/** Whether the value of a parameter with this name is a secret. */
export function isSecretParameter(name: string): boolean {
  return PARAMETER.test(name);
}

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
