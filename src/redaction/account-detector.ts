import { isLuhn } from './check-digits.ts';
import type { Fragment } from './finding.ts';
import { likely, type Match } from './match.ts';

const CARD = /(?<![\w.+-])(?:[3-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{2,4}|3[47]\d{2}[ -]\d{6}[ -]\d{5})(?![\w-]|\.\d)/g;
/** Test numbers of payment services. */
const TEST_CARD =
  /^(?:4242424242424242|4000\d{12}|4111111111111111|4012888888881881|5555555555554444|5105105105105100|378282246310005|371449635398431|6011111111111117|(\d)\1+)$/;
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

/** Finds card numbers and IBANs by their check digits. */
export function accountDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  const cards = [...text.matchAll(CARD)].flatMap(({ 0: found, index }) => {
    const digits = found.replace(/\D/g, '');
    return digits.length >= 14 && isLuhn(digits) && !TEST_CARD.test(digits)
      ? [likely('card number', 'has the right check digit', index, index + found.length)]
      : [];
  });
  const accounts = [...text.matchAll(IBAN)].flatMap(({ 0: found, index }) => {
    const account = accountIn(found);
    return account === null ? [] : [likely('IBAN', 'has the right check digits', index, index + account.length)];
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
