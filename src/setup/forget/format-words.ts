import { POST_KEYS } from '#src/posts/export/export-settings.ts';
import { BEAT_ROLES } from '#src/posts/narrative/beats.ts';

/**
 * Field names and fixed values of our JSON and YAML files. They are never forgotten, as the file could not be read
 * without them.
 *
 *     decisions:
 *       0123456789abcdef: keep        `decisions` and `keep` stay, even if one of them is the text to forget
 */
const KEYS = new Set(
  [
    // memory-ledger.jsonl, proposals.jsonl, change.json and log.jsonl
    'id at source action file session_id events before after dated state proposed decided undone text reason',
    'replaced_by proposal undoes memory index entry hook line event code message',
    // index/live
    'pid started host since directory start by retro ticket asked shown call transcript',
    // index/observer and index/unobserved
    'counted isInLine from characters prompts parent openCalls context largest isForced isFullAsked root tokens ended',
    // draft.yml, redactions.yml, series and clusters.yml
    'title description tags series slug part beats role sources session digest exports target draft published url',
    'salt decisions rename merge split parts idea',
  ].flatMap((words) => words.split(' ')),
);

const HASH = /^[0-9a-f]{8,}$/;

/** The fixed values of a key. Any other value is somebody's text. */
const VALUES: Record<string, RegExp> = {
  id: /^[lp]-[0-9a-f]+$/,
  replaced_by: /^p-[0-9a-f]+$/,
  proposal: /^p-[0-9a-f]+$/,
  source: /^(?:retro|seen|backfill)$/,
  action: /^(?:new|strengthen|stale|delete|changed|undo|NEW|STRENGTHEN|STALE\?|DELETE|UNDO)$/,
  state: /^(?:open|approved|skipped|undone)$/,
  dated: /^file$/,
  trigger: /^(?:manual|auto)$/,
  before: HASH,
  after: HASH,
  digest: HASH,
  salt: HASH,
  sources: HASH,
  draft: HASH,
  event: /^(?:log|summary|tags|[a-z]+(?:-[a-z]+)+)$/,
  code: /^[A-Z][A-Z0-9_]*$/,
  role: wordsOf(Object.keys(BEAT_ROLES)),
  target: wordsOf(Object.keys(POST_KEYS)),
};

const DECISION = /^(?:replace|keep|leave-out)$/;

/** Whether a key is a field name. Any other key is a name that somebody chose. */
export function isFormatKey(key: string): boolean {
  return KEYS.has(key);
}

/** Whether a value at this path is one of the format's fixed values. */
export function isFormatValue(keys: readonly (string | number)[], value: string): boolean {
  if (keys.at(-2) === 'decisions') return DECISION.test(value);
  const key = String(keys.at(-1));
  return Object.hasOwn(VALUES, key) && VALUES[key]?.test(value) === true;
}

function wordsOf(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join('|')})$`);
}
