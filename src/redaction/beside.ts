/**
 * Values that say nothing by themselves beside a word that does: long hexadecimal numbers, Base64 and UUIDs, secrets of
 * AWS, and passwords that are plain words.
 *
 *     the signing key 8f3a9c0d…, 8f3a9c0d… is the webhook secret, password: sunflower
 */
import { BESIDE, likely, type Match, rangesOf, secret } from './finding.ts';
import { isMixed } from './random.ts';
import { FOREIGN_WORD, isExampleToken, isPlaceholder, PASSWORD_WORD } from './secret-words.ts';

interface BesideRule {
  kind: string;
  /** What a value looks like. Values are rare, so the words around them are read afterwards. */
  pattern: RegExp;
  accepts: (value: string, before: string, after: string) => boolean;
}

const WORD = `(?<![A-Za-z])(?:keys?|secrets?|tokens?|passwords?|passwort|credentials?|${FOREIGN_WORD})(?![A-Za-z])`;
const IN_FRONT = new RegExp(`${WORD}(?:[^.!?\\n]|\\.(?=\\S)){1,80}$`, 'i');
const RIGHT_IN_FRONT = new RegExp(
  `${WORD}["'\`*]{0,3}(?:[ \\t]{1,3}[\\wÀ-ɏ.-]{1,20}){0,3}[ \\t]{0,3}[:=]?[ \\t]{0,3}["'\`*]{0,3}$`,
  'i',
);
const BEHIND = new RegExp(
  `^["'\`*)]{0,3},?[ \\t]{1,3}(?:is|was|as|for|ist|war|est|es|è|é|jest)[ \\t]{1,3}(?:[\\wÀ-ɏ-]{1,20}[ \\t]{1,3}){0,4}${WORD}`,
  'i',
);
/** Long numbers that are no keys. */
const DIGEST =
  /\b(?:commit|hash(?:es|ed)?|sha-?\d*|md5|digest|checksum|fingerprint|revision|rev|cache|etag|recv|gpg|pgp|public|merge|build|integrity|prüfsumme|somme)\b/i;
/** Keys that are names. */
const NAMING =
  /(?:idempotency|primary|foreign|cache|partition|routing|sort|public|map|object|row|trace|request)[-_ ](?:keys?|token|id)/i;
const AWS = /A(?:KIA|SIA)[A-Z0-9]{16}|\b(?:aws|amazon)|secret|access[-_ ]?key/i;
const IS_PASSWORD = new RegExp(
  `(?:${PASSWORD_WORD})[ \\t]{1,3}(?:[\\wÀ-ɏ.-]{1,20}[ \\t]{1,3}){0,3}(?:is|was|ist|war|lautet|est|était|es|era|é)[ \\t]{1,3}["'\`“«„]$`,
  'i',
);
const AFTER_PASSWORD = new RegExp(`(?:${PASSWORD_WORD})["'\`*\\]]{0,3}[ \\t]{0,2}[:=：][ \\t]{0,3}["'\`*]{0,3}$`, 'i');

const RULES: BesideRule[] = [
  {
    kind: 'AWS secret key',
    pattern: /(?<![\w/+=.%-])[A-Za-z0-9/+]{40}(?![\w/+=-])/g,
    accepts: (value, before, after) => isKey(value) && /[g-z]/i.test(value) && AWS.test(`${before} ${after}`),
  },
  {
    kind: 'possible key',
    pattern: /(?<![\w/.+%-])[A-Za-z0-9+/_-]{32,200}={0,2}(?![\w/+=-]|\.\w)/g,
    accepts: (value, before, after) => isKey(value) && (IN_FRONT.test(before) || BEHIND.test(after)),
  },
  {
    kind: 'possible key',
    pattern: /(?<![\w/.-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/gi,
    accepts: (value, before) => !/^(?:123e4567|0{8}|x{8})-/i.test(value) && RIGHT_IN_FRONT.test(before),
  },
  {
    kind: 'possible password',
    pattern:
      /(?<=[:=：][ \t"'`*]{0,6})(?<![a-zà-ÿа-я])[A-ZÀ-Þa-zà-ÿа-я][a-zà-ÿа-я]{5,40}(?=["'`*]{0,3}(?:[ \t]{0,3}(?:$|[\r\n,;.!)|\]}]|(?:is|was|were|and|or|in|for|at|on|still|then|und|war|et|est|y|es)(?![\w-]))))/g,
    accepts: (value, before) => AFTER_PASSWORD.test(before) && !COMMON.has(value.toLowerCase()),
  },
  {
    kind: 'possible password',
    pattern: /(?<=["'`“«„])[A-ZÀ-Þa-zà-ÿа-я][a-zà-ÿа-я]{5,40}(?=["'`”»“])/g,
    accepts: (value, before) => IS_PASSWORD.test(before) && !COMMON.has(value.toLowerCase()),
  },
  {
    kind: 'possible password',
    pattern: /(?<=[:=：][ \t"'`*]{0,6})(?<![\w-])[a-z]{3,16}(?:[-_.][a-z]{3,16}){3,8}(?![\w-]|\.\w|[/(])/g,
    accepts: (value, before) =>
      AFTER_PASSWORD.test(before) && value.split(/[-_.]/).filter((part) => COMMON.has(part)).length < 2,
  },
];

/** Words of documentation, code and settings after `password:`. */
const COMMON = new Set(
  'string number boolean object array integer buffer symbol unknown varchar binary secure secret secrets password passwords passwd passphrase credential credentials token tokens bearer basic digest default defaults required optional forbidden allowed enabled disabled missing invalid incorrect expired changed updated created deleted removed rotated revoked hidden masked redacted encrypted decrypted hashed salted stored private public internal external global local empty undefined random unique strong weak short plain plaintext cleartext base64 bcrypt argon scrypt sha256 value values field fields input inputs output prompt option options setting settings config configuration environment variable variables parameter parameters argument arguments process request response result results return returns function method module import export example sample please anything something nothing everything whatever another existing current previous original initial master manager account accounts username usernames email emails server client session sessions database connection connections nullable column change changes forgot forgotten reset resets update updates verify verified confirm confirmation policy length minimum maximum characters letters digits always never sometimes before during without within against through security authentication authorization oauth oauth2 kerberos openid keychain keyring vault inherit inherited deprecated supported unsupported implemented pending failed failure success successful correct matches mismatch accepted rejected needed unneeded unused unset generated manual manually automatic automatically visible invisible together erforderlich vergessen ändern geheim falsch richtig leer keines requis oublié obligatoire opcional obligatorio'.split(
    ' ',
  ),
);

/** How far around a value words count. */
const NEAR = 160;

/** Finds such values. Most are a guess, so the owner may keep them. */
export function valuesBeside(text: string): Match[] {
  return RULES.flatMap(({ kind, pattern, accepts }) =>
    rangesOf(pattern, text).flatMap(({ start, end, value }) => {
      const [before = ''] = text
        .slice(Math.max(0, start - NEAR), start)
        .split(/[.!?]\s|\n\n/)
        .slice(-1);
      const isFound =
        accepts(value, before, text.slice(end, end + NEAR)) &&
        !isExampleToken(value) &&
        !isPlaceholder(value) &&
        !NAMING.test(before) &&
        !DIGEST.test(before);
      return isFound ? (kind === 'AWS secret key' ? secret : likely)(kind, BESIDE, start, end) : [];
    }),
  );
}

/** Whether this is a long number or Base64 and not words. */
function isKey(value: string): boolean {
  if (/^[0-9a-f]+$/i.test(value)) return /\d/.test(value) && /[a-f]/i.test(value);
  const letters = value.replace(/[/+=_-]/g, '');
  const digits = letters.replace(/\D/g, '').length;
  return digits > 1 && /[a-z]/.test(letters) && /[A-Z]/.test(letters) && isMixed(letters);
}
