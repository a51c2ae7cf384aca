/** Check digits of the numbers that states give people and companies. Each takes digits, or capitals and digits, without separators. */

/** Luhn: cards, Canadian and Swedish numbers, Italian and French companies. */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the sum of all digits, each times its weight, is divisible. */
export function isWeighted(digits: string, weights: readonly number[], by: number): boolean {
  return digits.length === weights.length && sumOf(digits, weights) % by === 0;
}

/** ISO 7064 mod 11, 10: German tax and VAT numbers. */
export function isMod11And10(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** Brazilian CPF and CNPJ: two check digits of the same sort. */
export function isBrazilian(digits: string): boolean {
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
export function isSpanish(code: string): boolean {
  const number = code.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return NIF_LETTERS[Number(number) % 23] === code.at(-1);
}

const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Italian tax codes: a letter after fifteen letters and digits. */
export function isItalian(code: string): boolean {
  const sum = [...code.slice(0, 15)].reduce((total, character, i) => {
    const place = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    return total + (i % 2 === 0 ? (ODD[place] ?? 0) : place);
  }, 0);
  return String.fromCharCode(65 + (sum % 26)) === code.at(-1);
}

/** French and Belgian numbers: 97 minus the rest is at the end. */
export function isMod97(digits: string): boolean {
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
export function isVerhoeff(digits: string): boolean {
  const rest = [...digits]
    .toReversed()
    .reduce((total, digit, i) => Number(VERHOEFF[total]?.[Number(SHIFTED[i % 8]?.[Number(digit)])]), 0);
  return rest === 0;
}

/** Chinese identity numbers: the last of eighteen characters, which may be an X. */
export function isChinese(code: string): boolean {
  const sum = sumOf(code.slice(0, 17), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10X98765432'[sum % 11] === code.at(-1);
}

function sumOf(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((total, digit, i) => total + Number(digit) * (weights[i] ?? 0), 0);
}
