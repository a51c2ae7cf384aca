/**
 * Makes titles of what a session's transcript shows:
 *
 *     "Hi Claude, could you please fix the login redirect? It loops."   Fix the login redirect
 *     "feat(auth): rotate refresh tokens (ABC-12)"                      Rotate refresh tokens
 *     "please review" on the branch eli/ab-412-guest-checkout           Review: guest checkout
 *     "Done. I moved the clock into its own file."                      Moved the clock into its own file
 *
 * Nothing here is a path, JSON, a shell prompt, a bare address or a number: `isTitle` refuses them.
 */
import type { FactsBody } from './facts.ts';
import type { FactsTitles } from '#src/format/facts-head.ts';
import { UNSPACED } from './phrases.ts';
import { capitalisedProse } from '#src/lib/words.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { outsideFences } from '#src/lib/fenced-lines.ts';
import { planInPrompt } from './dialogs.ts';
import { branchInWords, branchWords, TRUNKS } from './branch-words.ts';
import { isGoAhead } from './prompts.ts';
import { programOf } from './shell.ts';

/** The longest title, in characters. Chinese, Japanese and Korean say as much in half of them. */
const LONGEST = 80;
/** A title that is cut keeps this much, so that it still says something. */
const LEAST = 28;
const READ = 4000;
const MOST_LINES = 20;
/** If none of these prompts says what the session is about, a later one hardly does. */
const FIRST_PROMPTS = 5;
/** A later prompt such as "fix both" refers to what came before it. */
const LEAST_LATER = 20;

type Shown = Pick<FactsBody, 'plans' | 'pullRequests' | 'commits' | 'prompts' | 'branches' | 'files' | 'outcome'> &
  Partial<Pick<FactsBody, 'lastAnswer'>>;

/** The titles that facts have for a session, by source. Each is one line, or empty. */
export function titlesIn(facts: Shown): Record<Exclude<keyof FactsTitles, 'custom' | 'host'>, string> {
  const { plans, pullRequests, commits, prompts, branches, outcome, lastAnswer } = facts;
  const branch = branchInWords(branches.find((name) => !TRUNKS.has(name)) ?? '');
  const pullRequest = first(pullRequests, ({ title }) => subjectTitle(title));
  const end = first([outcome, lastAnswer ?? null], (answer) => answerTitle(answer?.text ?? ''));
  return {
    plan: (plans[0]?.heading ?? '').replace(PLAN, ''),
    pullRequest: pullRequest !== '' && asksForReview(prompts[0]?.text ?? '') ? `Review: ${pullRequest}` : pullRequest,
    commit: largestCommit(commits),
    prompt: ofPrompts(facts, branch !== '' || end !== ''),
    branch,
    end,
  };
}

const PLAN =
  /^(?:implementation |project |refactoring |migration |fix )?(?:plan|umsetzungsplan|計画|计划|方案)\s*[:：–—-]\s*/iu;

function ofPrompts({ prompts, branches, files }: Shown, hasOther: boolean): string {
  const [opening = '', ...later] = prompts.map(({ text }) => text);
  // The plan itself is a better title.
  if (planInPrompt(opening) !== null) return '';
  if (asksForReview(opening)) {
    const branch = branches.find((name) => !TRUNKS.has(name));
    const [file] = files.toSorted((a, b) => b.edits - a.edits);
    const object = branch === undefined ? programOf(file?.path ?? '') : branchWords(branch);
    if (object !== '') return `Review: ${object}`;
    if (hasOther) return '';
  }
  const { title, isWeak } = asked(opening);
  if (title !== '') return isWeak && hasOther ? '' : title;
  return first(later.slice(0, FIRST_PROMPTS - 1), (text) => {
    const found = asked(text);
    return found.isWeak || (found.title.length < LEAST_LATER && !SOME_UNSPACED.test(found.title)) ? '' : found.title;
  });
}

/** The subject of the commit with the most lines; of equal ones, and if git did not say how many, the first. */
function largestCommit(commits: Shown['commits']): string {
  const told = commits
    .map(({ subject, lines = 0 }) => ({ title: subjectTitle(subject), lines: GENERATED.test(subject) ? 0 : lines }))
    .filter(({ title }) => title !== '');
  return told.toSorted((a, b) => b.lines - a.lines)[0]?.title ?? '';
}

/** Their many lines are written by a program. */
const GENERATED =
  /\b(?:re-?generate|re-?build|lock ?files?|package-lock|snapshots?|golden|vendor(?:ed)?|format(?:ting)?)\b/i;

function first<T>(items: readonly T[], title: (item: T) => string): string {
  for (const item of items) {
    const found = title(item);
    if (found !== '') return found;
  }
  return '';
}

// What is no title

const ADDRESS = /<?\b[a-z][a-z+.-]{1,20}:\/\/\S+/gi;
const REFERENCES = [
  /^(?:~|\.{1,2})?[\\/]/,
  /^[A-Za-z]:[\\/]/,
  /^<?[a-z][a-z+.-]{0,20}:\/\/\S*$/i,
  /^[@#(]*[\p{N}.,:/-]+\)?$/u,
  /^[A-Z]{2,10}-\d{1,6}$/,
  /^(?:(?=\D*\d)[0-9a-f]{7,40}|[0-9a-f]{8}-[0-9a-f-]{27})$/,
];
/** Words around a number that do not say what it is about. */
const NUMBERED =
  /^(?:(?:fix(?:es)?|issues?|tickets?|pr|mr|pull request|bug|task|see|do|work on|implement|address|close[sd]?|resolve[sd]?|gh)[ :-]+){1,3}(?=[#\d]|[A-Z]{2,10}-\d)/i;
const SHELL = /^(?:[$❯➜] |>>> |PS [A-Z]:\\|\S{1,60}@\S{1,60}[:~]|\S{1,60}@\S{1,60} \S{1,60} ?[$#%](?: |$))/;

/** Whether a text says something: it is not only paths, addresses, numbers, a slash command, JSON or a shell prompt. */
export function isTitle(text: string): boolean {
  const plain = text.trim().replace(/\\ /g, '_');
  if (!/[\p{L}\p{Extended_Pictographic}]/u.test(plain) || SHELL.test(plain) || /^[[{]/.test(plain)) return false;
  if (/^\/[a-z][\w:-]*(?:\s|$)/i.test(plain)) return false;
  const words = plain.replace(NUMBERED, '').split(/\s+/, 200);
  return !words.every((word) => isReference(word.replace(/^["'`(]+|["'`),;]+$/g, '')));
}

function isReference(word: string): boolean {
  if (REFERENCES.some((form) => form.test(word))) return true;
  // A sentence without spaces may have a path in it.
  return UNSPACED.test(word) ? /^[^\\/]+[\\/]\S*\.\w{1,5}$/.test(word) : /^[^\s\\/]+[\\/]\S*$/.test(word);
}

/** What is pasted: JSON, frames of a stack, patches, logs. */
const DATA =
  /^\s*(?:[{}\]]|\[\s*(?:[{["\d\]]|$)|"[^"\n]{1,80}"\s*:|at \S+ ?\(|diff --git |@@ |\+\+\+ |--- a\/|index [0-9a-f]{7}|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|<\?xml|<!doctype|File "[^"\n]{1,200}", line \d)/i;
const TAG = /<\/?[a-zA-Z][\w:-]{0,60}>/g;
/** A path in somebody's home is shortened to its name. */
const HOME_PATH = /(?<![\w.~/-])(?:~|\/(?:home|Users|root)\/[\w.-]{1,60})\/(?:[\w.@-]{1,100}\/){0,20}([\w.@-]{1,100})/g;
const HEADING =
  /^(?:task|goal|context|background|overview|instructions?|problem|description|summary|details|todo|request|prompt)s?:?$/i;

/** Lines of prose: no code, tags, marks, pasted data, output of a shell or bare addresses. */
function proseLines(text: string): string[] {
  let isOutput = false;
  return outsideFences(text.slice(0, READ).split('\n')).flatMap((line) => {
    // The output of a command ends with an empty line.
    isOutput = SHELL.test(line.trimStart()) || (isOutput && line.trim() !== '');
    if (isOutput || DATA.test(line)) return [];
    const plain = oneLine(
      line
        .replace(TAG, ' ')
        .replace(/^\s*(?:#{1,6}|>|[-*+]|\d{1,2}[.)])\s+/, '')
        .replace(/[*_]{2,3}|`/g, '')
        .replace(/(^|\s)@(?=[\w./-])/g, '$1')
        .replace(HOME_PATH, '$1')
        .replace(/\[(?:Image|Pasted text) #\d+[^\]]{0,40}\]/g, ' '),
    );
    return /[\p{L}\p{N}]/u.test(plain.replace(ADDRESS, '')) && !HEADING.test(plain) ? [plain] : [];
  });
}

const LEADING_ADDRESS = /^<?[a-z][a-z+.-]{1,20}:\/\/\S+ [-–—:,]? ?(?=\S)/i;
/** The end of a sentence: not the dot in `a.ts`, `e.g.` or `3.5`. */
const END = /(?<!\b(?:e\.g|i\.e|etc|vs|z\.B|bzw|ca|approx|no))[.?!](?=["')\]]?(?:\s|$))|[。？！]/u;

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

// What was asked for

/** Greetings and courtesy before what is asked. English first, then the main other languages. */
const COURTESY = [
  /^[¿¡]/u,
  /^(?:hi|hey|hello|hallo|hola|salut|bonjour|ciao|ola|olá|good (?:morning|afternoon|evening)|dear|yo)(?: (?:claude|there|again|all|everyone|team))?(?:[,!.:]+\s*|\s+(?=\S)|$)/iu,
  /^(?:ok(?:ay)?|so|now|next|also|and|well|alright|right|great|thanks|thank you|cool|perfect|nice|yes|yeah|sure|claude|then|actually|alors|also gut|gut|bien|bueno|vale)[,.!:]+\s*/iu,
  /^now (?=\p{Ll})/iu,
  /^(?:(?:now|next|so|ok(?:ay)?) )?(?:please|pls|plz|kindly|bitte|por favor|s'il (?:te|vous) pla[iî]t|stp|svp|per favore|пожалуйста)(?![\p{L}\p{N}_-])[,:]?\s*/iu,
  // 請求書 (invoice), 请假 (leave) and others are words that begin with it.
  /^(?:请|請)(?![求假柬帖教示負负愿願客托託])[你您]?[，,]?\s*/u,
  /^(?:the )?(?:task|goal|request|todo|prompt|instructions?|aufgabe|objetivo|tarea):\s*/iu,
];
/** What makes a request a question. */
const ASKS =
  /^(?:(?:can|could|would|will) (?:you|we)(?: (?:please|also|now|just|maybe|try to|help (?:me )?(?:to )?))*|(?:kannst|könntest) du(?: bitte| mir| mal)*|(?:puedes|podrías|podés)|(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|(?:você )?(?:pode|poderia)|(?:puoi|potresti)|можешь|можно)\s+|^[你您]?(?:能不能|可不可以|能|可以)(?:帮我|幫我|帮忙|请)/iu;
/** What makes a wish a request. */
const WISHES =
  /^(?:i(?:'d| would) (?:like|love)(?: (?:you|us))? to|(?:i|we) (?:want|need)(?: (?:you|us))? to|(?:i|we) (?:want|need)(?= (?:an?|the|some) )|i(?:'d| would) (?:like|love)|(?:let'?s|let us)(?: (?:now|also))?|your task is to|(?:i think )?(?:you|we) (?:need|have|should|must)(?: to)?|(?:go ahead and|help me(?: to)?|try to|make sure (?:to|that)))\s+|^(?:我想要?|我需要|我要)?(?:帮我|幫我|让你|麻烦你?)/iu;
/** Courtesy after it. */
const AFTER =
  /[,;]?\s+(?:please|pls|plz|thanks|thank you|thx|bitte|danke|por favor|gracias|merci|s'il te pla[iî]t)[.!?]*$/iu;
const KINDS = 'feat(?:ure)?|fix|bug(?:fix)?|hotfix|chore|docs?|refactor|perf|tests?|build|ci|style|revert|wip';
/** The kind of a commit (https://www.conventionalcommits.org/) or report before the words. */
const KIND = new RegExp(
  `^(?:\\[(?:${KINDS})\\]\\s*|(?:${KINDS}|feature request|bug report|assessment|analysis|question|issue)(?:\\([^)\\n]{1,60}\\))?!?:\\s*|(?:${KINDS})/(?=\\S))`,
  'i',
);
/** "I have the feeling", "this is driving me mad": what comes after it tells more. */
const WEAK =
  /^(?:i|i['’](?:m|ve|d|ll)|im|this|these|those|that|that['’]s|it|it['’]s|its|he|she|they|ok|okay|so|hmm+|um+|here|here['’]s|you|you['’]re|ich|das|dies(?:e[rs]?)?|es|yo|esto|eso|je|j['’]ai|c['’]est|ça|это|я)(?![\p{L}\p{N}_-])/iu;
/** A sentence without courtesy. */
function withoutCourtesy(sentence: string): string {
  let text = sentence;
  let isAsked = false;
  for (let before = ''; before !== text; ) {
    before = text;
    for (const words of [...COURTESY, KIND, WISHES]) text = text.replace(words, '');
    isAsked ||= ASKS.test(text);
    text = text.replace(ASKS, '');
  }
  text = text.replace(AFTER, '');
  text = text.replace(/[.。:,;\s]+$/u, '');
  return (isAsked ? text.replace(/(?:吗|嗎)?[?？]+$/u, '') : text).trim();
}

function saysSomething(text: string): boolean {
  if (isGoAhead(text) || !isTitle(text) || /^[\w.-]+\.[a-z]{1,5}(?::\d+)*$/i.test(text)) return false;
  const letters = text.replace(ADDRESS, '').match(/\p{L}/gu)?.length ?? 0;
  return UNSPACED.test(text) ? letters >= 3 : letters >= 4;
}

/**
 * The first sentence of a prompt that says something. If it begins with "I", "this" or "ok", the first that begins with a verb is better. Empty if there is none, as
 * in a command or a bare address.
 */
export function promptTitle(prompt: string): string {
  return asked(prompt).title;
}

/** The title of a prompt, and whether almost any other source has a better one. */
function asked(prompt: string): { title: string; isWeak: boolean } {
  const sentences = saidIn(prompt);
  const [sentence] = sentences;
  if (sentence === undefined) return { title: '', isWeak: true };
  const text = withoutCourtesy(sentence);
  if (WEAK.test(text)) {
    const request = first(sentences, requestIn);
    if (request !== '') return { title: capitalisedProse(withinClause(request) || request), isWeak: false };
    return { title: capitalisedProse(withinClause(text) || text), isWeak: true };
  }
  const cut = withinClause(text);
  return { title: capitalisedProse(cut || text), isWeak: cut === '' };
}

/** The sentences of a prompt that say something. A slash command has none. */
function saidIn(prompt: string): string[] {
  if (/^\/[\w:-]+(?:\s|$)/.test(prompt.trimStart())) return [];
  const sentences = proseLines(prompt).slice(0, MOST_LINES).flatMap(sentencesOf);
  return sentences.filter((sentence) => saysSomething(withoutCourtesy(sentence)));
}

/** As much as two words. */
const SOME_UNSPACED = new RegExp(`(?:${UNSPACED.source}){4}`);

/** Verbs in the form that begins a request. */
const VERBS = new Set(
  'add adjust align allow analyse analyze apply audit automate avoid benchmark bring build bump bundle cache call catch change check clarify clean close collect combine compare compile compute configure connect convert copy correct count cover create cut debug decide define delete deploy describe design detect determine disable display document download draw drop dump enable encrypt ensure estimate evaluate examine expand explain explore export expose extend extract fetch figure fill filter find finish fix format generate get give group handle hide highlight identify ignore implement import improve include increase index inline insert inspect install integrate introduce investigate isolate keep let limit link list load localise localize lock log look lower make map mark match measure merge migrate mock modify monitor move normalise normalize notify open optimise optimize order organise organize parse patch persist pick pin plan polish port prepare prevent print profile propose protect prove provide publish pull push put raise read rebase rebuild recreate redesign redirect reduce refactor refine refresh regenerate register reject release reload remove rename render reorder replace report reproduce request reset resolve respond restore restrict restructure restyle retry return reuse revert review rework rewrite roll rotate round run sanitise save scan schedule search secure select send separate serve set share ship shorten show silence simplify skip solve sort speed split start stop store stream strip style summarise summarize support suppress swap switch sync tag teach tell test tidy track transform translate treat trim try tune turn understand undo unify unpin update upgrade upload use validate verify warn watch wire wrap write behebe füge schreib schreibe mach mache baue ändere prüfe erkläre teste entferne lösche verschiebe aktualisiere finde zeige sortiere übersetze erstelle arregla añade crea cambia escribe quita borra explica corrige ajoute crée change écris supprime explique'.split(
    ' ',
  ),
);
const QUESTION =
  /^(?:why|how|what|where|which|who|warum|wie|wo|was|por qué|cómo|pourquoi|comment)(?= (?!(?:about|now|next|do you think)\b))/iu;
const PRONOUN = /^(?:it|this|that|them|these|those|us|me|again|now|out|up|es|das|sie)[.!?]?$/i;

/** The part of a sentence that begins with a verb and says what to do; empty without one. */
function requestIn(sentence: string): string {
  const question = withoutCourtesy(sentence);
  if (QUESTION.test(question) && question.split(' ').length >= 4) return question;
  const marks = [...sentence.matchAll(/[,;:–—] (?:(?:and|so|but|then) )?/g)];
  for (const start of [0, ...marks.map(({ index, 0: mark }) => index + mark.length)]) {
    const clause = withoutCourtesy(sentence.slice(start));
    const [verb = '', object = '', ...more] = clause.split(' ');
    if (VERBS.has(verb.toLowerCase()) && object !== '' && (more.length > 0 || !PRONOUN.test(object))) return clause;
  }
  return '';
}

const REVIEWS = new Set(
  'review re-review reviewing look looking check checking double-check recheck inspect examine audit verify validate proofread sanity glance thoughts feedback prüf prüfe prüfen schau schaue schauen ansehen anschauen drüberschauen revisa revisar mira relis vérifie regarde'.split(
    ' ',
  ),
);
/** Words that do not say what to review. */
const NO_OBJECT = new Set(
  "a again all an and another any anything at branch bugs carefully changed changes check code comments commit commits correct correctness current diff did done double else errors every everything feedback for fresh eyes give go good have i in into is issues it just last latest local look made me merge merging mistakes mr my now ok okay of on once one more time open our out over pending please pr problems prs pull push pushing quick quickly ready recent request requests review right see something still staged take tell that the them then these things think this those thoroughly through to uncommitted unstaged up we what whether wrong you your work works if before i've been be both can could fine file files first final finished full here know let lgtm looks mistake missed miss new not problem bug error opinion pair second entire whole part should so far stuff ship shipping deploy release send submit thing things was were am us thorough critically properly closely deeply alles das den der dem diese dieses an mir nochmal noch einmal mal bitte die änderungen änderung drüber drauf über auf habe hab ich was geändert gemacht ob passt stimmt vor ist el la este esto cambios los por favor un vistazo le les mes ce cette ça modifications changements".split(
    ' ',
  ),
);
const REVIEW_COMMAND = /^\/(?:[\w-]+:)?(?:\w+-)?review(?:\s|$)/;

/** Whether a prompt asks to review or check something without saying what: `/review`, "look at my changes before I push". */
function asksForReview(prompt: string): boolean {
  if (REVIEW_COMMAND.test(prompt.trimStart())) return true;
  const [line = ''] = proseLines(prompt.slice(0, 400));
  const [sentence = ''] = sentencesOf(line).filter((one) => saysSomething(withoutCourtesy(one)));
  const words = withoutCourtesy(sentence)
    .toLowerCase()
    .replace(ADDRESS, ' ')
    .replace(/#?\d+/g, ' ')
    .split(/[^\p{L}'’-]+/u)
    .filter((word) => word !== '');
  const verb = words.findIndex((word) => REVIEWS.has(word));
  return verb !== -1 && verb <= 3 && words.every((word) => REVIEWS.has(word) || NO_OBJECT.has(word));
}

// Commits and answers

const TICKET =
  /^\s*(?:\[[A-Z]{2,10}-\d{1,6}\]|[A-Z]{2,10}-\d{1,6}(?=[\s:])|#\d{1,6}(?=[\s:]))[\s:–-]*|\s*\((?:#\d{1,6}|[A-Z]{2,10}-\d{1,6})\)\s*$/g;
/** Subjects that do not say what the session was about. */
const EMPTY =
  /^(?:wip|fix(?:es|ed|up)?(?: (?:it|this|bug|bugs|typo|typos|lint|linting|tests?|build|ci|stuff|things?|formatting|format))?|(?:fixup|squash|amend)!.*|updates?|changes|clean ?up|init(?:ial)?(?: commit| version)?|tests?|te?mp|checkpoint|save|stuff|misc|typos?|lint|format(?:ting)?|merge (?:branch|pull request|remote)\b.*|bump (?:the )?version.*|(?:release |v)?\d+\.\d+.*|done|progress|work|minor(?: (?:fix|fixes|changes))?|(?:address|apply|resolve) (?:the |all )?(?:code )?(?:review|feedback|comments|suggestions)\b.*|\(forgotten\)|\.+)$/i;

/** A commit's subject or a pull request's title without kind and ticket; empty if it says nothing. */
export function subjectTitle(subject: string): string {
  const plain = withoutKind(oneLine(subject).replace(TICKET, '')).replace(TICKET, '').trim();
  const words = plain.split(/\s+/).length;
  const isTold = (words >= 2 || SOME_UNSPACED.test(plain)) && isTitle(plain);
  return isTold && !EMPTY.test(plain) ? capitalisedProse(plain) : '';
}

/** `Fix: the clock` and `Feat/the clock` without the kind of work. */
export function withoutKind(title: string): string {
  const rest = title.replace(KIND, '');
  return rest === title || !isTitle(rest) ? title : capitalisedProse(rest);
}

/** What an answer begins with before it says something. */
const DONE =
  /^(?:(?:all )?(?:done|fixed|finished|ready|complete[d]?|committed|pushed|implemented|updated|erledigt|fertig|hecho|listo|fait|terminé|great|perfect|good|yes|no|not yet|ok(?:ay)?|sure|summary|完成了?|完了(?:しました)?)[.!:,–—。！]+\s*)+/iu;
/** Sentences of answers that would fit any session. */
const ANY_END =
  /^(?:(?:all|the|both|every)? ?(?:\d+ )?(?:\w+ )?(?:tests?|checks?|lint|build|types?|everything)\b.{0,24}\b(?:pass(?:es|ed)?|green|works?|runs?|clean|ok)|(?:no|one|two|three|four|five|\d+) \w*\s?(?:findings?|blockers?|issues?|problems?|comments?|changes?|files? changed)|here(?:['’]s| is| are)\b.*|let me\b.*|(?:the )?changes?(?: made)?|what (?:changed|I did)|all comments are answered|nothing.*)[.:!]*$/i;

/** The first sentence of an answer that says something, after "Done." and the like; empty without one. */
function answerTitle(answer: string): string {
  const sentences = proseLines(answer).slice(0, MOST_LINES).flatMap(sentencesOf);
  return first(sentences.slice(0, 8), (sentence) => {
    const text = withoutKind(sentence.replace(DONE, '')).replace(/[.。:,;\s]+$/u, '');
    const isTold = text.split(' ').length >= 3 || SOME_UNSPACED.test(text);
    if (!isTold || WEAK.test(text) || ANY_END.test(text) || !saysSomething(text)) return '';
    return capitalisedProse(withinClause(text));
  });
}

// Length

/** Where a sentence can end early, better and worse. */
const CLAUSES = [
  / ?[,;:(]| [–—-](?= )|[、，；：]| (?:so that|because|since|which|damit|weil|para que|porque|parce que|pour que)(?= )/giu,
  / (?:and|but|or|so|when|while|where|if|unless|until|as|after|before|without|instead of|in order to|und|aber|oder|wenn|sodass|y|pero|et|mais|car)(?= )/giu,
];
const OPEN_END =
  /(?:[\s,;:(–—、，；：-]|\s(?:and|or|but|so|the|a|an|of|to|with|for|in|on|und|der|die|das|y|de|la|el|et))+$/iu;

/** The text, or as many of its clauses as fit a title; empty if it is too long and cannot be cut at one. */
function withinClause(text: string): string {
  const longest = SOME_UNSPACED.test(text) ? LONGEST / 2 : LONGEST;
  if (text.length <= longest) return text;
  const least = longest === LONGEST ? LEAST : LEAST / 2;
  return first(CLAUSES, (clause) => {
    const cuts = [...text.slice(0, longest + 12).matchAll(clause)].map(({ index }) => index);
    const cut = text.slice(0, cuts.findLast((index) => index <= longest) ?? 0).replace(OPEN_END, '');
    return cut.length >= least ? cut : '';
  });
}

/** A text that fits a title: cut after a clause, or else after a word, with an ellipsis. */
export function shortTitle(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= LONGEST) return text;
  const clauses = withinClause(text);
  if (clauses !== '') return clauses;
  const cut = characters.slice(0, LONGEST - 1).join('');
  return `${cut.slice(0, cut.lastIndexOf(' ') > 40 ? cut.lastIndexOf(' ') : undefined)}…`;
}
