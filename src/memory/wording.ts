/**
 * How a sentence is compared with others: courtesy off, words that carry no meaning out, and the rest without their endings.
 *
 *     "Ok, can you add a test for this please"    add, test
 *
 * English has a list of verbs, so that a clause counts only if it asks for something. For all other languages a whole sentence
 * counts, as no list tells its verbs.
 */

/** Words that say nothing about what is asked for. */
const SILENT = new Set(
  `a an the this that these those it its them they he she i me my we us our you your yours all any some each every anything
  everything something and or so as at by for from in into of off on onto out over per to up with within is are was were be been being am do does
  did done have has had will would can could should shall may might must there here too also just then now again already still please
  bitte noch mal und das es dann dafür eine einen ein der die den dem s'il vous plaît por favor`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** English words that a text of several sentences in another language has hardly any of. */
const ENGLISH = new Set(
  'the this that it its and for of with is are was not you we what when how should from have has there why which be by your our all'.split(
    ' ',
  ),
);

/** What people say before a request, again and again until nothing of it is left. */
const BEFORE =
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|no|sure|right|great|good|nice|perfect|thanks?|thank you|cool|alright|fine|hey|hi|well|so|and|but|also|then|now|next|please|pls|plz|just|first|finally|lastly|again|afterwards|oh|lgtm|looks good|looks great|sounds good|bitte|gut|passt|dann|danke|jetzt|und|ja)\b[\s,;:–-]*|(?:can|could|would|will) (?:you|we)(?: please| also| now| just)*\s+|(?:i(?:'d| would)? (?:want|like|need) you to|i(?:'d| would) (?:like|prefer) (?:you )?to|let(?:'s|s| us)|go ahead and|make sure (?:to|that you|you)|be sure to|remember to|don't forget to|do not forget to|feel free to|you (?:should|can|must|need to|have to)|we (?:should|can|must|need to|have to)|try to|when (?:you're |you are )?(?:done|finished|ready),?)\s+)+/i;
const BEHIND =
  /(?:[\s,;:–-]+(?:please|pls|plz|thanks|thank you|thx|too|as well|again|now|first|bitte|danke|noch|mal|then|afterwards|for me|if (?:you can|possible)))+$/i;

/** Verbs in their base form, as requests begin with them. */
const VERBS = new Set(
  `add adjust align answer append apply archive ask assign audit avoid backport bring build bump bundle cache call cancel change check
  checkout clarify clean cleanup clear click clone close collapse combine comment commit compare compile complete compress configure
  confirm connect consider continue convert copy correct count cover create cut debug decide define delete deploy describe design detect
  disable discard display document don't don't double download draft drop dry-run edit enable ensure explain export expose extend
  extract fetch fill find finish fix fixup flag follow force-push format generate get git give go group handle hide highlight
  ignore implement import improve include increase inline insert install integrate investigate invoke keep label launch leave limit link
  lint list load lock log look lower make map mark measure mention merge migrate mock modify monitor move name never open
  optimise optimize organise organize outline override paste pin plan point polish post prefer prepare preserve prevent print
  profile propose publish pull push put quote read reapply rebase rebuild recheck record redo reduce refactor refresh regenerate
  reinstall release reload remember remove rename render reopen reorder repeat rephrase replace reply report reproduce request require
  rerun re-run rescan research reset resolve respond restart restore restructure resume retry return reuse revert review rewrite
  rollback run save scan schedule scroll search see select send separate serve set setup ship shorten show simplify simulate skip
  sort specify split squash stage start stash stop store strip submit suggest summarise summarize support swap switch sync
  tag take tell test tidy tighten toggle track translate trim trigger try turn tweak uncomment undo uninstall unify unpin
  update upgrade upload use validate verify view wait walk watch wire wrap write always`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Requests of one word that say what is to be done. All others need an object: "fix" alone is of use to nobody. */
const ACTS = new Set('commit push pull merg deploy rebas releas publish ship lint squash'.split(' '));

const CLAUSES = /\s*[,;]\s*(?:and\s+|then\s+|and then\s+)?|\s+(?:and then|and|then|&|\+)\s+/i;
const UNSPACED = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_/.-]*/gu;

/** A sentence or a clause as said, without courtesy. */
export function plainWords(text: string): string {
  const begun = text.trim().replace(/[’]/g, "'").replace(BEFORE, '');
  return begun
    .replace(/[\s,;:–-]+$/, '')
    .replace(BEHIND, '')
    .trim();
}

/** The parts of an English sentence that can ask for something each. */
export function clausesOf(sentence: string): string[] {
  return plainWords(sentence)
    .split(CLAUSES)
    .map(plainWords)
    .filter((clause) => clause !== '');
}

/** Whether an English clause asks for something: it begins with a verb in its base form. */
export function isRequest(clause: string): boolean {
  const [first = ''] = clause.toLowerCase().match(/^[a-z'-]+/) ?? [];
  return VERBS.has(first) || /^do not\b/i.test(clause);
}

/** The words that are compared, each once. */
export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().normalize('NFC').match(WORD) ?? [];
  return [...new Set(words.flatMap(stemsIn))];
}

/** Whether these are a request that says what is to be done in a single word. */
export function isBareAct(stems: readonly string[]): boolean {
  return stems.length === 1 && ACTS.has(stems[0] ?? '');
}

/** The share of words that two wordings have in common, from 0 to 1 (Dice's coefficient). */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a.size < b.size ? a : b) if ((a.size < b.size ? b : a).has(word)) common++;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

/** Whether a text is in a script that writes without spaces. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** How many of these words only English has, and how many words there are. */
export function englishWords(text: string): { english: number; words: number } {
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return { english: words.filter((word) => ENGLISH.has(word)).length, words: words.length };
}

function stemsIn(word: string): string[] {
  const plain = word.replace(/[’']s$|^[_/.'-]+|[_/.'’-]+$/g, '');
  if (plain === '' || SILENT.has(plain)) return [];
  if (UNSPACED.test(plain)) return pairsOf(plain);
  return [stem(plain)];
}

/** Scripts that write without spaces are compared by pairs of characters. */
function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** A word without the endings that people use most in languages with Latin letters. */
function stem(word: string): string {
  if (word.length < 5 || !/^\p{Script=Latin}+$/u.test(word)) return word;
  const cut = word.replace(/(?:ing|ed|en|er|es|ez|ar|ir|e|n|s)$/, '');
  if (cut.length < 3) return word;
  return cut.replace(/([bdfgmnprt])\1$/, '$1');
}

/** From this share of common words on, two texts are about the same request. */
const SAME = 0.6;

/** Whether two wordings are of one request. */
export function isSameRequest(a: string, b: string): boolean {
  return likeness(new Set(stemsOf(a)), new Set(stemsOf(b))) >= SAME;
}
