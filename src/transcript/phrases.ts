/**
 * The phrases by which causes, findings and corrections are told. A rule on phrases is a language's: English first, others
 * where a short list does it. What rests on the form of a record (a failed call, an edit, a question mark) holds in any.
 */

/** A Chinese, Japanese or Korean character: texts in these scripts say as much in fewer characters, mostly without spaces. */
export const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Whether a text has one of the phrases as whole words; `unspaced` are phrases of scripts without spaces. */
function has(spaced: readonly string[], unspaced = ''): (text: string) => boolean {
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])`, 'u');
  const parts = unspaced === '' ? null : new RegExp(unspaced);
  return (text) => {
    const plain = text.slice(0, READ).toLowerCase().replaceAll('’', "'");
    return words.test(plain) || (parts !== null && UNSPACED.test(plain) && parts.test(plain));
  };
}

/** The beginning of a sentence tells what it is. */
const READ = 400;

/** The same at the beginning of a text. */
function begins(...phrases: readonly string[]): RegExp {
  return new RegExp(`^(?:${phrases.join('|')})(?![\\p{L}\\p{N}_])`, 'iu');
}

/** "The root cause is that …", "The bug was in …". What follows is the statement. */
export const CAUSE_IS = new RegExp(
  `^(?:${[
    String.raw`(?:(?:so|and|but|ok|okay|ah|aha|yes|now|here)[,:]?\s)?(?:(?:the|a|one|its|here(?:'s| is) the|that(?:'s| is) the|this is the|i (?:see|found|spotted) the|now i (?:see|understand) the)\s)?(?:\w{1,20} ){0,2}(?:root[- ]cause|bug|problem|issue|culprit|cause|reason|error|mistake|mismatch|failure)(?: of [^.:;]{1,80}?)?(?: here| now)?(?: (?:is|was|were)(?: that| because)?|:| ?[-–—=→])\s+`,
    '(?:die |der |das )?(?:eigentliche |wahre )?(?:ursache|grund|problem|fehler)(?: dafür)?(?: ist| war| liegt|:)',
    "(?:la |el )?(?:causa|problema|error)(?: raíz| principal)?(?: es| era| está| estaba|:)|(?:la |le |l['’])(?:cause|problème|erreur)(?: racine)?(?: est| était| vient| venait|\\s?:)",
    "[ao] (?:causa|problema|erro)(?: raiz)?(?: é| era| foi| está|:)|(?:la |il |l['’])(?:causa|problema|errore)(?: è| era| sta|:)|(?:причина|проблема)(?: в том| была| в|:| —)",
    '(?:根本)?原因(?:は|：|:|是|在于)|問題は|问题(?:是|在于|出在|就在)|원인은|문제는',
  ].join('|')})[,、，\\s]*(?:dass |que |che |что )?`,
  'iu',
);
/** "It turns out that …": something was found out, not a fault. */
export const TURNS_OUT = begins(
  '(?:(?:so|and|but|ok|okay|ah)[,:]? )?(?:as |and )?(?:it )?turn(?:s|ed) out(?:,| that)?',
  "es stellt(?:e)? sich heraus(?:, dass)?|resulta que|il s['’]avère que|acontece que|оказалось|原来|알고 보니",
);
/** "Found it:": the statement is what follows. */
export const ANNOUNCED =
  /^(?:(?:ah|aha|great|good|perfect|got it|yes|ok|okay|now)[,!.:]?\s+)?(?:found (?:it|the (?:\w+ )?(?:bug|issue|problem|cause|culprit|error|reason|root cause))|(?:now )?i (?:can )?(?:see|found|understand|have) (?:the|what the) (?:\w+ )?(?:bug|issue|problem|cause|culprit|error)(?: now| here| is| was)?|that(?:'s| is) (?:the (?:bug|issue|problem|culprit|cause|smoking gun)|it)|gefunden|encontrad[oa]|trouvé|trovato|наш[её]л)\s*(?:[!.:：]|[-–—]\s|$)\s*/i;
/** Labels and headings over a cause. */
export const CAUSE_LABEL = begins(
  '(?:the )?(?:actual |real |true |underlying )?(?:root )?causes?(?: analysis)?|(?:the )?(?:bug|problem|issue|culprit|mistake)(?: was| is| found)?',
  'what (?:was|went|is) (?:actually )?(?:wrong|broken|happening)|what (?:happened|broke)|why (?:it|this|that) (?:broke|fails?|failed|happens|happened|crashe[sd])(?: \\p{L}+){0,4}|diagnosis',
  'ursache|fehlerursache|grund|causa(?: raíz| raiz)?|problema|cause(?: racine)?|problème|причина|проблема|(?:根本)?原因|問題点?|问题|根因|원인|문제',
);
/** Labels and headings over what was found out, or has to be known. */
export const FINDING_LABEL = begins(
  '(?:key |main |important |interesting |critical |notable |other )?(?:findings?|insights?|takeaways?|learnings?|lessons?(?: learned)?|discover(?:y|ies)|observations?|gotchas?|surprises?)',
  'critical|high(?: (?:severity|priority|risk))?|severe|blockers?|major|bugs|issues|problems|risks?|concerns?|what (?:i (?:found|learned)|(?:this|that|it) means)',
  '(?:one |two |a few )?(?:things? )?(?:worth|to) (?:knowing|noting|flagging|know|note|flag)|(?:the )?(?:key |core |main )?(?:point|fact|catch|bottom line|short answer|answer|conclusion|verdict|tl;?dr)',
  '(?:important |side |known )?(?:note|caveat|limitation|heads[- ]up|warning|important)s?|ergebnis(?:se)?|erkenntnis(?:se)?|wichtig|hinweis|fazit|befund',
  'hallazgos?|conclusi(?:ón|ones)|importante|nota|resultado|constats?|conclusion|à noter|résultat|remarque|achados?|observaç(?:ão|ões)|вывод(?:ы)?|важно|結論|重要|注意点?|発見|结论|发现|要点|결론|중요|발견',
);
/** Says that something was noticed. */
export const NOTICES =
  /^(?:(?:one|another|a) (?:thing|caveat|note|caution|gotcha|catch)(?![\p{L}])|(?:while|when) [^,.]{3,80}?,? i noticed|i (?:also )?(?:noticed|discovered|found out|learned)|note(?:[:,]| that)|by the way|btw|while (?:i was )?at it|side note|notably|importantly|interestingly|surprisingly|unexpectedly|beware|caution|be aware|worth (?:knowing|noting)|keep in mind|heads[- ]up|übrigens|mir ist aufgefallen|aufgefallen|beachte|achtung|por cierto|he notado|ojo|au passage|j['’]ai remarqué|attention|à noter|notei|atenção|attenzione|кстати|я заметил|обрати(?:те)? внимание|ちなみに|注意|気づ|顺便)/iu;

/** A sentence that guesses states nothing. */
export const guesses = has(
  [
    'might|may (?:be|have|also|need|not|end|cause|come|still)|maybe|perhaps|likely|probably|possibly|could (?:be|also)|seems?|seemingly|appears? to|apparently|i (?:suspect|think|guess|assume|believe)|suspect|not sure|unclear|hypothes\\p{L}*|presumably|whether',
    'vielleicht|vermutlich|wahrscheinlich|möglicherweise|könnte|scheint|quizás?|tal vez|probablemente|podría|parece|peut être|probablement|pourrait|semble|talvez|provavelmente|poderia|forse|probabilmente|potrebbe|sembra|возможно|вероятно|похоже|наверное',
  ],
  'かもしれ|おそらく|と思われ|可能性|可能是|也许|大概|似乎|아마|것 같',
);
/** A sentence that says what comes next, offers something or greets states nothing. */
export const INTENDS = begins(
  "(?:ok(?:ay)?|great|good|perfect|now|so|next|first|then|also|and|but|yes|alright|right)?[,!.:]?\\s*(?:let me|let[’']?s|let us|i[’']?ll|i will|i[’']?m going to|i am going to|i need to|i should|i want to|i can|i[’']?d|we (?:need to|should|can|could)|going to)",
  "now|next|(?:\\p{L}{3,12}ing)(?=[^,]*$)|here(?:[’']s| is| are)|done|sure|of course|certainly|absolutely|great|good|perfect|excellent|hello|hi|thanks|thank you|you can|you could|feel free|if you|want me|would you|should i|shall i|do you|please",
  "jetzt|lass|ich werde|ich schaue|nun|als nächstes|fertig|soll ich|ahora|voy a|déjame|vamos a|listo|maintenant|je vais|laisse-moi|voici|c['’]est fait|agora|vou|pronto|ora|adesso|fatto|сейчас|теперь|давай(?:те)?|готово",
);
export const INTENDS_UNSPACED =
  /^(?:では|まず|次に|それでは|让我|我来|我会|接下来|现在|好的|먼저|이제|다음)|(?:ましょう|します(?:か|。)?|してください|ませんか)[。？]?$/;

/** Gives a reason. */
export const givesReason = has(
  [
    "because|since|so that|due to|caused by|to (?:avoid|prevent|keep)|otherwise|which means|meaning|that's why|this is why|as a result|therefore|hence|the reason|in order to|on purpose|deliberately|by design",
    'weil|damit|deshalb|daher|dadurch|sonst|denn|porque|ya que|para evitar|por eso|así que|por lo que|parce que|car|puisque|pour éviter|donc|ce qui|pois|por isso|já que|perché|quindi|poiché|потому что|поэтому|чтобы|так как|иначе',
    '(?<=[,;–—] )(?:so(?! (?:that )?(?:you|users?|we|they|people|anyone) (?:can|could|will))|which (?:is why|made|makes|caused|causes|breaks|leaves)|and (?:that|therefore)|thus|causing|leaving|sodass|also|wodurch|portanto)',
  ],
  'ため|ので|から、|だから|因为|因此|所以|由于|以免|避免|때문|위해|므로',
);
/** Sets one thing against another. */
export const setsAgainst = has(
  [
    'instead|rather than|no longer|as opposed to|unlike|whereas|not just|but not|only when|only if|not (?:a |an |the )?[\\w`./-]+(?=[,:;)])',
    'statt|anstatt|anstelle|nicht mehr|sondern|stattdessen|en lugar de|en vez de|ya no|sino|au lieu de|plutôt que|em vez de|não mais|invece di|anziché|вместо|а не|больше не',
  ],
  'ではなく|じゃなく|代わりに|而不是|而非|改为|改成|대신|아니라',
);
/** Something turns out otherwise than one would expect. */
export const surprises = has(
  [
    "never|not|cannot|\\p{L}+n't|no|missing|only|still|already|silently|twice|both|always|every|unless|without|even though|although|but|however|except|actually|really",
    'nie|nicht|kein\\p{L}*|fehlt|nur|immer|schon|bereits|doppelt|obwohl|aber|ohne|nunca|falta|s[oó]lo|siempre|ya|aunque|pero|sin|jamais|pas|seulement|toujours|déjà|mais|sans|aucune?|não|sempre|já|sem|mai|già|senza|никогда|не|нет|только|всегда|уже|но|без',
  ],
  'ない|ません|だけ|しか|没有|不|只|但|总是|않|없|만 ',
);

/** A prompt that says that something is wrong, or asks for a reason. */
export const reportsFault = has(
  [
    "errors?|exceptions?|fail(?:s|ed|ing|ures?)?|broken|broke|breaks|bugs?|crash(?:es|ed|ing)?|wrong|weird|stuck|hangs?|hanging|(?:is|are|went|goes|turned) (?:down|red)|loops|twice|doesn't|does not|isn't|can't|cannot|not (?:working|showing|loading)|too (?:slow|big|small|wide|much|many|long)|missing|flaky|regression|why|what's going on",
    'fehler|kaputt|geht nicht|bricht ab|abgestürzt|warum|wieso|falla|no (?:funciona|sale|va)|por qué|ne (?:marche|fonctionne) pas|échou\\p{L}*|erreur|pourquoi|erro|não funciona|errore|non funziona|ошибк\\p{L}*|не работает|почему',
  ],
  'バグ|エラー|動かない|出てこない|直して|なぜ|失敗|原因|报错|错误|失败|不行|为什么|经常|오류|에러|실패|왜',
);
/** A prompt that says that a change did not help. */
export const isDisproved = has(
  [
    "still (?:not|no|there(?! (?:is|are))|fail(?:s|ing)|broken|wrong|the same|doesn't|isn't|get(?:ting)?|see(?:ing)?|shows?|happens|loops|crash\\p{L}*)|same (?:error|issue|problem|failure|result|exception|crash)|(?:does|did)(?:n't| not) (?:work|help|fix|change)|not (?:fixed|solved)|no (?:change|difference|effect)",
    'immer noch|geht nicht|klappt nicht|sigue (?:sin|igual|fallando)|no funciona|toujours pas|não funciona|non funziona|всё ещё|не работает',
  ],
  'まだ(?:動|直|エラー|同じ)|変わらない|还是(?:不|报错|一样)|没有用|여전히|아직도',
);
/** What is wrong lies outside of the project: it is found out, and not one's own mistake. */
export const isOutside = has(
  [
    "(?:do|does|did)(?:n't| not) (?:support|allow|provide|expose|accept)|not supported|unsupported|by default|by design|upstream|deprecated|only (?:works?|supports?|accepts?|runs?)|limitation|third[- ]party|rate[- ]limit(?:s|ed|ing)?|sandbox|firewall|proxy|quota|outage|status page|known (?:bug|issue)|(?:was|were|is|are|went) (?:down|offline|unreachable)|no longer (?:has|have|includes?|ships?|supports?|accepts?|provides?)",
    "(?:your|the) (?:browser|machine|system|network|shell|terminal|account|laptop|router|printer|disk|drive|provider|vendor|registry|mirror|runner|firmware|driver|operating system|kernel)|nothing (?:in|of|with) (?:our|your|the) (?:code|project|program|side)|(?:the )?(?:code|program|project) is fine|der proxy|vom hersteller|la impresora|el programa está bien|le fournisseur|l'hébergeur|en panne|o provedor|fora do ar",
  ],
  '外部(?:サービス|ライブラリ|の)|上流|サーバー側|業者|障害|官方|上游|第三方|服务商',
);
/** The agent calls something its own mistake. */
export const blamesItself = has([
  "(?:is|was|are|were) (?:mine|my (?:mistake|fault|error|bug))|my (?:own )?(?:mistake|fault|bad|error|bug)|my (?:[\\p{L}\\p{N}'\"“”-]{1,20} ){0,3}(?:is|was|were|breaks?|broke|caused?|removed|drops?|dropped|missed|ignores?|ignored|throws?|threw|overwrites?|overwrote|leaks?|assumed|did(?:n't| not)|does(?:n't| not)|never|only)",
  "i (?:\\p{L}{1,20} ){1,6}(?:wrong|instead|twice|by mistake|too early|too late|on top)|i (?:forgot|misread|misunderstood|overlooked|missed|assumed|introduced|broke|(?:took|used|picked) the wrong|mixed up|had (?:assumed|forgotten|left|put|set|used)|should(?:n't| not)? have|was wrong|wrongly|mistakenly|accidentally)|when i (?:added|moved|renamed|changed|removed|refactored|wrote)|mein fehler|mi error|mon erreur|meu erro|errore mio|моя ошибка",
]);
/** Tells a deed, a status, a plan or advice: true, but nothing that was found out. */
export const TELLS =
  /^(?:(?:i(?:['’]ve| have| also)?\s(?:now |also |just |since )?)?(?:added|updated|created|implemented|committed|fixed|removed|moved|renamed|changed|replaced|wrote|pushed|refactored|made|set|ran|read|checked|looked|verified|tested|wired|extended)\b|all (?:\d+ )?(?:tests|checks)|ich habe|he (?:añadido|creado)|j['’]ai (?:ajouté|créé)|adicionei|ho (?:aggiunto|creato)|добавил|создал)|\b(?:(?:tests?|checks?|suites?|build|lint|types?|ci) (?:is |are |now |all )*(?:pass(?:es|ed|ing)?|green|clean|succeeds?)|works? (?:now|as expected|fine)|is (?:running|ready|done|complete|live)|successfully|committed as|pushed to)\b/i;
export const ADVISES =
  /^(?:ich (?:nehme|mache|ändere|lasse|setze|stelle|rechne)|je (?:prends|remplace|mets)|us(?:o|aré)|voy a|vou|añado|add|replace|remove|update|create|move|rename|change|fix|make|write|treat|switch|raise|introduce|extract|implement|delete|wire|convert|refactor|drop|put|pass|return|keep|test|verify|commit|push|deploy|run|open|restart|reload|visit|check|set|use|please|remember|try)\s|\b(?:you(?:['’]ll| can| could| should| will| may| might)? (?:want|need|also)|you (?:can|could|should)|feel free|let me know|if you(?:['’]d| want| like| prefer)|a separate (?:step|task|change)|next step)\b/i;
/** Begins with a word that means nothing without the sentence before. */
export const POINTS_BACK =
  /^(?:this|that|these|those|it|they|which|he|she|both|das|dies|es|sie|esto|eso|ça|cela|isso|questo|это|これ|それ|这|它)(?![\p{L}\p{N}'’])/iu;
