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

/** The stem of a lower-case English word: `commit` for `committed` and `commits`. */
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

/** Words that say nothing about the mistake: those of any sentence, any miss, times and counts. */
export const SILENT_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but nor so yet for of to in on at by with from into onto over under above below after before
  during while until since because as if then than that this these those it its itself he she they them their his her
  him me my mine we us our you your i is are was were be been being am do does did done doing have has had having will would
  shall should can could may might must not no none never nobody nothing nowhere without within though although
  despite even also too very just only still already once twice again first second third fourth fifth time times one
  two three four five six seven eight nine ten more most less least much many few several some any all each every both
  either neither other another such same own here there where when why how what which who whom whose whether about
  against between through out off up down away back rather than per via else ever
  memory memories remembered remember reminder file files rule rules forgot forget forgotten missed miss missing existed exist
  exists noted note notes told said says say know known knew knows named covers covered cover context loaded feedback
  reference now new old last next week weeks day days month months hour hours year years today yesterday morning evening ago
  january february march april june july august september october november december summer spring winter autumn
  got get went go came come took take left let gave put
  der die das den dem des ein eine einen einem einer und oder aber nicht kein keine mit ohne im am auf aus bei von vom
  zu zum zur fur uber unter nach vor seit ist sind war waren wird wurde hat habe hatte haben sein ich es er sie wir ihr sich
  dass weil obwohl statt wie als auch nur noch schon wieder hier da gab wo wer
  le la les un une des du et ou mais pas ne que qui dans sur avec sans pour par ce cette est sont etait encore
  el los las una y o pero con sin para por es son fue otra vez de en se al del lo su`.split(/\s+/),
);

const EVERYDAY_WORDS =
  `commit push ci fail failed red green break run code line check wrong change changed add work finish fix call
  show need want look see print test suite spec error bug branch main open write read set build job server local function class
  method object value name list page view table column data directory path src lib app update create instead start
  stop return give result output input client team project repo repository pull request user use pass ship
  skip ask service database git version order hand text state step field db module log model anybody
  everybody nobody somebody cargo npm md rs py ts js rb go tsx jsx java json yml yaml toml txt sh css html`.split(
    /\s+/,
  );

/** Stems of everyday words of coding, which say nothing if two misses share them. */
export const EVERYDAY_STEMS: ReadonlySet<string> = new Set(EVERYDAY_WORDS.map(stemOf));
