/**
 * Secrets near their name with no `=` or `:` in between: after emphasis, in the next table cell, after a space, later in
 * the sentence. Also secrets of several words, such as a recovery phrase.
 */
import type { Fragment } from './finding.ts';
import { BESIDE, likely, type Match, rangesOf, secret } from './match.ts';
import { isExampleToken, isPlaceholder, isSecretValue } from './secret-value.ts';

interface NearbyRule {
  kind: string;
  hint: RegExp;
  pattern: RegExp;
  accepts: (value: string) => boolean;
  /** Whether the owner may keep it. */
  mayKeep?: boolean;
}

const PASSWORD = '(?:password|passwort|passphrase|passcode|passwd|kennwort|pwd|pw|psk)';
const NAME = `(?:${PASSWORD}|secret|token|credentials?|(?:api|access|auth|private|signing|encryption|master|license|webhook|deploy|wi-?fi)[-_ ]?key)`;
/** Has letters and digits, and is not lower-case words with a digit or two at the end. */
const isMixed = (value: string) =>
  /\d/.test(value) && /[a-z]/i.test(value) && !/^[a-z]+(?:[-_./][a-z]+)*\d{0,2}$/i.test(value);
const isPassword = (value: string) =>
  isSecretValue(value, 'prose', 'password') && /\d/.test(value) && /\p{L}/u.test(value);
/** Does not look like the name of a thing, such as `argon2id`. */
const isStrong = (value: string) => isMixed(value) && /\d.*\d|[^\w.,:/-]|[a-z][A-Z]/.test(value);

const RULES: NearbyRule[] = [
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
      `(?:\\*\\*|__|[*_\`]|<(?:b|strong|code|em|i)>) {0,3}(?:[\\w.-]{1,20}[ _-]){0,3}${NAME}:? {0,3}(?:\\*{1,3}|_{1,2}|\`|</\\w{1,6}>):?[ \\t]{1,3}[*_\`"']{0,3}(?<value>[^\\s"'\`*|<>]{6,300})`,
      'gi',
    ),
    accepts: (value) => isPassword(value) && isMixed(value),
  },
  {
    kind: 'secret',
    hint: /\|/,
    pattern: new RegExp(
      `\\|[ \\t]{0,20}[*_\`]{0,3}(?:[\\w.-]{1,20}[ _-]){0,3}${NAME}[\\w-]{0,20}[*_\`]{0,3}[ \\t]{0,40}\\|[ \\t]{0,40}[*_\`"']{0,3}(?<value>[^\\s"'\`*|<>]{6,300})[*_\`"']{0,3}[ \\t]{0,40}(?:\\||$)`,
      'gim',
    ),
    accepts: isPassword,
  },
  {
    kind: 'password',
    hint: /pass|kennwort|pwd|pw|psk/i,
    pattern: new RegExp(`(?<![\\w-])${PASSWORD}[ \\t]{1,3}["'\`]?(?<value>[^\\s"'\`]{6,100})`, 'gi'),
    accepts: (value) => isPassword(value) && isStrong(value) && !/^[\w.-]*[/(=]/.test(value),
    mayKeep: true,
  },
  {
    kind: 'credentials',
    hint: /cred|log|sign/i,
    pattern:
      /(?<![A-Za-z])(?:cred(?:ential)?s?(?: are| is)?|login|(?:log(?:ged)?|sign(?:ed)?)[ -]?in (?:as|with))[ \t]{0,3}[:=]?[ \t]{1,3}["'`]?[\w.+@-]{2,64}["'`]?[ \t]{0,3}[/:|][ \t]{0,3}["'`]?(?<value>[^\s"'`/]{6,100})(?!\/)/gi,
    accepts: (value) => isPassword(value) && isMixed(value),
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
/** Finds secrets near their name. */
export function nearbyDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  const ruled = RULES.filter(({ hint }) => hint.test(text)).flatMap(({ kind, pattern, accepts, mayKeep }) =>
    rangesOf(pattern, text).flatMap(({ start, end, value: found }) => {
      const value = found.replace(/[.,;:)\]}]+$/, '');
      if (!accepts(value) || isExampleToken(value)) return [];
      return [(mayKeep ? likely : secret)(kind, BESIDE, start, end - found.length + value.length)];
    }),
  );
  return [...ruled, ...phrases(text)];
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
