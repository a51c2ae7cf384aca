/** Numbers by which a state or an employer knows a person or a company. Check digits tell them from other numbers. */
import {
  isBrazilian,
  isChinese,
  isItalian,
  isLuhn,
  isMod11And10,
  isMod97,
  isSpanish,
  isVerhoeff,
  isWeighted,
} from './check-digits.ts';
import type { Fragment } from './finding.ts';
import { doubtful, type Match } from './match.ts';

interface IdentityRow {
  kind: string;
  form: string;
  /** What must come before it, if other numbers look alike. */
  word?: string;
  /** Takes the number without separators, in capitals. */
  isValid?: (code: string) => boolean;
}

const TAX = 'tax number';
const PERSON = 'identity number';

const ROWS: IdentityRow[] = [
  {
    kind: 'social security number',
    form: '(?!000|666|9)\\d{3}-(?!00)\\d{2}-(?!0000)\\d{4}',
    isValid: (code) => !/^(?:123456789|078051120|219099999|987654321|111223333)$/.test(code),
  },
  { kind: TAX, form: '\\d{2}-\\d{7}', word: '(?<![a-z])(?:ein|fein|employer (?:id|identification)|tax id)' },
  { kind: TAX, form: '[1-9]\\d(?: ?\\d{3}){3}', word: 'steuer|tax|idnr|tin\\b', isValid: isMod11And10 },
  { kind: TAX, form: 'DE ?[1-9]\\d{2} ?\\d{3} ?\\d{3}', isValid: (code) => isMod11And10(code.slice(2)) },
  { kind: TAX, form: 'ATU\\d{8}' },
  { kind: TAX, form: 'FR ?\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}', isValid: (code) => isLuhn(code.slice(4)) },
  { kind: TAX, form: 'IT ?\\d{11}', isValid: (code) => isLuhn(code.slice(2)) },
  { kind: TAX, form: '\\d{11}', word: 'partita iva|p\\. ?iva', isValid: isLuhn },
  { kind: TAX, form: 'NL ?\\d{9}B\\d{2}' },
  { kind: TAX, form: 'BE ?[01]\\d{3}[. ]?\\d{3}[. ]?\\d{3}', isValid: (code) => isMod97(code.slice(2)) },
  { kind: TAX, form: 'GB ?\\d{3} ?\\d{4} ?\\d{2}', word: 'vat' },
  {
    kind: TAX,
    form: 'PL ?\\d{10}|\\d{3}-?\\d{3}-?\\d{2}-?\\d{2}',
    word: 'nip\\b|vat',
    isValid: (code) => isPolishCompany(code.replace('PL', '')),
  },
  { kind: TAX, form: '(?!12345678Z|00000000T)(?:\\d{8}|[XYZ]-?\\d{7})-?[A-HJ-NP-TV-Z]', isValid: isSpanish },
  { kind: TAX, form: '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}', isValid: isBrazilian },
  { kind: TAX, form: '\\d{11}', word: 'cpf', isValid: isBrazilian },
  { kind: TAX, form: '\\d{2}\\.\\d{3}\\.\\d{3}/\\d{4}-\\d{2}', isValid: isBrazilian },
  { kind: TAX, form: '[A-Z]{6}\\d{2}[A-EHLMPR-T]\\d{2}[A-Z]\\d{3}[A-Z]', isValid: isItalian },
  {
    kind: TAX,
    form: '\\d{3} ?\\d{3} ?\\d{3}',
    word: 'tfn|tax file',
    isValid: (code) => isWeighted(code, [1, 4, 3, 7, 5, 8, 6, 9, 10], 11),
  },
  { kind: TAX, form: '[A-Z]{5}\\d{4}[A-Z]', word: '(?<![a-z])pan(?![a-z])' },
  {
    kind: PERSON,
    form: '756[. ]?\\d{4}[. ]?\\d{4}[. ]?\\d{2}',
    isValid: (code) => isWeighted(code, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1], 10),
  },
  {
    kind: PERSON,
    form: '[12] ?\\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}',
    isValid: (code) => isMod97(code.replace('2A', '19').replace('2B', '18')),
  },
  {
    kind: PERSON,
    form: '\\d{2}(?:[02468][1-9]|[13579][0-2])[0-3]\\d{6}',
    word: 'pesel',
    isValid: (code) => isWeighted(code, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1], 10),
  },
  { kind: PERSON, form: '(?!QQ|AB ?12 ?34 ?56)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]' },
  {
    kind: PERSON,
    form: '\\d{9}|\\d{4}[. ]\\d{2}[. ]\\d{3}',
    word: 'bsn|burgerservice',
    isValid: (code) => isWeighted(code, [9, 8, 7, 6, 5, 4, 3, 2, -1], 11),
  },
  {
    kind: PERSON,
    form: '\\d{3}[ -]?\\d{3}[ -]?\\d{3}',
    word: '(?<![a-z])sin(?![a-z])|social insurance',
    isValid: isLuhn,
  },
  {
    kind: PERSON,
    form: '(?:\\d{2})?\\d{2}[01]\\d[0-3]\\d[-+ ]?\\d{4}',
    word: 'personnummer|samordningsnummer',
    isValid: (code) => isLuhn(code.replace(/\D/g, '').slice(-10)),
  },
  { kind: PERSON, form: '[0-3]\\d[01]\\d{3}[- ]?\\d{4}', word: '(?<![a-z])cpr' },
  { kind: PERSON, form: '\\d{2}\\.\\d{2}\\.\\d{2}-\\d{3}\\.\\d{2}', isValid: isMod97 },
  { kind: PERSON, form: '[2-9]\\d{3} ?\\d{4} ?\\d{4}', word: 'aadhaar|aadhar|uidai', isValid: isVerhoeff },
  { kind: PERSON, form: '[1-8]\\d{5}(?:19|20)\\d{2}[01]\\d[0-3]\\d{4}[\\dX]', isValid: isChinese },
  {
    kind: 'passport number',
    form: '(?=[A-Z]{0,3}\\d)[A-Z0-9]{8,9}',
    word: 'passport|reisepass|passeport|pasaporte|passaporto',
  },
];

const RULES = ROWS.map(({ kind, form, word, isValid }) => ({
  kind,
  pattern: new RegExp(`(?<![A-Za-z0-9.+-])(?:${form})(?![A-Za-z0-9-]|\\.\\d)`, 'g'),
  word: word === undefined ? null : new RegExp(`(?:${word})[^\\d\\n]{0,30}$`, 'i'),
  isValid,
}));
const PLACEHOLDERS: Record<string, string> = { [TAX]: '[tax number]' };

/** Finds tax, identity and passport numbers. */
export function identityDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  if (!/\d{2}/.test(text)) return [];
  return RULES.flatMap(({ kind, pattern, word, isValid }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const code = found.replace(/[ ./-]/g, '');
      if (word && !word.test(text.slice(Math.max(0, index - 60), index))) return [];
      if (isValid && !isValid(code)) return [];
      return [doubtful(kind, PLACEHOLDERS[kind] ?? `[${kind}]`, index, index + found.length)];
    }),
  );
}

function isPolishCompany(digits: string): boolean {
  return isWeighted(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1], 11);
}
