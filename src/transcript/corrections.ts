/**
 * Finds what the person corrected. In words: the prompt objects to what was done or proposed, or the agent begins its answer
 * by agreeing that it was wrong. By what they do: they refuse a call or interrupt the model, and the reason or the next prompt
 * says what to do instead. Not every prompt after an interrupt does: people also approve, type their prompt again, ask
 * something, or go on with the next task.
 */
import { callName, isHostsReason, reasonOf, targetOf } from './calls.ts';
import { beginning } from './clean-line.ts';
import { saySame } from './evidence.ts';
import type { FoundEvent, InferredEvent, Origin } from './found.ts';
import { UNSPACED } from './phrases.ts';
import { isGoAhead } from './prompts.ts';
import { plain, quotation, sentencesOf } from './prose.ts';
import type { ToolCall, ToolResult } from './records.ts';

const AGREES = new RegExp(
  `^(?:${[
    "you(?:['’]re| are) (?:\\p{L}+ )?(?:right|correct)(?! to ask| that it['’]s a good)|(?:good|great|nice|fair) (?:catch|point|call|enough)|well spotted|point taken",
    "(?:i['’]m |so )?sorry|(?:my |sincere )?apolog(?:ies|y|ize)|i apologi[sz]e|my (?:mistake|bad|fault)|oops|i should(?:n['’]t| not)? have|i (?:misunderstood|misread|overlooked|was wrong)",
    '(?:du hast|sie haben|da hast du) (?:\\p{L}+ )?recht|stimmt|entschuldigung|mein fehler|guter (?:punkt|hinweis|einwand)|tienes (?:\\p{L}+ )*razón|perdón|buen punto|mi error|(?:tu as|vous avez) (?:\\p{L}+ )*raison|désolée?|bien vu|você (?:está|tem) \\p{L}+|desculpe|hai (?:\\p{L}+ )?ragione|scusa|вы (?:\\p{L}+ )?правы|ты прав|извините',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const AGREES_UNSPACED =
  /^(?:(?:はい、)?(?:おっしゃる|仰る)|ご指摘|すみません|申し訳|失礼しました|確かに|确实|你说[得的]对|您说得对|你是对的|抱歉|对不起|맞습니다|말씀하신|죄송)/;

/** Whether an answer begins by agreeing that it was wrong. */
export function agrees(answer: string): boolean {
  const start = startOf(answer);
  return AGREES.test(start) || AGREES_UNSPACED.test(start);
}

function startOf(answer: string): string {
  return answer.slice(0, 120).replace(/^[^\p{L}]{1,8}/u, '');
}

/** The beginning of a sentence that objects. */
const OBJECTS = new RegExp(
  `^(?:${[
    "(?:but |and |ok(?:ay)?[,.]? (?:but )?|hmm+[,.]? |well[,.]? |hey[,.]? )?(?:no(?![. ]\\d| need| problem| worries| rush)|nope|nah|wait|stop|hold on|not|don['’]?t|do not|never|actually|instead|correction|rather|undo|revert|roll ?back|(?:that|this|it)(?:['’]?s| is| was)? (?:not|wrong|incorrect|the wrong|still|should(?!n['’]t it))|(?:that['’]?s |this is |way )?too \\p{L}+|careful|you (?:forgot|missed|broke|didn['’]?t|did not|were supposed|should(?:n['’]?t| not)? have|shouldn['’]?t|removed|deleted|ignored|are (?:wrong|not)|keep|still|just)|i (?:said|told you|asked|meant|didn['’]?t (?:ask|say|want|mean)|don['’]?t (?:want|like|need|think)|already|never|wanted)|why (?:did|do|are|would|is|does|on earth)(?: you)?|we (?:don['’]?t|do not|never|already|should(?:n['’]?t| not)|agreed)|still|wrong|incorrect|please (?:don['’]?t|stop|never|revert|undo)|can['’]?t|cannot|you can['’]?t|(?:put|bring) [^.]{1,40} back)",
    '(?:aber )?(?:nein|nicht|falsch|stopp?|halt|warte|doch|eigentlich|stattdessen|das (?:ist|war|stimmt) (?:nicht|falsch)|du hast|warum (?:hast|ist|machst)|ich (?:wollte|meinte|habe gesagt)|bitte (?:nicht|kein)|immer noch|kein)',
    "(?:pero |mais |mas |ma )?(?:no|non|não|eso no|así no|espera|aspetta|attends|arrête|en realidad|en fait|plutôt|na verdade|está mal|c['’]est (?:faux|pas)|ce n['’]est pas|te (?:dije|pedí|olvidaste)|tu as (?:oublié|supprimé|cassé)|você (?:esqueceu|removeu)|hai (?:dimenticato|rotto)|quería|je (?:voulais|t['’]ai dit|ne veux pas)|eu (?:disse|queria|pedi)|volevo|sigue|todavía|toujours|ainda|ancora|pas)",
    '(?:но )?(?:нет|не|стоп|подожди|неправильно|ты (?:забыл|удалил|сломал)|я (?:просил|хотел|говорил)|почему (?:ты|опять)|всё ещё)',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const OBJECTS_UNSPACED =
  /^(?:いや|いえ|違|ちが|待って|やめて|そうじゃ|それじゃ|なんで|まだ)|(?:ではなく|じゃなく|しないで|ないでください|ないで(?:[。、]|$)|違います|違う|やめて)|^(?:不对|不是|不要|别|等等|错了|还是)|(?:而不是|不应该|应该是|不能用|不了)|^(?:아니|틀렸|잠깐)|말고|하지 마/;
/** Words in the middle of a sentence that set what is wanted against what was done. */
const SETS_AGAINST =
  /\b(?:instead of|rather than|not the|should(?:n['’]?t| not) (?:be|have|use)|should have (?:been|used)|supposed to|back(?: in)? please|you (?:don['’]?t|do not) (?:need|have) to|you can['’]?t|i (?:said|meant|told)|as i said|you (?:forgot|missed)|doesn['’]?t (?:work|match|do)|isn['’]?t (?:what|right|correct|it)|is (?:wrong|not right|incorrect)|same (?:error|issue|problem))\b|\bno (?:\p{L}+ )?(?:please|here|pls)\b|\b(?:statt|anstatt|sondern|en lugar de|en vez de|au lieu de|em vez de|invece di|вместо)\b/iu;
/** Rules something out after saying why. Who agrees first only adds to it. */
const FORBIDS =
  /[.,;!] (?:so |and |please |pls )?(?:don['’]?t|do not|never) (?!worry|know|think|need|have|mind|understand|get|see|remember|really|care|want|like)/iu;
const AGREES_FIRST =
  /^(?:ok(?:ay)?|yes|yep|yeah|sure|good|great|nice|fine|perfect|cool|thanks?|makes sense)(?![\p{L}\p{N}])/iu;
/** Openings that only look like an objection, and prompts that begin by asking for something or by agreeing. */
const CONTINUES =
  /^(?:no (?:problem|worries|need|rush|thanks)|no[,.]? (?:that|this|it)(?:['’]?s| is) (?:fine|ok(?:ay)?|good|great|perfect|right|correct)(?! but)|not (?:sure|bad|yet)|wait for|stop here|stop (?:the|this) (?:server|process|container)|why (?:is|does|do) (?!(?:it|this|that) still)|actually,? (?:great|good|never mind|that works))/i;
const ASKS_FOR =
  /^(?:(?:ok(?:ay)?|great|nice|cool|good|thanks?|perfect|now|next|and|also|then|so)[,.! ]+)*(?:please (?!don|do not|stop|never|revert|undo)|now |next |can you|could you|would you|i (?:need|want|would like)|i['’]d like|we need|let['’]?s |add |create |make |build |implement |write |fix |update |bitte (?!nicht|kein)|por favor |peux-tu |pouvez-vous )/i;
/** Says that there is nothing to say. */
const NONE =
  /^(?:(?:nothing|none|(?:maybe )?later|not (?:yet|now|really)|no,? thanks?|no need|never mind|(?:noch )?nichts|noch nicht|nein,? danke|nada|todavía no|no,? gracias|rien|pas encore|non,? merci|ainda não|niente|пока нет|まだ(?:です)?|特に(?:ない|なし)|没有)(?: (?:yet|else|more|for now|really|mehr|más|de plus|mais|altro))?(?:[,.!。，;]\s*|$))+/iu;

/** How much of a prompt is looked at: a longer one is a task with much more in it. */
const MOST = 12;
const READ = 1500;

/** The sentence of a prompt that corrects; null if none has the form of one. */
export function objectionIn(prompt: string): string | null {
  const sentences = promptSentences(prompt);
  if (ASKS_FOR.test(sentences[0] ?? '')) return null;
  const objects = (sentence: string, at: number) =>
    (OBJECTS.test(sentence) ||
      OBJECTS_UNSPACED.test(sentence) ||
      (FORBIDS.test(sentence) && !AGREES_FIRST.test(sentence))) &&
    !CONTINUES.test(sentence) &&
    // Who asks and answers in one prompt corrects only themselves.
    !isQuestion(sentences[at - 1] ?? '');
  const isNear = (at: number) => at < 3 || at >= sentences.length - 2;
  return (
    sentences.find((sentence, at) => isNear(at) && objects(sentence, at)) ??
    sentences.find((sentence) => SETS_AGAINST.test(sentence) && !isQuestion(sentence)) ??
    null
  );
}

function isQuestion(sentence: string): boolean {
  return /[?？]["'”’)]?$/.test(sentence);
}

/**
 * The correction in a prompt: it objects, or the answer to it begins by agreeing that something was wrong. It is accepted if
 * both do. Null if it corrects nothing.
 */
export function correctionIn(prompt: string, answer: string, origin: Origin): FoundEvent | null {
  if (isGoAhead(prompt) || promptSentences(prompt).length === 0) return null;
  const isAgreed = agrees(answer);
  const isObjection = objectionIn(prompt) !== null;
  const words = correctionWords(prompt);
  if (!(isAgreed || isObjection) || words.text === '') return null;
  const source = isAgreed && isObjection ? ({ from: 'correction', reference: '' } as const) : null;
  return { tag: 'USER-CORRECTION', ...words, origin, source };
}

/** People open and close code blocks in the middle of a line, too. */
const CODE = /(`{3,})[\s\S]*?(?:\1(?!`)|$)/g;

/** The sentences of a prompt that a person typed, without pasted code and logs, and without "nothing yet". */
function promptSentences(prompt: string): string[] {
  return prompt
    .slice(0, READ)
    .replace(CODE, '\n')
    .split(/[\r\n]/)
    .map((line) => plain(line.replace(/^\s*(?:[-*•>]|\d{1,2}[.)])\s+/, '')))
    .filter((line) => line !== '' && !isPasted(line))
    .flatMap(sentencesOf)
    .slice(0, MOST)
    .map((sentence) => sentence.replace(NONE, '').trim())
    .filter((sentence) => sentence !== '');
}

const LOGGED =
  /^(?:[\w./-]{1,40}:[\w./-]{0,40}:|at \S+ ?\(|File "|Traceback|\[?\d{4}-\d\d-\d\d|\[\w+\]|(?:\w+\.)*\w*(?:Error|Exception|Warning)\b|(?:npm|yarn|pnpm) ERR|(?:INFO|WARN|ERROR|DEBUG|FATAL)\b|[$>#%] |total \d+$|[d-][rwx-]{9})/;

/** A line of a log, a stack, a shell or code: few words, many signs. */
export function isPasted(line: string): boolean {
  if (LOGGED.test(line)) return true;
  const letters = (line.match(/[\p{L}\s,.'’!?]/gu) ?? []).length;
  return letters < line.length * 0.7 && line.length > 20;
}

/** The line and further words of a correction: the sentence that corrects, and what follows it. */
function correctionWords(prompt: string): { text: string; details: string[] } {
  const sentences = promptSentences(prompt);
  const said = objectionIn(prompt) ?? sentences[0] ?? prompt.slice(0, READ);
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

// Refusals and interrupts

/** Tools that only ask a question, so they cannot be stopped while they run. */
const ASKS = /^(?:AskUserQuestion|ExitPlanMode)$/;
/** Begins by approving. */
const APPROVES =
  /^(?:ok(?:ay)?|yes|yep|yeah|sure|great|good|perfect|nice|awesome|thanks?|thx|cool|alright|ja|genau|super|passt|sí|si|vale|perfecto|oui|d['’]accord|parfait|sim|perfeito|sì|perfetto|да|отлично|はい|いいね|好|可以|네)(?![\p{L}\p{N}])|^(?:it |that |this )?(?:works|worked|is working)\b/iu;
const MOST_SHOWN = 3;
/** Who stops the agent means it. */
const MEANT = 4;
const READ_PROMPT = 8000;

/** The refusals and interrupts of one session. */
export class Corrections {
  #refused: string[] = [];
  #isStopped = false;
  /** The last prompt. */
  #before = '';

  /** A refused call. It is an event at once if the person gave a reason. */
  refuse(call: ToolCall | null, result: ToolResult, origin: Origin): InferredEvent[] {
    const refused = call === null ? 'a tool call' : callWords(call);
    const reason = reasonOf(result);
    if (reason === '') {
      // The host records a call that is stopped while it runs in the same way.
      const outcome = ASKS.test(call?.name ?? '') ? 'refused' : 'refused or stopped';
      this.#refused.push(beginning(`${outcome} ${refused}`));
      return [];
    }
    if (!this.#corrects(reason, true)) return [];
    return [correction(reason, [`refused ${refused}`], origin)];
  }

  /** The person interrupted the model. */
  interrupt(): void {
    this.#isStopped = true;
  }

  /** The next prompt: the correction, if something was refused or interrupted before. */
  prompt(text: string, origin: Origin): InferredEvent[] {
    const [refused, isStopped] = [this.#refused, this.#isStopped];
    this.#refused = [];
    this.#isStopped = false;
    const corrects = this.#corrects(text, false);
    this.#before = text.slice(0, READ_PROMPT);
    if ((refused.length === 0 && !isStopped) || !corrects) return [];
    const details = refused.length === 0 ? ['interrupted the answer'] : refused.slice(0, MOST_SHOWN);
    return [correction(text, details, origin)];
  }

  /** Whether words after a refusal or an interrupt correct. A reason that was typed into the refusal mostly does. */
  #corrects(words: string, isReason: boolean): boolean {
    const text = words.trim();
    if (isHostsReason(text) || isGoAhead(text)) return false;
    if (objectionIn(text) !== null) return true;
    const isQuestion = /[?？]\s*$/.test(text.slice(0, READ_PROMPT));
    if (isQuestion || APPROVES.test(text)) return false;
    return isReason || !this.#isRetyped(text);
  }

  /** Whether a prompt repeats the one before, perhaps with an addition. */
  #isRetyped(text: string): boolean {
    const [now, before] = [plainWords(text), plainWords(this.#before)];
    if (now === '' || before === '') return false;
    if (now.startsWith(before) || before.startsWith(now)) return true;
    return saySame({ text, details: '' }, { text: this.#before, details: '' });
  }
}

function correction(said: string, done: readonly string[], origin: Origin): InferredEvent {
  const { text, details } = correctionWords(said);
  return { tag: 'USER-CORRECTION', text: text || said, details: [...details, ...done], origin, salience: MEANT };
}

function plainWords(text: string): string {
  return text
    .slice(0, READ_PROMPT)
    .toLowerCase()
    .replace(/[\s.,;:!?]+/g, ' ')
    .trim();
}

function callWords(call: ToolCall): string {
  const target = targetOf(call);
  return target === '' ? callName(call) : `${callName(call)}: ${target}`;
}
