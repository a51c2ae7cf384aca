/**
 * Numbers by which a bank, a state or an employer knows a person or a company. Check digits tell them from other numbers;
 * each check takes digits, or capitals and digits, without separators.
 */
import { doubtful, type Fragment, likely, type Match, type Rule, rangesOf, ruled } from './finding.ts';

const CARD = /(?<![\w.+-])(?:[3-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{2,4}|3[47]\d{2}[ -]\d{6}[ -]\d{5})(?![\w-]|\.\d)/g;
/** Test numbers of payment services. */
const TEST_CARD =
  /^(?:4242424242424242|4000\d{12}|4111111111111111|4012888888881881|5555555555554444|5105105105105100|378282246310005|371449635398431|6011111111111117|(\d)\1+)$/;
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

/** Finds card numbers and IBANs by their check digits. */
export function accountDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  const cards = rangesOf(CARD, text).flatMap(({ start, end, value }) => {
    const digits = value.replace(/\D/g, '');
    const isCard = digits.length >= 14 && isLuhn(digits) && !TEST_CARD.test(digits);
    return isCard ? likely('card number', 'has the right check digit', start, end) : [];
  });
  const accounts = rangesOf(IBAN, text).flatMap(({ start, value }) => {
    const account = accountIn(value);
    return account === null ? [] : likely('IBAN', 'has the right check digits', start, start + account.length);
  });
  return [...cards, ...accounts];
}

/** The longest prefix with a valid checksum, as a word in capitals may follow the IBAN. */
function accountIn(found: string): string | null {
  for (let account = found; account.length >= 15; account = account.replace(/ ?[A-Z0-9]{1,4}$/, ''))
    if (isAccount(account.replaceAll(' ', ''))) return account;
  return null;
}

function isAccount(account: string): boolean {
  if (account.length < 15 || account.length > 34) return false;
  const digits = (account.slice(4) + account.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

const TAX = 'tax number';
const PERSON = 'identity number';

/** A kind, the form of the number, what must come before it if other numbers look alike, and its check without separators. */
type IdentityRow = [kind: string, form: string, word?: string | null, isValid?: (code: string) => boolean];

const ROWS: IdentityRow[] = [
  [
    'social security number',
    '(?!000|666|9)\\d{3}-(?!00)\\d{2}-(?!0000)\\d{4}',
    null,
    (code) => !/^(?:123456789|078051120|219099999|987654321|111223333)$/.test(code),
  ],
  [TAX, '\\d{2}-\\d{7}', '(?<![a-z])(?:ein|fein|employer (?:id|identification)|tax id)'],
  [TAX, '[1-9]\\d(?: ?\\d{3}){3}', 'steuer|tax|idnr|tin\\b', isMod11And10],
  [TAX, 'DE ?[1-9]\\d{2} ?\\d{3} ?\\d{3}', null, (code) => isMod11And10(code.slice(2))],
  [TAX, 'ATU\\d{8}'],
  [TAX, 'FR ?\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}', null, (code) => isLuhn(code.slice(4))],
  [TAX, 'IT ?\\d{11}', null, (code) => isLuhn(code.slice(2))],
  [TAX, '\\d{11}', 'partita iva|p\\. ?iva', isLuhn],
  [TAX, 'NL ?\\d{9}B\\d{2}'],
  [TAX, 'BE ?[01]\\d{3}[. ]?\\d{3}[. ]?\\d{3}', null, (code) => isMod97(code.slice(2))],
  [TAX, 'GB ?\\d{3} ?\\d{4} ?\\d{2}', 'vat'],
  [TAX, 'PL ?\\d{10}|\\d{3}-?\\d{3}-?\\d{2}-?\\d{2}', 'nip\\b|vat', (code) => isPolishCompany(code.replace('PL', ''))],
  [TAX, '(?!12345678Z|00000000T)(?:\\d{8}|[XYZ]-?\\d{7})-?[A-HJ-NP-TV-Z]', null, isSpanish],
  [TAX, '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}', null, isBrazilian],
  [TAX, '\\d{11}', 'cpf', isBrazilian],
  [TAX, '\\d{2}\\.\\d{3}\\.\\d{3}/\\d{4}-\\d{2}', null, isBrazilian],
  [TAX, '[A-Z]{6}\\d{2}[A-EHLMPR-T]\\d{2}[A-Z]\\d{3}[A-Z]', null, isItalian],
  [TAX, '\\d{3} ?\\d{3} ?\\d{3}', 'tfn|tax file', (code) => isWeighted(code, [1, 4, 3, 7, 5, 8, 6, 9, 10], 11)],
  [TAX, '[A-Z]{5}\\d{4}[A-Z]', '(?<![a-z])pan(?![a-z])'],
  [
    PERSON,
    '756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d{2}',
    null,
    (code) => isWeighted(code, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1], 10),
  ],
  [
    PERSON,
    '[12] ?\\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}',
    null,
    (code) => isMod97(code.replace('2A', '19').replace('2B', '18')),
  ],
  [
    PERSON,
    '\\d{2}(?:[02468][1-9]|[13579][0-2])[0-3]\\d{6}',
    'pesel',
    (code) => isWeighted(code, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1], 10),
  ],
  [PERSON, '(?!QQ|AB ?12 ?34 ?56)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]'],
  [
    PERSON,
    '\\d{9}|\\d{4}[. ]\\d{2}[. ]\\d{3}',
    'bsn|burgerservice',
    (code) => isWeighted(code, [9, 8, 7, 6, 5, 4, 3, 2, -1], 11),
  ],
  [PERSON, '\\d{3}[ -]?\\d{3}[ -]?\\d{3}', '(?<![a-z])sin(?![a-z])|social insurance', isLuhn],
  [
    PERSON,
    '(?:\\d{2})?\\d{2}[01]\\d[0-3]\\d[-+ ]?\\d{4}',
    'personnummer|samordningsnummer',
    (code) => isLuhn(code.replace(/\D/g, '').slice(-10)),
  ],
  [PERSON, '[0-3]\\d[01]\\d{3}[- ]?\\d{4}', '(?<![a-z])cpr'],
  [PERSON, '\\d{2}\\.\\d{2}\\.\\d{2}-\\d{3}\\.\\d{2}', null, isMod97],
  [PERSON, '[2-9]\\d{3} ?\\d{4} ?\\d{4}', 'aadhaar|aadhar|uidai', isVerhoeff],
  [PERSON, '[1-8]\\d{5}(?:19|20)\\d{2}[01]\\d[0-3]\\d{4}[\\dX]', null, isChinese],
  ['passport number', '(?=[A-Z]{0,3}\\d)[A-Z0-9]{8,9}', 'passport|reisepass|passeport|pasaporte|passaporto'],
];

const RULES = ROWS.map(([kind, form, word, isValid = () => true]): Rule => {
  const beforeIt = word ? new RegExp(`(?:${word})[^\\d\\n]{0,30}$`, 'i') : /(?:)/;
  return {
    kind,
    hint: /\d{2}/,
    pattern: new RegExp(`(?<![A-Za-z0-9.+-])(?:${form})(?![A-Za-z0-9-]|\\.\\d)`, 'g'),
    accepts: (value, before) => beforeIt.test(before) && isValid(value.replace(/[ ./-]/g, '')),
  };
});

/** Finds tax, identity and passport numbers. */
export function identityNumbers(text: string): Match[] {
  return ruled(RULES, text, ({ kind }, { start, end }) => doubtful(kind, `[${kind}]`, start, end));
}

function isPolishCompany(digits: string): boolean {
  return isWeighted(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1], 11);
}

/** Luhn: cards, Canadian and Swedish numbers, Italian and French companies. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the sum of all digits, each times its weight, is divisible. */
function isWeighted(digits: string, weights: readonly number[], by: number): boolean {
  return digits.length === weights.length && sumOf(digits, weights) % by === 0;
}

/** ISO 7064 mod 11, 10: German tax and VAT numbers. */
function isMod11And10(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** Brazilian CPF and CNPJ: two check digits of the same sort. */
function isBrazilian(digits: string): boolean {
  if (new Set(digits).size === 1) return false;
  return [2, 1].every((left) => {
    const body = digits.slice(0, -left);
    const most = digits.length === 11 ? body.length + 1 : 9;
    const weights = [...body].map((_, i) => ((body.length - 1 - i) % (most - 1)) + 2);
    const rest = sumOf(body, weights) % 11;
    return Number(digits.at(-left)) === (rest < 2 ? 0 : 11 - rest);
  });
}

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** Spanish NIF and NIE: a letter after the number. */
function isSpanish(code: string): boolean {
  const number = code.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return NIF_LETTERS[Number(number) % 23] === code.at(-1);
}

const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Italian tax codes: a letter after fifteen letters and digits. */
function isItalian(code: string): boolean {
  const sum = [...code.slice(0, 15)].reduce((total, character, i) => {
    const place = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    return total + (i % 2 === 0 ? (ODD[place] ?? 0) : place);
  }, 0);
  return String.fromCharCode(65 + (sum % 26)) === code.at(-1);
}

/** French and Belgian numbers: 97 minus the rest is at the end. */
function isMod97(digits: string): boolean {
  const rest = [...digits.slice(0, -2)].reduce((total, digit) => (total * 10 + Number(digit)) % 97, 0);
  return 97 - rest === Number(digits.slice(-2));
}

const VERHOEFF = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const SHIFTED = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Verhoeff: Indian Aadhaar numbers. */
function isVerhoeff(digits: string): boolean {
  const rest = [...digits]
    .toReversed()
    .reduce((total, digit, i) => Number(VERHOEFF[total]?.[Number(SHIFTED[i % 8]?.[Number(digit)])]), 0);
  return rest === 0;
}

/** Chinese identity numbers: the last of eighteen characters, which may be an X. */
function isChinese(code: string): boolean {
  const sum = sumOf(code.slice(0, 17), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10X98765432'[sum % 11] === code.at(-1);
}

function sumOf(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((total, digit, i) => total + Number(digit) * (weights[i] ?? 0), 0);
}
