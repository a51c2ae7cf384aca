/**
 * Finds what the user corrected in words: the prompt says that something is wrong and the agent agrees. That the agent
 * agrees is a phrase at the very beginning of its answer: of 19 such answers read, 14 followed a real correction. It is only
 * recorded if the prompt objects, too.
 */
import { UNSPACED } from '../unspaced.ts';
import { quotation } from './headline.ts';
import { NEGATES, NEGATES_UNSPACED } from './phrases.ts';
import { plain, sentencesOf } from './prose.ts';

const AGREES = new RegExp(
  `^\\s*(?:${[
    "you(?:['’]re| are) (?:absolutely |completely |totally |quite |exactly |100% )?(?:right|correct)(?! to ask| that it['’]s a good)",
    'good (?:catch|point|call|spot|eye)|great (?:catch|point)|fair (?:point|enough|call)|nice catch|well spotted|point taken',
    "(?:i['’]m |so )?sorry|(?:my |sincere )?apolog(?:ies|y|ize)|i apologi[sz]e|my (?:mistake|bad|fault)|mea culpa|oops|whoops",
    "i should(?:n['’]t| not)? have|i (?:misunderstood|misread|overlooked|was wrong|got that wrong|jumped)|i (?:over-?complicated|over-?engineered)",
    "that['’]s (?:on me|my (?:mistake|fault)|a fair (?:point|criticism))",
    '(?:du hast|sie haben|da hast du) (?:völlig |absolut |vollkommen )?recht|stimmt|entschuldigung|mein fehler|guter (?:punkt|hinweis|einwand)',
    'tienes (?:toda la |mucha )?razón|tiene razón|perdón|disculpa|buen punto|mi error',
    "tu as (?:tout à fait |complètement )?raison|vous avez (?:tout à fait |entièrement )?raison|désolée?|bien vu|mon erreur|je m['’]excuse",
    'você (?:está|tem) (?:certo|certa|razão|toda razão)|tem razão|desculpe|bem observado|erro meu',
    'hai (?:perfettamente |assolutamente )?ragione|scusa|errore mio',
    'вы (?:абсолютно |совершенно )?правы|ты прав|извините|моя ошибка|верно подмечено',
    '(?:はい、)?(?:おっしゃる|仰る)(?:通|とお)り|ご指摘の(?:通|とお)り|すみません|申し訳|失礼しました|确实|你说得对|您说得对|你是对的|抱歉|맞습니다|말씀하신 대로|죄송합니다',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
/** Scripts without spaces: the phrase may go on. */
const AGREES_UNSPACED =
  /^\s*(?:(?:はい、)?(?:おっしゃる|仰る)(?:通|とお)り|ご指摘|すみません|申し訳|失礼しました|確かに|确实|你说得对|您说得对|你说的对|你是对的|抱歉|对不起|맞습니다|말씀하신|죄송)/;

/** Whether an answer begins by agreeing that it was wrong. */
export function agrees(answer: string): boolean {
  const start = startOf(answer);
  return AGREES.test(start) || AGREES_UNSPACED.test(start);
}

/** Whether it only praises. Of 9 answers read that begin with "Good catch", 4 answered a question that corrected nothing. */
export function onlyPraises(answer: string): boolean {
  return /^(?:good|great|fair|nice|well|buen|guter|bien vu)(?![\p{L}])/iu.test(startOf(answer));
}

function startOf(answer: string): string {
  return answer.slice(0, 120).replace(/^[^\p{L}]{1,8}/u, '');
}

/** The beginning of a sentence that objects. */
const OBJECTS = new RegExp(
  `^(?:${[
    "(?:but |and |ok(?:ay)?[,.]? (?:but )?|hmm+[,.]? |well[,.]? |hey[,.]? )?(?:no(?![. ]\\d| need| problem| worries| rush)|nope|nah|wait|stop|hold on|not|don['’]?t|do not|never|actually|instead|correction|rather|undo|revert|roll ?back|that['’]?s (?:not|wrong|incorrect|the wrong)|this (?:is|was) (?:not|wrong|incorrect)|it['’]?s (?:not|still|wrong)|(?:that['’]?s |this is |way )?too \\p{L}+|careful|it (?:still|should(?!n['’]t it))|you (?:forgot|missed|broke|didn['’]?t|did not|were supposed|should(?:n['’]?t| not)? have|shouldn['’]?t|removed|deleted|ignored|are (?:wrong|not)|keep|still|just)|i (?:said|told you|asked|meant|didn['’]?t (?:ask|say|want|mean)|don['’]?t (?:want|like|need|think)|already|never|wanted)|why (?:did|do|are|would|is|does|on earth)(?: you)?|we (?:don['’]?t|do not|never|already|should(?:n['’]?t| not)|agreed)|still|wrong|incorrect|please (?:don['’]?t|stop|never|revert|undo)|can['’]?t|cannot|you can['’]?t|(?:put|bring) [^.]{1,40} back)",
    '(?:aber )?(?:nein|nicht|falsch|stopp?|halt|warte|doch|eigentlich|stattdessen|das (?:ist|war|stimmt) (?:nicht|falsch)|du hast|warum (?:hast|ist|machst)|ich (?:wollte|meinte|habe gesagt)|bitte (?:nicht|kein)|immer noch|kein)',
    '(?:pero )?(?:no|eso no|así no|espera|para(?=[,.])|en realidad|está mal|te (?:dije|pedí|olvidaste)|quería|por qué (?:has|hiciste)|sigue|todavía|mejor)',
    "(?:mais )?(?:non|pas|attends|arrête|en fait|plutôt|c['’]est (?:faux|pas)|ce n['’]est pas|tu as (?:oublié|supprimé|cassé)|je (?:voulais|t['’]ai dit|ne veux pas)|pourquoi (?:as-tu|tu)|toujours)",
    '(?:mas )?(?:não|espera|pare|na verdade|está errado|você (?:esqueceu|removeu|quebrou)|eu (?:disse|queria|pedi)|por que você|ainda)',
    '(?:ma )?(?:no|non|aspetta|fermati|in realtà|è sbagliato|hai (?:dimenticato|rotto)|volevo|perché hai|ancora)',
    '(?:но )?(?:нет|не|стоп|подожди|неправильно|ты (?:забыл|удалил|сломал)|я (?:просил|хотел|говорил|имел)|почему (?:ты|опять)|зачем|опять|всё ещё)',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const OBJECTS_UNSPACED =
  /^(?:いや|いえ|違|ちが|待って|やめて|そうじゃ|それじゃ|なんで|まだ)|(?:ではなく|じゃなく|しないで|ないでください|ないで(?:[。、]|$)|違います|違う)|^(?:不对|不是|不要|别|等等|错了|为什么|还是)|(?:而不是|不应该|应该是|不能用)|^(?:아니|틀렸|잠깐|왜)|말고|하지 마/;
/** Words in the middle of a sentence that set what is wanted against what was done. */
const SETS_AGAINST =
  /\b(?:instead of|rather than|not the|should(?:n['’]?t| not) (?:be|have|use)|should have (?:been|used)|supposed to|(?:back in|back) please|you (?:don['’]?t|do not) (?:need|have) to|you can['’]?t|i (?:said|meant|told)|as i said|again|you (?:forgot|missed)|doesn['’]?t (?:work|match|do)|isn['’]?t (?:what|right|correct|it)|is (?:wrong|not right|incorrect)|same (?:error|issue|problem))\b|\b(?:statt|anstatt|sondern|en lugar de|en vez de|au lieu de|em vez de|invece di|вместо)\b/i;

/** How many sentences of a prompt are looked at. A longer one is a task with much more in it. */
const MOST = 12;
const READ = 1500;

/** The sentence of a prompt that corrects; null if none has the form of one. */
export function objectionIn(prompt: string): string | null {
  const sentences = promptSentences(prompt);
  const [first = ''] = sentences;
  const told = ASKS_FOR.test(first) ? [] : [...sentences.slice(0, 3), ...sentences.slice(3).slice(-2)];
  // Who asks and answers in one prompt corrects only themselves.
  const isOwn = (sentence: string) => isQuestion(sentences[sentences.indexOf(sentence) - 1] ?? '');
  const opening = told.find((sentence) => objects(sentence) && !isOwn(sentence));
  return opening ?? sentences.find((sentence) => SETS_AGAINST.test(sentence) && !isQuestion(sentence)) ?? null;
}

/** A prompt that begins by asking for something is a task, whatever it rules out further on. A rule on phrases. */
const ASKS_FOR =
  /^(?:(?:ok(?:ay)?|great|nice|cool|good|thanks?|perfect|now|next|and|also|then|so)[,.! ]+)*(?:please (?!don|do not|stop|never|revert|undo)|now |next |can you|could you|would you|i (?:need|want|would like)|i['’]d like|we need|let['’]?s |add |create |make |build |implement |write |fix |update |bitte (?!nicht|kein)|por favor |peux-tu |pouvez-vous )/i;

function isQuestion(sentence: string): boolean {
  return /[?？]["'”’)]?$/.test(sentence);
}

function objects(sentence: string): boolean {
  const isOpening =
    OBJECTS.test(sentence) ||
    OBJECTS_UNSPACED.test(sentence) ||
    (FORBIDS.test(sentence) && !AGREES_FIRST.test(sentence));
  return isOpening && !CONTINUES.test(sentence);
}

/** Rules something out after saying why. */
const FORBIDS =
  /[.,;!] (?:so |and |please |pls )?(?:don['’]?t|do not|never) (?!worry|know|think|need|have|mind|understand|get|see|remember|really|care|want|like)\p{Ll}/iu;

/** Who agrees first only adds to it. */
const AGREES_FIRST =
  /^(?:ok(?:ay)?|yes|yep|yeah|sure|good|great|nice|fine|perfect|cool|thanks?|makes sense)(?![\p{L}\p{N}])/iu;

/** Openings that only look like an objection. */
const CONTINUES =
  /^(?:no (?:problem|worries|need|rush|thanks)|no[,.]? (?:that|this|it)(?:['’]?s| is) (?:fine|ok(?:ay)?|good|great|perfect|right|correct)(?! but)|not (?:sure|bad|yet)|wait for|stop here|stop (?:the|this) (?:server|process|container)|why (?:is|does|do) (?!(?:it|this|that) still)|actually,? (?:great|good|never mind|that works))/i;

/** A longer prompt is a task in which something is ruled out. */
const LONGEST_REJECTION = 400;

/** Whether a prompt says no to what was proposed: it need not begin with it. */
export function rejects(prompt: string): boolean {
  const sentences = promptSentences(prompt).slice(0, 3);
  if (prompt.length > LONGEST_REJECTION || ASKS_FOR.test(sentences[0] ?? '')) return false;
  return sentences.some(
    (sentence) =>
      (NEGATES.in(sentence) || NEGATES_UNSPACED.test(sentence)) &&
      !/[?？]$/.test(sentence) &&
      !CONTINUES.test(sentence),
  );
}

/** People open and close code blocks in the middle of a line, too. */
const CODE = /(`{3,})[\s\S]*?(?:\1(?!`)|$)/g;

/** The sentences of a prompt that a person typed, without pasted code and logs. */
export function promptSentences(prompt: string): string[] {
  return prompt
    .slice(0, READ)
    .replace(CODE, '\n')
    .split('\n')
    .map((line) => plain(line.replace(/^\s*(?:[-*•>]|\d{1,2}[.)])\s+/, '')))
    .filter((line) => line !== '' && !isPasted(line))
    .flatMap(sentencesOf)
    .slice(0, MOST);
}

const LOGGED =
  /^(?:[\w./-]{1,40}:[\w./-]{0,40}:|at \S+ ?\(|File "|Traceback|\[?\d{4}-\d\d-\d\d|\[\w+\]|(?:\w+\.)*\w*(?:Error|Exception|Warning)\b|(?:npm|yarn|pnpm) ERR|(?:INFO|WARN|ERROR|DEBUG|FATAL)\b|\$ |> )/;

/** A line of a log, a stack or code: few words, many signs. */
function isPasted(line: string): boolean {
  if (LOGGED.test(line)) return true;
  const letters = (line.match(/[\p{L}\s,.'’!?]/gu) ?? []).length;
  return letters < line.length * 0.7 && line.length > 20;
}

/** The line and further words of a correction: the sentence that corrects, and what follows it. */
export function correctionWords(prompt: string): { text: string; details: string[] } {
  const sentences = promptSentences(prompt);
  const said =
    objectionIn(prompt) ??
    sentences.find((sentence) => NEGATES.in(sentence) || NEGATES_UNSPACED.test(sentence)) ??
    sentences[0] ??
    prompt.slice(0, READ);
  const at = sentences.indexOf(said);
  // "No." alone says nothing; what follows does, and at the end what comes before.
  const isShort = said.length < (UNSPACED.test(said) ? 6 : 16) && at !== -1;
  const beside = !isShort ? -1 : at + 1 < sentences.length ? at + 1 : at - 1;
  const near = sentences[beside] ?? '';
  const whole = near === '' ? said : beside > at ? `${said} ${near}` : `${near} ${said}`;
  const { text, full } = quotation(whole);
  const others = sentences.filter((_, index) => index !== at && index !== beside).slice(0, 2);
  return { text, details: [full, ...others].filter((detail) => detail !== '') };
}
