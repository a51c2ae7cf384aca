/**
 * The phrases that signals look for. Rules that rest on phrases are a language's; those that rest on the form of a record
 * hold in any. Counts are from reading public transcripts of other people: "6 of 6" means that 6 of 6 occurrences read were
 * true. The phrases of other languages than English were not counted: too few were found.
 */

import { Cues } from './cues.ts';

/** Matches any of the words at the beginning of a text, followed by no further letter. */
function begins(...words: string[]): RegExp {
  return new RegExp(`^(?:${words.join('|')})(?![\\p{L}\\p{N}_])`, 'iu');
}

/** "The root cause is that …": 6 of 6. What follows is the statement. */
export const ROOT_CAUSE =
  /^(?:(?:so|and|ok|okay|yes|now|here|this is)[,:]?\s)?(?:the |a |its |actual |real |true |likely |underlying ){0,3}root[- ]cause(?: of [^.:;]{1,80}?)?(?:\s(?:here|of this))?\s?(?:is|was|:|[-–—]|=|→)\s*(?:that |this: )?/i;

/** "The issue is that …", "The bug is in …": 4 of 6 that do not guess; the others were steps of a search that went on. */
export const FAULT_IS =
  /^(?:(?:so|and|but|ok|okay|ah|aha|now)[,:]?\s)?(?:the |a |one |here(?:'s| is) the |that(?:'s| is) the |this is the |i (?:see|found|spotted|identified) the |now i (?:see|understand) the )(?:\w{1,20} ){0,2}(?:bug|problem|issue|culprit|cause|reason|error|mistake|mismatch|failure)(?: here| now)?(?: (?:is|was|were)(?: that| because)?|:|[-–—]| —)\s+/i;

/** "It turns out that …": read as a finding, not as a fault. */
export const TURNS_OUT = /^(?:(?:so|and|but|ok|okay|ah)[,:]?\s)?(?:as |and )?(?:it )?turn(?:s|ed) out(?:,| that)?\s+/i;

/** Says that something is found and leaves the statement to what follows. "Found it": 5 of 10, the others had found a file. */
export const ANNOUNCED = new RegExp(
  `^(?:(?:ah|aha|great|good|perfect|excellent|got it|yes|ok|okay|now)[,!.:]?\\s+)?(?:${[
    'found (?:it|the (?:\\w+ )?(?:bug|issue|problem|cause|culprit|error|reason|root cause))',
    '(?:now )?i (?:can )?(?:see|found|understand|have found|have) (?:the|what the|exactly what the) (?:\\w+ )?(?:bug|issue|problem|cause|culprit|error)(?: now| here| is| was)?',
    'the (?:\\w+ )?(?:bug|issue|problem|cause|root cause|error) (?:is|was) (?:clear|obvious|simple|here|found)(?: now)?',
    "that(?:'s| is) (?:the (?:bug|issue|problem|culprit|cause|smoking gun)|it)",
    'gefunden',
    'encontré el (?:problema|error)|encontrado',
    "(?:j'ai )?trouvé(?: le problème| l'erreur)?",
    'encontrei o (?:problema|erro)',
    'ho trovato il problema|trovato',
    'нашёл|нашел|нашла',
  ].join('|')})\\s*(?:[!.:：]|[-–—]\\s|$)\\s*`,
  'iu',
);

/** The same in other languages, with what follows as the statement. */
export const CAUSE_ELSEWHERE = new RegExp(
  `^(?:${[
    '(?:die |der )?(?:eigentliche |wahre )?(?:ursache|fehlerursache|grund)(?: dafür)?(?: ist| war| liegt|:)',
    'das problem (?:ist|war|liegt)|der fehler (?:ist|war|liegt)',
    'es stellt(?:e)? sich heraus',
    'la causa(?: raíz| principal)?(?: es| era| del [^.:;]{1,60} (?:es|era)|:)|causa raíz:',
    'el problema (?:es|era|está|estaba)|el error (?:es|era|está|estaba)|resulta que',
    "la cause(?: racine)?(?: est| était|:)|cause racine\\s?:|le problème (?:est|était|vient|venait)|l['’]erreur (?:est|était|vient|venait)|il s['’]avère que",
    'a causa(?: raiz)?(?: é| era| foi|:)|causa raiz:|o problema (?:é|era|está|estava)|o erro (?:é|era|está|estava)|acontece que',
    "la causa(?: è| era|:)|il problema (?:è|era|sta)|l['’]errore (?:è|era)",
    'причина(?: в том| —| -|:)|проблема (?:в том|была|в)|оказалось|оказывается',
    '(?:根本)?原因(?:は|：|:)|問題は|(?:根本)?原因(?:是|在于)|问题(?:是|在于|出在|就在)|原来',
    '원인은|문제는|알고 보니',
  ].join('|')})[,、，\\s]*(?:dass |que |che |, что |что )?`,
  'iu',
);

/** Labels and headings over a cause. */
export const CAUSE_LABEL = begins(
  '(?:the )?(?:actual |real |true |underlying )?(?:root )?causes?',
  'root cause(?: analysis)?',
  '(?:the )?(?:bug|problem|issue|culprit|mistake)(?: was| is| found)?',
  'what (?:was|went|is) (?:actually )?(?:wrong|broken|happening|happened|broke)',
  'what (?:happened|broke)',
  'why (?:it|this|that) (?:broke|fails?|failed|happens|happened|crash(?:es|ed))(?: \\p{L}+){0,4}',
  'diagnosis',
  'ursache|fehlerursache|problem|grund',
  'causa(?: raíz| raiz)?|problema|diagnóstico',
  'cause(?: racine)?|problème|diagnostic',
  'причина|проблема',
  '(?:根本)?原因|問題点?|问题|根因',
  '원인|문제',
);

/** Labels and headings over a choice and its reason. */
export const CHOICE_LABEL = begins(
  '(?:key |main |design |architecture |architectural |technical |implementation |notable |important ){0,3}(?:decisions?|choices?|trade-?offs?)(?: made| taken| i made| worth (?:knowing|noting|flagging))?',
  'why (?!not$|it |this |that )\\p{L}[^.?]{2,50}',
  'rationale|approach(?: taken| chosen)?|chosen approach|deviations?(?: from [^.]{1,30})?|judg(?:e)?ment calls?',
  'entscheidung(?:en)?|begründung|warum(?: [^.?]{2,50})?|ansatz',
  'decisi(?:ón|ones)(?: clave| de diseño)?|por qué(?: [^.?]{2,50})?|enfoque',
  'décisions?(?: clés)?|choix(?: techniques)?|pourquoi(?: [^.?]{2,50})?|approche',
  'decis(?:ão|ões)|por que(?: [^.?]{2,50})?|abordagem',
  'decisioni|scelte|perché(?: [^.?]{2,50})?|approccio',
  'решени[ея]|почему(?: [^.?]{2,50})?|подход',
  '設計(?:判断|方針)|決定事項?|なぜ[^。]{0,30}|理由|方針|设计(?:决策|选择)|决定|为什么[^。]{0,30}|方案',
  '결정(?: 사항)?|이유',
);

/** Labels and headings over what was found out, or has to be known. */
export const FINDING_LABEL = begins(
  '(?:key |main |important |interesting |critical |notable |other )?(?:findings?|insights?|takeaways?|learnings?|lessons?(?: learned)?|discover(?:y|ies)|observations?|gotchas?|surprises?)',
  'critical|high(?: (?:severity|priority|risk))?|severe|blockers?|major|bugs|issues|problems|risks?|concerns?',
  'what i (?:found|learned|discovered)|what (?:this|that|it) means|what (?:the|it) [^.]{2,40} (?:shows?|says)',
  '(?:one |two |a few )?(?:things? )?(?:worth|to) (?:knowing|noting|flagging|know|note|flag)',
  '(?:the )?(?:key |core |main )?(?:point|fact|catch|bottom line|short answer|answer|conclusion|verdict|tl;?dr)',
  '(?:important |side |known )?(?:note|caveat|limitation|heads[- ]up|warning|important)s?',
  'ergebnis(?:se)?|erkenntnis(?:se)?|wichtig|hinweis|fazit|befund',
  'hallazgos?(?: clave)?|conclusi(?:ón|ones)|importante|nota|resultado',
  'constats?|conclusion|important|à noter|résultat|remarque',
  'achados?|conclus(?:ão|ões)|importante|observaç(?:ão|ões)',
  'conclusion[ei]|importante|nota|risultat[oi]',
  'вывод(?:ы)?|важно|итог|результат|находки',
  '結論|重要|注意(?:点)?|発見|わかったこと|ポイント|结论|发现|要点|关键(?:发现|点)',
  '결론|중요|발견|참고',
);

/** A sentence that guesses is no statement. */
export const GUESSES = new Cues(
  'might|may be|may have|may also|may need|may not|may end|may cause|may come|may still|maybe|perhaps|likely|probably|possibly|could be|could also|seem|seems|seemingly|appear to|appears to|apparently|i suspect|i think|i guess|i assume|i believe|suspect|not sure|unclear|hypothes*|presumably|whether',
  'vielleicht|vermutlich|wahrscheinlich|möglicherweise|könnte|scheint',
  'quizá|quizás|tal vez|probablemente|posiblemente|podría|parece',
  'peut être|probablement|pourrait|semble',
  'talvez|provavelmente|poderia|possivelmente',
  'forse|probabilmente|potrebbe|sembra',
  'возможно|вероятно|похоже|наверное|может быть',
);
export const GUESSES_UNSPACED = /かもしれ|おそらく|と思われ|可能性|可能是|也许|大概|似乎|아마|것 같/;

/** A sentence that says what comes next is no statement. */
export const INTENDS = begins(
  "(?:ok(?:ay)?|great|good|perfect|now|so|next|first|then|also|and|but|yes|alright|right)?[,!.:]?\\s*(?:let me|let[’']?s|let us|i[’']?ll|i will|i[’']?m going to|i am going to|i need to|i should|i want to|i can|i[’']?d|we (?:need to|should|can|could)|going to)",
  "now|next|(?:checking|looking|running|reading|trying|testing|starting|waiting|verifying|searching|adding|updating|creating|correcting|continuing|reverting|fixing|putting)(?=[^,]*$)|here(?:[’']s| is| are)|done|sure|of course|certainly|absolutely|great|good|perfect|excellent|hello|hi|thanks|thank you|you can|you could|feel free|if you|want me|would you|should i|shall i|do you|please",
  'jetzt|lass|ich werde|ich schaue|nun|als nächstes|fertig|soll ich|möchtest',
  'ahora|voy a|déjame|vamos a|listo|quieres|debería',
  "maintenant|je vais|laisse-moi|voici|voulez-vous|veux-tu|c['’]est fait",
  'agora|vou|deixe-me|pronto|quer que',
  'ora|adesso|vado a|fatto|vuoi',
  'сейчас|теперь|давай(?:те)?|я (?:проверю|посмотрю|буду)|готово|хотите',
);
export const INTENDS_UNSPACED =
  /^(?:では|まず|次に|それでは|让我|我来|我会|接下来|现在|好的|먼저|이제|다음)|(?:ましょう|します(?:か|。)?|してください|ませんか)[。？]?$/;

/** Words that give a reason or set two things against each other. */
export const REASON = new Cues(
  "because|since|so that|due to|caused by|to avoid|to prevent|to keep|otherwise|which means|meaning|that's why|this is why|as a result|therefore|hence|the reason|in order to|on purpose|deliberately|intentionally|by design",
  'weil|damit|deshalb|daher|dadurch|sonst|denn|absichtlich',
  'porque|ya que|para evitar|por eso|debido a|así que|a propósito',
  'parce que|car|puisque|afin de|pour éviter|donc|à cause de|exprès',
  'pois|por isso|devido a|já que',
  'perché|per evitare|quindi|a causa di|poiché',
  'потому что|поэтому|чтобы|из за|так как|иначе',
);
export const REASON_UNSPACED = /ため|ので|から、|だから|因为|因此|所以|由于|以免|避免|때문|위해|므로/;

export const CONTRAST = new Cues(
  'instead|rather than|no longer|as opposed to|unlike|whereas|not just|but not|only when|only if',
  'statt|anstatt|anstelle|nicht mehr|sondern|stattdessen',
  'en lugar de|en vez de|ya no|sino',
  'au lieu de|plutôt que|mais pas',
  'em vez de|ao invés de|não mais|e não',
  'invece di|anziché|piuttosto che|non più|bensì',
  'вместо|а не|больше не',
);
/** "Port 5433, not 5432:" */
export const NOT_THIS = /\bnot (?:a |an |the )?[\w`./-]+[,:;)]/i;
export const CONTRAST_UNSPACED = /ではなく|じゃなく|代わりに|而不是|而非|改为|改成|대신|아니라/;

/** Says no to something. */
export const NEGATES = new Cues(
  "no|not|nope|never|nothing|nobody|none|cannot|can't|cant|don't|dont|doesn't|doesnt|didn't|didnt|isn't|isnt|aren't|won't|wont|shouldn't|mustn't|without",
  'nicht|nein|kein|keine|keinen|keiner|keinem|nichts|nie|niemals|ohne',
  'nunca|nada|ningún|ninguna|sin|tampoco',
  'non|pas|jamais|rien|aucun|aucune|sans',
  'não|nenhum|nenhuma|sem',
  'mai|niente|nessuno|nessuna|senza',
  'нет|не|никогда|ничего|без|нельзя',
);
export const NEGATES_UNSPACED = /ない|ません|だめ|ダメ|やめ|禁止|不|没|别|无法|아니|않|없|못|말고/;

/** Says that something cannot be done from here. */
export const UNABLE = new Cues(
  "can't|cannot|couldn't|could not|am unable to|was not able to|not permitted|not allowed|not authorized|not authorised|not possible|don't have access|don't have permission*|don't have the permission*|don't have the rights|don't have credentials|has no access|has no permission*|has no rights|no access to|no permission*|needs your|needs admin|needs root|needs sudo|needs manual|need your|blocked|refused|denied|forbidden|unavailable|not available|to be granted|can grant|lack|lacks",
  'kann ich nicht|kann nicht|kann hier nicht|konnte nicht|keine rechte|keine berechtigung|keinen zugriff|kein zugriff|nicht erlaubt|gesperrt|verweigert',
  'no puedo|no pude|no tengo acceso|no tengo permiso*|sin permiso*|bloquead*|denegad*',
  'je ne peux pas|pas accès|pas les droits|pas autorisé|bloquée|bloqué|refusé|refusée',
  'não posso|não consigo|sem acesso|sem permissão|negad*',
  'non posso|non ho accesso|non ho i permessi|bloccat*|negat*',
  'не могу|нет доступа|нет прав|запрещен*|заблокирован*',
);
export const UNABLE_UNSPACED = /できません|権限が|許可されて|无法|没有权限|不能|被拒|할 수 없|권한이/;

/** A prompt that has something done which was only talked about. */
export const ACCEPTS =
  /^(?:(?:ok(?:ay)?|yes|yeah|great|perfect|good|ja|sí|oui|sim)[,.! ]+)*(?:do (?:it|that|so|this)|go (?:for|with) (?:it|that)|make it so|implement (?:it|that)|please do|let['’]?s do (?:it|that)|mach (?:das|es)(?: so)?|hazlo|dale|fais-le|vas-y|faz isso|pode fazer|fallo|делай|сделай так|お願いします|やってください|就这样|就这么办|그렇게 해)(?![\p{L}\p{N}])/iu;

/** A prompt that says that something is wrong. */
export const FAULT =
  /\b(?:errors?|exceptions?|fail(?:s|ed|ing|ures?)?|broken|broke|breaks|bugs?|crash(?:es|ed|ing)?|wrong|weird|stuck|hangs?|hanging|(?:is|are|went|goes|turned) (?:down|red)|loops|twice|doesn['’]?t|does not|isn['’]?t|can['’]?t|cannot|not (?:working|showing|loading)|too (?:slow|big|small|wide|much|many|long)|missing|flaky|regression|fehler|kaputt|geht nicht|bricht ab|abgestürzt|falla|no (?:funciona|sale|va)|ne (?:marche|fonctionne) pas|échou\p{L}*|erreur|erro|não funciona|errore|non funziona|ошибк\p{L}*|не работает)(?![\p{L}\p{N}])|バグ|エラー|動かない|出てこない|直して|失敗|报错|错误|失败|不行|오류|에러|실패/iu;
/** A prompt that asks for a reason. */
export const WHY =
  /\b(?:why|what['’]?s going on|warum|wieso|por qué|pourquoi|por que|perché|почему)(?![\p{L}\p{N}])|なぜ|原因|为什么|왜/iu;

/** Words about things outside of the project: what they do is found out, not one's own mistake. */
export const OUTSIDE =
  /\b(?:(?:do|does|did)(?:n['’]t| not) (?:support|allow|provide|expose|accept)|not supported|unsupported|by default|by design|upstream|deprecated|only (?:works?|supports?|accepts?|runs?)|limitation|third[- ]party|rate[- ]limit(?:s|ed|ing)?|sandbox|firewall|proxy|quota|outage|status page|data ?sheet|(?:known|a) (?:bug|issue|defect|regression) in (?:\p{Lu}|`?\w+ \d)|(?:was|were|is|are|went) (?:down|offline|unreachable)|no longer (?:has|have|includes?|ships?|supports?|accepts?|provides?)|(?:your|the) (?:browser|machine|system|network|shell|terminal|account|laptop|router|printer|disk|drive|provider|vendor|registry|mirror|runner|firmware|driver|operating system|kernel|sd card)|(?:nothing|not a? ?(?:bug|fault|mistake)) (?:in|of|with) (?:our|your|the) (?:code|project|program|side)|(?:our|your) (?:code|workflow|project|side) (?:did not|didn['’]t) change|(?:the )?(?:code|program|project) is fine|der proxy|vom hersteller|am projekt liegt es nicht|el programa está bien|la impresora|le fournisseur|l['’]hébergeur|en panne|o provedor|fora do ar)(?![\p{L}\p{N}])/iu;
export const OUTSIDE_UNSPACED = /外部(?:サービス|ライブラリ|の)|上流|サーバー側|業者|障害|官方|上游|第三方|服务商/;

/** Repeats what somebody else says: a document, a page, a person. */
export const QUOTES =
  /\b(?:according to|as (?:its|the|their) [\w ]{3,40} (?:says?|states?|explains?)|(?:document|report|page|notes?|ticket|issue|thread|article|changelog|adr|post-?mortem)s? (?:says?|states?|explains?|names?|describes?|claims?)|laut|selon|según|segundo|secondo|согласно|\(ADR \d+\))(?![\p{L}\p{N}])|によると|によれば|根据|据说|에 따르면/iu;
