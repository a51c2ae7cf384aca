/** Irregular forms that misses use. */
const FORMS: Record<string, string> = {
  wrote: 'write',
  written: 'write',
  ran: 'run',
  broke: 'break',
  broken: 'break',
  sent: 'send',
  made: 'make',
  built: 'build',
  saw: 'see',
  seen: 'see',
  kept: 'keep',
  found: 'find',
  threw: 'throw',
  thrown: 'throw',
  hidden: 'hide',
  hid: 'hide',
};

/** A word in lower case without what English adds to it: `committed` and `commits` are `commit`. */
export function stemOf(word: string): string {
  const base = Object.hasOwn(FORMS, word) ? (FORMS[word] ?? word) : word;
  if (base.length < 4) return base;
  const single = withoutPlural(base);
  const noun = single.length > 6 ? single.replace(/(?:ation|ating|ated|ator|ate)$/, 'at').replace(/ion$/, '') : single;
  const plain = noun.replace(/(?<=.{3})(?:ing|ed|er|ly|ment)$/, '');
  const undoubled = plain === noun ? plain : plain.replace(/([bdfgmnprt])\1$/, '$1');
  return undoubled.replace(/(?<=.{3})[ey]$/, '');
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
