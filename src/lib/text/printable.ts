// Control characters except tab and newline, including the ones that begin escape sequences, and characters that reorder or
// hide text: https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Makes untrusted text safe for a terminal: unprintable and reordering characters become `\u{…}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}
