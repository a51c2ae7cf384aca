/**
 * Makes titles of what was said:
 *
 *     "Hi Claude, could you please fix the login redirect? It loops."   Fix the login redirect?
 *     "feat(auth): rotate refresh tokens (ABC-12)"                      Rotate refresh tokens
 */
import { capitalisedProse } from '#src/text/capital.ts';
import { oneLine } from '#src/text/clip.ts';
import { isGoAhead } from '#src/transcript/prompts.ts';
import { outsideFences } from '#src/value/fenced-lines.ts';
import { UNSPACED } from '../unspaced.ts';

const READ = 4000;
const TAG = /<\/?[a-zA-Z][\w:-]{0,60}>/g;
const ADDRESS = /<?\b[a-z][a-z+.-]{1,20}:\/\/\S+/gi;
const LEADING_ADDRESS = /^<?[a-z][a-z+.-]{1,20}:\/\/\S+ [-–—:,]? ?(?=\S)/i;
/** The end of a sentence: not the dot in `a.ts`, `e.g.` or `3.5`. */
const END = /(?<!\b(?:e\.g|i\.e|etc|vs|z\.B|bzw|ca|approx|no))[.?!](?=["')\]]?(?:\s|$))|[。？！]/u;
/** Greetings and courtesy before what is asked. English first, then the main other languages. */
const COURTESY = [
  /^(?:hi|hey|hello|hallo|hola|salut|bonjour|ciao|ola|olá|good (?:morning|afternoon|evening)|dear|yo)(?: (?:claude|there|again|all|everyone|team))?(?:[,!.:]+\s*|\s+(?=\S)|$)/iu,
  /^(?:ok(?:ay)?|so|now|next|also|and|well|alright|right|great|thanks|thank you|cool|perfect|nice|yes|yeah|sure|claude|then|actually|alors|also gut|gut|bien|bueno|vale)[,.!:]+\s*/iu,
  /^now (?=\p{Ll})/iu,
  /^(?:(?:now|next|so|ok(?:ay)?) )?(?:please|pls|plz|kindly|bitte|por favor|s'il (?:te|vous) pla[iî]t|stp|svp|per favore|пожалуйста|请|請)[,:]?\s*/iu,
  /^(?:(?:can|could|would|will) (?:you|we)(?: (?:please|also|now|just|maybe|try to|help (?:me )?(?:to )?))*|(?:kannst|könntest) du(?: bitte| mir| mal)*|(?:puedes|podrías|podés)|(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|(?:você )?(?:pode|poderia)|(?:puoi|potresti)|можешь|можно)\s+/iu,
  /^(?:i(?:'d| would) (?:like|love)(?: (?:you|us))? to|i (?:want|need)(?: (?:you|us))? to|i(?:'d| would) (?:like|love)|(?:let'?s|let us)(?: (?:now|also))?|your task is to|you (?:need|have|should|must)(?: to)?|(?:go ahead and|help me(?: to)?|try to|make sure (?:to|that)))\s+/iu,
  /^(?:(?:the )?(?:task|goal|request|todo|prompt|instructions?|aufgabe|objetivo|tarea)):\s*/iu,
];
/** Courtesy after it. */
const AFTER =
  /[,;]?\s+(?:please|pls|plz|thanks|thank you|thx|bitte|danke|por favor|gracias|merci|s'il te pla[iî]t)[.!?]*$/iu;

/**
 * The first sentence of a prompt that says something, with the next one if it is short, as in "We're on Angular 18. Upgrade
 * us to 20". Empty if there is none, as in a command or a bare address.
 */
export function promptTitle(prompt: string): string {
  if (/^\/[\w:-]+(?:\s|$)/.test(prompt.trimStart())) return '';
  const [first, second] = linesOf(prompt.slice(0, READ))
    .slice(0, MOST_LINES)
    .flatMap(sentencesOf)
    .filter((sentence) => saysSomething(withoutCourtesy(sentence)));
  if (first === undefined) return '';
  const asked = withoutCourtesy(first);
  // After courtesy comes what is asked.
  const isShort =
    first.startsWith(asked) && widthOf(asked) <= SHORT && second !== undefined && widthOf(second) <= LONGEST_SECOND;
  return capitalisedProse(isShort ? `${withMark(asked, first)} ${withoutCourtesy(second)}` : asked);
}

const MOST_LINES = 20;
/** In Latin letters. */
const SHORT = 32;
const LONGEST_SECOND = 100;

const EACH_UNSPACED = new RegExp(UNSPACED, 'g');
/** As much as two words. */
const SOME_UNSPACED = new RegExp(`(?:${UNSPACED.source}){4}`);

/** A Chinese or Japanese character says as much as three Latin letters. */
function widthOf(text: string): number {
  return text.length + 2 * (text.match(EACH_UNSPACED)?.length ?? 0);
}

/** The sentence with its full stop, between two sentences. */
function withMark(text: string, sentence: string): string {
  return /[?!。？！]$/u.test(text) ? text : `${text}${/[.。]$/u.exec(sentence)?.[0] ?? '.'}`;
}

/** A path in somebody's home is shortened to its name. */
const HOME_PATH = /(?<![\w.~/-])(?:~|\/(?:home|Users|root)\/[\w.-]{1,60})\/(?:[\w.@-]{1,100}\/){0,20}([\w.@-]{1,100})/g;

/** Lines of prose: no code, tags, marks or bare addresses. */
function linesOf(text: string): string[] {
  return outsideFences(text.split('\n'))
    .map((line) =>
      oneLine(
        line
          .replace(TAG, ' ')
          .replace(/^\s*(?:#{1,6}|>|[-*+]|\d{1,2}[.)])\s+/, '')
          .replace(/[*_]{2,3}|`/g, '')
          .replace(/(^|\s)@(?=[\w./-])/g, '$1')
          .replace(HOME_PATH, '$1')
          .replace(/\[(?:Image|Pasted text) #\d+[^\]]{0,40}\]/g, ' '),
      ),
    )
    .filter((plain) => /[\p{L}\p{N}]/u.test(plain.replace(ADDRESS, '')));
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let rest = line.replace(LEADING_ADDRESS, '');
  while (rest !== '' && sentences.length < 10) {
    const at = rest.search(END);
    const end = at === -1 ? rest.length : at + 1;
    sentences.push(rest.slice(0, end).trim());
    rest = rest.slice(end).replace(/^["')\]]?\s*/, '');
  }
  return sentences;
}

function withoutCourtesy(sentence: string): string {
  let text = sentence;
  for (let before = ''; before !== text; ) {
    before = text;
    for (const words of COURTESY) text = text.replace(words, '');
  }
  return text
    .replace(AFTER, '')
    .replace(/[.。:,;\s]+$/u, '')
    .trim();
}

function saysSomething(text: string): boolean {
  if (isGoAhead(text) || text.replace(ADDRESS, '').trim().length < 2) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return UNSPACED.test(text) ? letters >= 3 : letters >= 4;
}

const TICKET =
  /^\s*(?:\[[A-Z]{2,10}-\d{1,6}\]|[A-Z]{2,10}-\d{1,6}(?=[\s:])|#\d{1,6}(?=[\s:]))[\s:–-]*|\s*\((?:#\d{1,6}|[A-Z]{2,10}-\d{1,6})\)\s*$/g;
const KIND =
  /^(?:feat(?:ure)?|fix|bugfix|hotfix|chore|docs?|refactor|perf|test|tests|build|ci|style|revert)(?:\([^)\n]{1,60}\))?!?:\s*/i;
/** Subjects that do not say what the session was about. */
const EMPTY =
  /^(?:wip|fix(?:es|ed|up)?(?: (?:it|this|bug|bugs|typo|typos|lint|linting|tests?|build|ci|stuff|things?|formatting|format))?|(?:fixup|squash|amend)!.*|updates?|changes|clean ?up|init(?:ial)?(?: commit| version)?|tests?|te?mp|checkpoint|save|stuff|misc|typos?|lint|format(?:ting)?|merge (?:branch|pull request|remote)\b.*|bump (?:the )?version.*|(?:release |v)?\d+\.\d+.*|done|progress|work|minor(?: (?:fix|fixes|changes))?|\.+)$/i;

/** A commit's subject or a pull request's title without kind and ticket; empty if it says nothing. */
export function subjectTitle(subject: string): string {
  const plain = oneLine(subject).replace(TICKET, '').replace(KIND, '').replace(TICKET, '').trim();
  const words = plain.split(/\s+/).length;
  const isTold = words >= 2 || SOME_UNSPACED.test(plain);
  return isTold && !EMPTY.test(plain) ? capitalisedProse(plain) : '';
}
