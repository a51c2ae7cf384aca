/** Where people live and are, how they are reached, and when they were born. */
import { doubtful, type Match, type Rule, ruled } from './finding.ts';

const CAPITAL = "[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ɏ'’.-]{0,30}";
/** Addresses in documentation. */
const FICTIONAL = /^(?:123|1234|12345|42|1) (?:Main|Elm|Example|Any|Fake|Sample|Test)|Musterstra|Beispiel/i;
const STREETS: Rule[] = [
  // 27 Orchard Road, 1847 N Maple Grove Avenue, Apt 4
  `\\d{1,5}[A-Za-z]? (?:[NSEW]\\.? |(?:North|South|East|West) )?(?:${CAPITAL} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Boulevard|Blvd|Court|Place|Way|Terrace|Close|Crescent|Square|Gardens|Grove|Hill|Mews|Parkway|Pkwy|Highway|Hwy|Circle)(?![A-Za-z])(?:,? (?:Apt|Apartment|Suite|Unit|Flat)\\.? ?#?\\w{1,6})?`,
  // Lindenstraße 48, Am Alten Markt 3, Kerkstraat 12, Storgatan 5
  `${CAPITAL.slice(0, -6)}{1,30}(?:straße|strasse|str\\.|weg|allee|platz|gasse|ufer|damm|steig|chaussee|straat|laan|plein|gracht|kade|gatan|vägen|gade|vej|veien) \\d{1,4}(?: ?[a-z])?`,
  `(?:${CAPITAL}|An der|In der) (?:Straße|Strasse|Str\\.|Weg|Allee|Platz|Gasse|Ufer|Damm|Markt|Chaussee|Ring) \\d{1,4}(?: ?[a-z])?`,
  // 14 rue des Lilas
  `\\d{1,4}(?: ?(?:bis|ter))?,? (?:(?:rue|avenue|boulevard|allée|chemin|impasse|quai)(?: (?:de la |de l['’]|du |des |de |d['’]|la |le |les ))? ?|(?:place|route|cours|passage|square) (?:de la |de l['’]|du |des |de |d['’]))${CAPITAL}(?: ${CAPITAL}){0,3}`,
  // Calle de Alcalá 207, Via Giuseppe Verdi, 10, ul. Polna 3
  `(?:Calle|C/|Avenida|Avda\\.?|Plaza|Paseo|Carrer|Rua|Travessa|Viale|Corso|Piazza|ul\\.|ulica|улица|ул\\.) ?(?:(?:de la|de los|del|de|da|do|dos|das|della|dei) )?[A-ZÀ-ÖØ-ÞА-Я][\\p{L}'’.-]{1,30}(?: [\\p{L}'’.-]{1,30}){0,3},? (?:n[º°o.]{1,2} ?)?\\d{1,4}`,
  `Via (?:${CAPITAL} ){1,3}?${CAPITAL}, ?\\d{1,4}`,
].map((form) => ({
  kind: 'street address',
  pattern: new RegExp(`(?<![\\p{L}\\p{N}.])(?:${form})(?![\\p{L}\\p{N}])`, 'gu'),
  accepts: (value) =>
    !FICTIONAL.test(value) && !/^\d [^,]*(?:Way|Close|Place|Court|Square|Hill|Circle|Grove)(?![A-Za-z])/.test(value),
}));

const DEGREES = '[-+]?\\d{1,3}\\.\\d{4,12}';
const COORDINATES: Rule[] = [
  {
    kind: 'coordinates',
    pattern: new RegExp(
      `(?<![\\w.])${DEGREES}°?(?: ?[NS])?(?:, ?|; ?| )${DEGREES}°?(?: ?[EWO](?![A-Za-z]))?(?![\\w.]?\\d)`,
      'g',
    ),
    accepts: (value, before) => {
      const [latitude = '', longitude = ''] = value.match(/[-+]?\d+\.\d+/g) ?? [];
      // Two parts of one are a place in the sea, so they are measurements.
      const isPlace =
        Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180 && !/^0\..*[ ;,]0\./.test(value);
      const isExact = /\.\d{5,}/.test(latitude) && /\.\d{5,}/.test(longitude) && value.includes(',');
      return isPlace && (isExact || /[°NSEW]/.test(value) || PLACE.test(before));
    },
  },
  {
    kind: 'coordinates',
    pattern:
      /(?<![\w.])\d{1,3}° ?\d{1,2}['′’] ?(?:\d{1,2}(?:[.,]\d{1,6})?["″”] ?)?[NSEWO](?:,? {0,2}\d{1,3}° ?\d{1,2}['′’] ?(?:\d{1,2}(?:[.,]\d{1,6})?["″”] ?)?[NSEWO])?(?![A-Za-z])/g,
  },
  {
    kind: 'coordinates',
    pattern:
      /(?<![A-Za-z])(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng|breitengrad|längengrad)["'`]?(?: ?[:=] ?|\/| (?:is )?)["'`]?(?<value>[-+]?\d{1,3}\.\d{4,15})(?!\d)/gi,
  },
];
const PLACE = /(?:coord|gps|lat|location|position|located|standort|koordinat|geo|ll=|@)[^\d\n]{0,30}$/i;

const PHONE_WORD =
  /(?:(?<![a-z])tel(?:e(?:ph|f)on[eo]?|éfono|éphone|efoon)?|phone|mobil|handy|(?<![a-z])cell|(?<![a-z])fax|call|rufnummer|whatsapp|(?<![a-z])sms|portable|celular|тел|電話|电话)[^\d\n(]{0,24}\(?$/i;
const PHONES: Rule[] = [
  { kind: 'phone number', pattern: /(?<![\w.+-])(?:1[-. ])?[2-9]\d{2}([-.])[2-9]\d{2}\1\d{4}(?![\w-]|\.\d)/g },
  { kind: 'phone number', pattern: /(?<![\w.+-])0[1-9](?:([ .])\d{2})(?:\1\d{2}){3}(?![\w-]|[ .]?\d)/g },
  {
    kind: 'phone number',
    pattern:
      /(?<![\w.+-])(?:0\d{1,5}\)?(?:[ /.-]{1,3}\d{2,8}){1,5}|0\d{8,12}|[2-9]\d{2}\)? \d{3} \d{4}|[69]\d{2}(?: ?\d{2,3}){3})(?![\w-]|\.\d)/g,
    accepts: (_, before) => PHONE_WORD.test(before),
  },
];

const DATE =
  '\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.] ?\\d{1,2}[-/.] ?(?:\\d{4}|\\d{2})|\\d{1,2}(?:st|nd|rd|th|er|\\.|º)?(?: of| de)? [\\p{L}]{3,12}\\.?,?(?: de)? \\d{4}|\\p{Lu}\\p{L}{2,11}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{4}年 ?\\d{1,2}月 ?\\d{1,2}日';
const BIRTH: Rule = {
  kind: 'date of birth',
  pattern: new RegExp(
    `(?<!\\p{L})(?:born|birth(?:day|date)?|(?:date|day) of birth|d\\.?o\\.?b\\.?|geboren|geburts(?:datum|tag)|geb\\.|née?|naissance|nacid[oa]|nacimiento|nat[oa]|nascita|nascid[oa]|nascimento|geboortedatum|född|født|fødselsdato|urodz\\p{L}{2,6}|родил\\p{L}{1,4}|рождения|出生日期|出生|生年月日|생년월일)(?!\\p{L}{2})[^\\d\\n]{0,24}?(?<value>${DATE})(?![\\p{L}\\p{N}])`,
    'giu',
  ),
};

const RULES = [...STREETS, ...COORDINATES, ...PHONES, BIRTH];

/** Finds street addresses, coordinates, phone numbers as written in their country, and dates of birth beside a word. */
export function personalDetails(text: string): Match[] {
  if (!/\d/.test(text)) return [];
  return ruled(RULES, text, ({ kind }, { start, end, value }) =>
    kind === 'phone number' && !isPhone(value) ? null : doubtful(kind, `[${kind}]`, start, end),
  );
}

/** Whether it has the digits of a phone number. 555 01xx is fictional, and so is every digit the same. */
function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, '');
  return digits.length >= 8 && digits.length <= 13 && !/55501\d\d$/.test(digits) && new Set(digits).size > 3;
}
