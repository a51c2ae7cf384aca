/** What belongs to a company in somebody's cloud: accounts, resources, buckets, databases, and users of machines. */
import { doubtful, type Match, type Rule, rangesOf, ruled } from './finding.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = `(?:${LABEL}\\.){1,6}`;
const NOT_BEFORE = '(?<![\\w.-])';
const NOT_AFTER = '(?![\\w-]|\\.[a-z0-9])';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Names in documentation. */
const EXAMPLE =
  /(?:^|[/:.-])(?:my|your|the|some|an?|example|test|foo|bar|sample|bucket|name)(?:[-_.]?(?:bucket|app|account|host|server|db|name|project|site|domain|org|company|example)[\w-]*)?(?:$|[/.])|123456789012|000000000000|111122223333|example/i;

const DATABASES = [
  '(?:rds|redshift|redshift-serverless|cache|docdb|neptune|memorydb|es|aos)\\.(?:[a-z0-9-]{1,20}\\.)?amazonaws\\.com',
  '(?:cluster-(?:ro-)?)?[a-z0-9]{6,16}\\.[a-z]{2}-[a-z-]{4,14}-\\d\\.rds\\.amazonaws\\.com',
  '(?:postgres\\.|mysql\\.|mariadb\\.)?(?:database|documents|cosmos)\\.(?:windows\\.net|azure\\.com)',
  'redis\\.cache\\.windows\\.net',
  'mongodb\\.net',
  'supabase\\.(?:co|com)',
  '(?:aws\\.|azure\\.)?neon\\.tech',
  'psdb\\.cloud',
  'aivencloud\\.com',
  'db\\.ondigitalocean\\.com',
  'snowflakecomputing\\.com',
  'upstash\\.io',
  '(?:redislabs|redis-cloud|elephantsql|filess|aiven)\\.(?:com|io)',
  '(?:clickhouse|cockroachlabs|confluent|elastic-cloud|qdrant|weaviate)\\.(?:cloud|com|io)',
  '(?:azuredatabricks\\.net|cloud\\.databricks\\.com)',
  '(?:firebaseio\\.com|firebasedatabase\\.app)',
];
const MACHINES = [
  '(?:compute(?:-1)?|elb|execute-api|awsapprunner)\\.(?:[a-z0-9-]{1,20}\\.)?amazonaws\\.com(?:\\.cn)?',
  '[a-z]{2}-[a-z]{4,12}-\\d\\.(?:compute|elb)\\.amazonaws\\.com',
  'dkr\\.ecr\\.[a-z0-9-]{1,20}\\.amazonaws\\.com',
  '(?:vault\\.azure|servicebus\\.windows|search\\.windows)\\.net',
  'cloudapp\\.(?:azure\\.com|net)',
  'azurecr\\.io',
];
const BUCKETS = [
  's3(?:[.-][a-z0-9-]{1,25}){0,3}\\.amazonaws\\.com',
  '(?:blob|file|queue|table|dfs)\\.core\\.windows\\.net',
  'storage\\.googleapis\\.com',
  'r2\\.(?:cloudflarestorage\\.com|dev)',
  '[a-z0-9]{3,5}\\.(?:cdn\\.)?digitaloceanspaces\\.com',
];

const PLACEHOLDERS: Record<string, string> = {
  ...{ ARN: '[ARN]', 'cloud account': '[account ID]', bucket: '[bucket]', 'database host': '[database host]' },
  ...{ 'cloud host': '[host]', 'private host': '[private host]', 'user and host': '[user]@[host]' },
};

const isReal = (value: string) => !EXAMPLE.test(value);

const RULES: Rule[] = [
  {
    kind: 'ARN',
    hint: /arn:/,
    pattern:
      /(?<![\w:])arn:aws(?:-[a-z]{2,8}){0,2}:[a-z0-9-]{2,30}:[a-z0-9-]{0,20}:(?:\d{12}|(?=:)):?[\w:/.*+=@-]{1,300}/g,
    accepts: (value) => isReal(value) && !/[*:]$/.test(value),
  },
  {
    kind: 'cloud account',
    hint: /\d{4}/,
    pattern: /(?<![\w.:-])(?:\d{12}|\d{4}-\d{4}-\d{4})(?![\w-]|\.\d)/g,
    accepts: (value, before) =>
      isReal(value) &&
      /(?:account|konto|compte|cuenta|conta|aws|owner|principal|アカウント|账户|账号|аккаунт)[^\d\n]{0,30}$/i.test(
        before,
      ),
  },
  {
    kind: 'cloud account',
    hint: /[0-9a-f]{4}-[0-9a-f]{12}/i,
    pattern: new RegExp(`(?<![\\w-])${UUID}(?![\\w-])`, 'gi'),
    accepts: (value, before) =>
      !/^(?:0{8}|123e4567)/i.test(value) &&
      /(?:subscription|tenant|directory|abonnement|suscripción)s?(?:[ _-]?ids?)?[^\d\n]{0,16}$/i.test(before),
  },
  {
    kind: 'cloud account',
    hint: /project|billing/i,
    pattern:
      /(?:(?:gcp|google(?: cloud)?|firebase|gcloud)[- _]project(?:[-_ ]?id)?|--project|billing account)["'`]?(?: is |[ :=]{1,3}|\/)["'`]?(?<value>[a-z][a-z0-9-]{4,28}[a-z0-9]|[0-9A-F]{6}(?:-[0-9A-F]{6}){2})(?![\w-])/gi,
    accepts: (value) => isReal(value) && /-/.test(value) && /\d/.test(value),
  },
  {
    kind: 'bucket',
    hint: /:\/\//,
    pattern: /(?<![\w])(?:s3[an]?|gs|az|abfss?|wasbs?|r2|oss|cos|b2):\/\/(?<value>[a-z0-9][\w.@-]{2,120})/gi,
    accepts: isReal,
  },
  {
    kind: 'bucket',
    hint: /amazonaws|windows\.net|googleapis|r2\.|spaces/,
    pattern: new RegExp(`${NOT_BEFORE}${HOST}(?:${BUCKETS.join('|')})${NOT_AFTER}`, 'gi'),
    accepts: isReal,
  },
  {
    kind: 'bucket',
    hint: /amazonaws|googleapis/,
    pattern:
      /\/\/(?:s3(?:[.-][a-z0-9-]{1,25}){0,2}\.amazonaws\.com|storage\.(?:cloud\.google|googleapis)\.com)\/(?<value>[a-z0-9][\w.-]{2,62})/gi,
    accepts: isReal,
  },
  {
    kind: 'database host',
    hint: /\.(?:com|net|co|tech|cloud|io|app)/i,
    pattern: new RegExp(`${NOT_BEFORE}${HOST}(?:${DATABASES.join('|')})${NOT_AFTER}`, 'gi'),
    accepts: (value) =>
      isReal(value) &&
      !/^(?:www|docs?|api|app|status|blog|console|cloud|help|support|community|learn|portal|dashboard)\./i.test(value),
  },
  {
    kind: 'cloud host',
    hint: /amazonaws|azure|windows\.net/,
    pattern: new RegExp(`${NOT_BEFORE}${HOST}(?:${MACHINES.join('|')})${NOT_AFTER}`, 'gi'),
    accepts: isReal,
  },
  {
    kind: 'database host',
    hint: /:\/\//,
    pattern: new RegExp(
      `(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|kafka|ldaps?|nats|cassandra|oracle)://(?:[^@\\s/]{0,200}@)?(?<value>${HOST}[a-z]{2,18})${NOT_AFTER}`,
      'gi',
    ),
    accepts: isReal,
  },
  {
    kind: 'database host',
    hint: /host|server/i,
    pattern: new RegExp(
      `(?:db|database|pg|postgres|mysql|redis|mongo|sql|rds|smtp|ldap|kafka|elastic\\w{0,8}|data source)[_ .-]?(?:host(?:name)?|server|endpoint)?["'\`]?(?: ?[:=] ?|/| is )["'\`]?(?<value>${HOST}[a-z]{2,18})(?![\\w(-]|\\.[a-z0-9])`,
      'gi',
    ),
    accepts: (value) => isReal(value) && !CODE.test(value),
  },
  {
    kind: 'private host',
    hint: /intranet/i,
    pattern: new RegExp(`${NOT_BEFORE}(?:${LABEL}\\.){0,4}intranet\\.${HOST}[a-z]{2,18}(?![\\w(-]|\\.[a-z0-9])`, 'gi'),
    accepts: (value) => isReal(value) && !CODE.test(value),
  },
  {
    kind: 'user and host',
    hint: /@/,
    pattern:
      /(?<![\w.@/:+-])(?<value>[a-z_][a-z0-9_.-]{0,31}@[a-z][a-z0-9-]{1,62}(?:\.[a-z0-9-]{1,62}){0,4})(?![\w@(/]|\.[a-z0-9])(?::[~/][\w./~-]{0,60}[$#]?)?/gi,
    accepts: isLogin,
  },
];
/** Files, code and settings that look like the name of a machine. */
const CODE =
  /\.(?:js|ts|mjs|cjs|json|ya?ml|env|py|rb|go|rs|java|md|sh|conf|toml|ini|host|port|name|value|local|test|length|config|hostname)$|^(?:process|config|settings|env|os|this|self|options|ctx)\./i;

const USERS =
  /^(?:root|deploy(?:er)?|ubuntu|ec2-user|centos|debian|admin|pi|vagrant|azureuser|opc|postgres|jenkins|core|ops|backup|app|www-data)@/i;

/** Whether `name@host` is a login and not a version of a package, a decorator or the placeholder of a manual. */
function isLogin(value: string, before: string): boolean {
  const [user = '', host = ''] = value.split('@');
  if (
    /^(?:user|username|you|your|me|name|git|noreply|npm|hg)$/i.test(user) ||
    /^(?:host|hostname|server|example|localhost|latest|next|beta|alpha|canary|rc|dev|stable|main|master|v?\d+.*)$/i.test(
      host,
    )
  )
    return false;
  if (/\.(?:com|net|org|io|dev|co|edu|gov|example)$/i.test(host)) return false;
  if (/(?:^|[\s$`("'])(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id|sshfs|autossh)\b[^\n|;&]{0,80}$/i.test(before))
    return true;
  if (/(?:npm|npx|pnpm|yarn|bun|install|add|upgrade|package|dependency)\b[^\n]{0,40}$/i.test(before)) return false;
  return USERS.test(value) && /[\d-]/.test(host);
}

/** `maria@buildbox:~$`: the prompt of a shell. */
const PROMPT = /(?<![\w.@/+-])[a-z_][a-z0-9_.-]{0,31}@[a-z][a-z0-9-]{1,62}:[~/][\w./~-]{0,80} ?[$#](?!\w)/gi;

/** Finds accounts, resources, buckets and databases in clouds, and logins on machines. */
export function inClouds(text: string): Match[] {
  const found = ruled(RULES, text, ({ kind }, { start, end, value }) => {
    const { length } = value.replace(/[.:/-]+$/, '');
    return doubtful(kind, PLACEHOLDERS[kind] ?? '', start, length === 0 ? end : start + length);
  });
  const prompts = text.includes('@') ? rangesOf(PROMPT, text) : [];
  const others = prompts.filter(({ value }) => !/^(?:user|you|me|root)@(?:host|localhost|[0-9a-f]{12})/i.test(value));
  return [...found, ...others.map(({ start, end }) => doubtful('user and host', '[user]@[host]:~$', start, end))];
}
