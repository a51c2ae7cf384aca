/**
 * Whether a line names a path of the project or a part of its structure.
 *
 *     namedPath('`lib/rateLimit.ts` already has a limiter')          // 'lib/rateLimit.ts'
 *     namedPath('the log is in /tmp/out.txt')                        // null
 *     namedStructures('User table has no email_verified column')     // ['table', 'column']
 */

/** A path below the project, a directory with a slash, or a file with an ending that code and its data have. */
const PATH =
  /(?<![\p{L}\p{N}_./~:\\-])(?:\.\/|\/(?!(?:etc|usr|var|opt|tmp|home|Users|root|dev|proc|sys|mnt|private)\/))?((?:[\p{L}\p{N}_*.@-]{1,60}\/){1,10}(?:[\p{L}\p{N}_*{},.@-]{0,60}[\p{L}\p{N}_*}-])?|[\p{L}\p{N}_*-][\p{L}\p{N}_*.-]{0,60}\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|dart|exs?|php|cs|cpp|cc|hpp|h|c|lua|vue|astro|svelte|sql|proto|ya?ml|toml|json|mdx?|sh|ps1|css|scss|html?|xml|gradle|cmake|lock|env|csv|po|tf|ipynb|R|jl|hs|ml|conf|ini|cfg|properties))(?![\p{L}\p{N}_/])/gu;
/** `and/or`, `read/write`, `24/7`: no path. */
const PROSE = /^(?:and|or|read|write|yes|no|true|false|on|off|input|output|client|server|n|w|km|\d+)\/(?:\w+)?$/i;

const STRUCTURES =
  /(?<![\p{L}\p{N}_/-])(?:(?:tables?|columns?|schemas?|views?|modules?|layers?|packages?|services?|queues?|workers?|middlewares?|endpoints?|routes?|routers?|handlers?|migrations?|enums?|singletons?|registry|pipelines?|components?|crons?|cron jobs?|buckets?|partitions?|partitioned|namespaces?|workspaces?|monorepo|submodules?|env(?:ironment)? vars?|feature flags?|config(?:uration)?|entry points?|build steps?|codegen|generated|fixtures?|seeds?|factories|adapters?|interfaces?|base class|state machine|event bus|cache keys?|topics?|indexes|foreign keys?|triggers?|row level security|plugins?|hooks?|signals?|contexts?|targets?|presets?|threads?|API|schemas|models?|controllers?|serializers?|resolvers?|reducers?|stores?|databases?|datasource|fields?|nodes?|partition table|(?:Tabelle|Spalte|Schicht|Modul|Dienst|Vorlage|Datenbank|Schnittstelle)n?))(?![\p{L}\p{N}_-])/giu;
/** `ENGRAM_SYNC_ENABLED`. */
const VARIABLE = /(?<![\w./-])[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}(?![\w./-])/;
/** A column or key with its owner: `order_lines.amount`. */
const MEMBER = /(?<![\w./-])[a-z][a-z0-9]*_?[a-z0-9_]*\.[a-z][a-z0-9_]{2,40}(?![\w./(-])/;

/** The path, column or environment variable in a line, as written; null if it names none, or only one outside of the project. */
export function namedPath(line: string): string | null {
  for (const [, path = ''] of line.matchAll(PATH)) if (!PROSE.test(path)) return path;
  return MEMBER.exec(line)?.[0] ?? VARIABLE.exec(line)?.[0] ?? null;
}

/** The parts of a structure that a line names, as written, each once. */
export function namedStructures(line: string): string[] {
  return [...new Set([...line.matchAll(STRUCTURES)].map(([word]) => word))];
}
