import { type Detector, doubtful, type Match } from './match.ts';
import { escaped } from './occurrences.ts';

interface OwnIds {
  sessionIds: Iterable<string>;
  /** The tasks of sessions, such as `CWS-96`. */
  tasks: Iterable<string>;
}

/** Finds the ids of the owner's sessions and tickets. */
export function idDetector({ sessionIds, tasks }: OwnIds): Detector {
  const ids = new Set([...sessionIds].flatMap((id) => [id.toLowerCase(), ...shortened(id)]));
  const trackers = new Set(
    [...tasks].flatMap((task) => /^([A-Z][A-Z0-9]*)-\d+$/i.exec(task)?.[1]?.toUpperCase() ?? []),
  );
  const ownTickets = ticketPattern(trackers);
  return (fragment) => [
    ...sessions(fragment.text, ids),
    ...(ownTickets ? [...fragment.text.matchAll(ownTickets)].map(ticket) : []),
    ...[...fragment.text.matchAll(TICKET)].filter(({ 0: name }) => !LOOK_ALIKE.test(name)).map(ticket),
  ];
}

const ID = /(?<![A-Za-z0-9])[A-Za-z0-9][A-Za-z0-9._-]{6,126}[A-Za-z0-9]/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** People refer to a session by the beginning of its id. */
function shortened(id: string): string[] {
  return UUID.test(id) ? [id.slice(0, 8).toLowerCase()] : [];
}

/** The word before the id of a session in another archive. */
const BEFORE_SESSION_ID =
  /(?<![A-Za-z])session(?:s|[ _-]?id)?["'`*]{0,2}(?: {0,3}[:=] {0,3}| (?:is |was )?)["'`*]{0,2}$/i;
/** Example ids of documentation. */
const EXAMPLE = /^(?:123e4567-e89b-|0{8}-|x{8}-)/i;

function sessions(text: string, ids: ReadonlySet<string>): Match[] {
  const isNamed = (id: string, index: number) =>
    UUID.test(id) && !EXAMPLE.test(id) && BEFORE_SESSION_ID.test(text.slice(Math.max(0, index - 30), index));
  return [...text.matchAll(ID)].flatMap(({ 0: id, index }) =>
    ids.has(id.toLowerCase()) || isNamed(id, index)
      ? [doubtful('session id', '[session ID]', index, index + id.length)]
      : [],
  );
}

const TICKET = /(?<![A-Za-z0-9_/.-])[A-Z][A-Z]{1,9}-[1-9]\d{0,5}(?![\w-]|\.\d)/g;
/** Standards, ciphers, units and the like that look like ticket ids. */
const LOOK_ALIKE =
  /^(?:UTF|UCS|UTC|GMT|ISO|IEC|IEEE|ANSI|ASCII|RFC|BCP|STD|CVE|CWE|GHSA|OWASP|PEP|JEP|JSR|BIP|EIP|ERC|CIP|RIP|SIP|TR|UAX|UTS|TC|ES|ECMA|SHA|SHAKE|BLAKE|MD|AES|DES|RSA|HMAC|HS|RS|PS|ED|P|PKCS|X|TLS|SSL|HTTP|IPV|USB|PCI|DDR|GPT|CLAUDE|LLAMA|COVID|F|B|A|H|K|M|T|Q|GPL|LGPL|AGPL|BSD|MIT|CC|EPL|MPL|CDDL|ARM|X86|AMD|RTX|GTX|LRU|BM|NIST|FIPS|SP|DIN|EN|CP|KOI|BIG|WINDOWS|LATIN|MP|MPEG|JPEG|WCAG|ARIA|SC|H|LTS|TOP|CRC|FNV|ID|PT|PR|GH|ISSUE|STEP|PHASE|PART|CHAPTER|WEEK|DAY|OPTION|TYPE|LEVEL|TIER|RULE|NODE|ALPHA|BETA|RC|VER|V)-\d+$/;

function ticketPattern(trackers: ReadonlySet<string>): RegExp | null {
  if (trackers.size === 0) return null;
  return new RegExp(
    `(?<![A-Za-z0-9])(?:${[...trackers].map(escaped).join('|')})[-/ ]?[1-9]\\d{0,5}(?![A-Za-z0-9])`,
    'gi',
  );
}

function ticket({ 0: name, index }: RegExpExecArray): Match {
  return doubtful('ticket id', '[ticket]', index, index + name.length);
}
