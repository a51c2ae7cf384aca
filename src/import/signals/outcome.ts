/** What became of errors and corrections, as far as the user's next prompt says so. A rule on phrases. */
import type { FoundEvent } from '../found-event.ts';
import { quotation } from './headline.ts';
import { promptSentences } from './yields.ts';

const WORKED = new RegExp(
  `^(?:(?:ok(?:ay)?|yes|yeah|great|nice|perfect|ah|cool|and)[,!. ]+)*(?:${[
    "(?:it|that|this|all|everything)(?:['’]s| is| are)? (?:now )?(?:works?|worked|working|fixed|fine|good|solved|green|correct|right)(?: now| fine| great| perfectly)?",
    'works|worked|fixed|solved|(?:way |much |so much )?better|perfect|excellent|awesome|amazing|great|nice|love it|beautiful|looks? (?:good|great|right|perfect)|that (?:did it|was it|fixed it)|lgtm|good (?:job|work|now)',
    'läuft|klappt|funktioniert|geht jetzt|passt|perfekt|super|prima',
    'funciona|perfecto|genial|excelente|ya va|parfait|ça marche|nickel|super|perfeito|funcionou|ótimo|perfetto|ottimo',
    'работает|отлично|супер|заработало',
  ].join('|')})(?![\\p{L}\\p{N}]| (?:idea|question|point|start|but|if|to))`,
  'iu',
);
const WORKED_UNSPACED = /^(?:完璧|動きました|動いた|直りました|いいですね|好了|可以了|解决了|没问题|완벽|잘 돼|됐)/;
const FAILED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    "still (?:not|no|there(?! (?:is|are))|fails?|failing|broken|wrong|the same|doesn['’]?t|isn['’]?t|get(?:ting)?|see(?:ing)?|have|shows?|there|happens|crash\\\\w*|error\\\\w*)|same (?:error|issue|problem|thing|failure|result|exception|crash)|(?:does|did)(?:n['’]?t| not) (?:work|help|fix|change)|not (?:working|fixed|solved)|no (?:change|difference|luck|effect)",
    'immer noch|geht nicht|funktioniert nicht|klappt nicht|sigue (?:sin|igual|fallando)|todavía no|no funciona|toujours pas|ne (?:marche|fonctionne) (?:toujours )?pas|ainda não|não funciona|ancora non|non funziona|всё ещё|не работает',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const FAILED_UNSPACED = /まだ(?:動|直|エラー|同じ)|変わらない|还是(?:不|报错|一样)|没有用|여전히|아직도/;

/** How many sentences of a prompt may tell. */
const LOOKED_AT = 3;

/**
 * The events of a turn, the last error and the last correction of them with what the next prompt says became of them:
 *
 *     outcome: “works now”
 */
export function withOutcome(events: readonly FoundEvent[], prompt: string): FoundEvent[] {
  const said = outcomeIn(prompt);
  if (said === null) return [...events];
  const hasFailed = fails(prompt);
  const told = ['ERROR', 'USER-CORRECTION'].map((tag) => events.findLastIndex((event) => event.tag === tag));
  return events.map((event, index) => {
    const outcome = told.includes(index) ? [`${OUTCOME}“${said}”`] : [];
    // What was changed because of a cause did not help: it may not have been the cause.
    const recorded = hasFailed && event.recorded?.statement === 'cause' ? null : event.recorded;
    return { ...event, recorded, details: [...event.details, ...outcome] };
  });
}

/** The beginning of the detail that tells what became of an event. */
export const OUTCOME = 'outcome: ';

/** The sentence that tells whether it worked; null if none does. */
export function outcomeIn(prompt: string): string | null {
  const sentences = promptSentences(prompt).slice(0, LOOKED_AT);
  const failed = sentences.find(saysFailed);
  const worked = sentences.slice(0, 2).find((sentence) => WORKED.test(sentence) || WORKED_UNSPACED.test(sentence));
  const said = failed ?? worked;
  return said === undefined ? null : quotation(said).text;
}

function fails(prompt: string): boolean {
  return promptSentences(prompt).slice(0, LOOKED_AT).some(saysFailed);
}

function saysFailed(sentence: string): boolean {
  return FAILED.test(sentence) || FAILED_UNSPACED.test(sentence);
}
