/**
 * The words that people put beside a secret, in the languages that they write chronicles in. One table for values in
 * prose, in settings and in the parameters of links.
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
