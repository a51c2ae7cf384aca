/**
 * Tokens that a vendor's prefix gives away, private keys by their first line, and what secretlint's rules find.
 *
 * Each row of the table is a kind, hints of which each token contains one, and the pattern. A text without a hint is not
 * searched for the pattern. Repeats are unbounded at the end, where vendors lengthen their tokens, and bounded where
 * something must follow, so that no text is slow to scan.
 */
import { type Detector, type Fragment, type Match, rangesOf, secret } from './finding.ts';
import { isExampleToken } from './secret-words.ts';

type TokenRow = readonly [kind: string, hints: readonly string[], form: string];

const HEX = '[0-9a-fA-F]';
const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;

const VENDOR_TOKENS: readonly TokenRow[] = [
  // Code hosts and packages
  ['GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], 'gh[pousr]_[A-Za-z0-9_]{30,}(?:\\.[\\w-]{20,2000}){0,2}'],
  ['GitHub token', ['github_pat_'], 'github_pat_[A-Za-z0-9_]{20,}'],
  // Before 2021, installations of a GitHub app had these.
  ['GitHub token', ['v1.'], `v1\\.${HEX}{40}`],
  ['GitLab token', ['gl'], 'gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|agent|oas|imt|ffct|wt)-[\\w-]{16,}(?:\\.[\\w-]{1,40})*'],
  ['GitLab token', ['GR1348941'], 'GR1348941[\\w-]{20,}'],
  ['Bitbucket password', ['ATBB'], 'ATBB[A-Za-z0-9]{28,}'],
  ['Bitbucket token', ['BBDC-'], 'BBDC-[A-Za-z0-9+/]{40,}'],
  ['Atlassian token', ['ATATT3', 'ATCTT3', 'ATOAT3'], 'AT(?:ATT|CTT|OAT)3[\\w=.-]{40,}'],
  ['npm token', ['npm_'], 'npm_[A-Za-z0-9]{30,}'],
  ['PyPI token', ['pypi-'], 'pypi-[\\w-]{40,}'],
  ['RubyGems key', ['rubygems_'], `rubygems_${HEX}{40,}`],
  ['NuGet key', ['oy2'], 'oy2[a-z0-9]{43}'],
  ['crates.io token', ['cio'], 'cio[A-Za-z0-9]{32}'],
  ['Clojars token', ['CLOJARS_'], 'CLOJARS_[A-Za-z0-9]{50,}'],
  ['Packagist token', ['packagist_'], `packagist_[a-z]{3}_${HEX}{40,}`],
  ['Docker token', ['dckr_'], 'dckr_[a-z]{3}_[\\w-]{20,}'],
  ['JFrog key', ['AKCp'], 'AKCp[A-Za-z0-9]{50,}'],
  ['CircleCI token', ['CCIP'], `CCIP(?:AT|RJ)_[A-Za-z0-9]{16,40}_${HEX}{32,}`],
  ['Buildkite token', ['bk'], 'bk(?:ua|aj|at|ct|pt|rt)_[A-Za-z0-9]{32,}'],
  ['Sonar token', ['sq'], `sq[pua]_${HEX}{40}`],
  ['Postman key', ['PMAK-'], `PMAK-${HEX}{20,30}-${HEX}{30,40}`],
  // Clouds
  ['AWS access key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'],
  ['AWS Bedrock key', ['ABSK'], 'ABSK[A-Za-z0-9+/]{60,}={0,2}'],
  ['Google API key', ['AIza'], 'AIza[\\w-]{35}'],
  ['Google OAuth token', ['ya29.'], 'ya29\\.[\\w.-]{20,}'],
  ['Google OAuth secret', ['GOCSPX-'], 'GOCSPX-[\\w-]{20,}'],
  ['Google refresh token', ['1//0'], '1//0[\\w-]{30,}'],
  ['Azure client secret', ['Q~'], '[\\w.~]{3}\\dQ~[\\w.~-]{31,34}'],
  [
    'Azure key',
    ['AzFu', 'ACDb', 'AIoT', 'AzSe', '+ASt', '+ABa', '+AMC', '+AEh', '+ARm', '+ACR'],
    '[A-Za-z0-9+/]{28,80}(?:AzFu|ACDb|AIoT|AzSe|\\+(?:ASt|ABa|AMC|AEh|ARm|ACR))[A-Za-z0-9+/]{5,12}={0,2}',
  ],
  ['Azure DevOps token', ['AZDO'], '[A-Za-z0-9]{60,80}AZDO[A-Za-z0-9]{4}'],
  ['Azure key', ['JQQJ99'], '[A-Za-z0-9]{30,60}JQQJ99[A-Za-z0-9]{20,40}'],
  ['DigitalOcean token', ['_v1_'], `do[oprt]_v1_${HEX}{40,}`],
  ['Alibaba Cloud key', ['LTAI'], 'LTAI[A-Za-z0-9]{12,26}'],
  ['Tencent Cloud key', ['AKID'], 'AKID[A-Za-z0-9]{32}'],
  ['Scaleway key', ['SCW'], 'SCW[A-Z0-9]{17}'],
  ['Yandex token', ['AQVN'], 'AQVN[\\w-]{35,}'],
  ['Cloudflare token', ['cfut_', 'cfat_', 'cfk_'], 'cf(?:ut|at|k)_[A-Za-z0-9]{40,}'],
  ['Cloudflare origin key', ['v1.0-'], `v1\\.0-${HEX}{24}-${HEX}{100,}`],
  ['Heroku key', ['HRKU-'], 'HRKU-[\\w-]{30,}'],
  ['Vercel token', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], 'vc[piark]_[A-Za-z0-9]{24,}'],
  ['Vercel token', ['vercel_blob_rw_'], 'vercel_blob_rw_[A-Za-z0-9_]{20,}'],
  ['Netlify token', ['nf'], 'nf[pcoub]_[A-Za-z0-9]{30,}'],
  ['Fly token', ['fo1_'], 'fo1_[\\w-]{40,}'],
  ['Fly token', ['fm1', 'fm2'], 'fm[12][ar]?_[A-Za-z0-9+/=_,-]{60,}'],
  ['Supabase key', ['sbp_'], `sbp_(?:v0_|oauth_)?${HEX}{40,}`],
  ['Supabase key', ['sb_secret_'], 'sb_secret_[\\w-]{20,}'],
  ['PlanetScale token', ['pscale_'], 'pscale_[a-z]{2,6}_[\\w.-]{30,}'],
  ['Neon key', ['napi_'], 'napi_[a-z0-9]{40,}'],
  ['Databricks token', ['dapi', 'dose'], `(?:dapi|dose)${HEX}{32}(?:-\\d{1,2})?`],
  ['Terraform token', ['.atlasv1.'], '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{40,}'],
  ['Vault token', ['hvs.', 'hvb.', 'hvr.'], 'hv[sbr]\\.[\\w-]{20,}'],
  ['Vault token', ['s.'], 's\\.(?=[A-Za-z]{0,23}\\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z0-9]{24}'],
  ['Doppler token', ['dp.'], 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}'],
  ['Pulumi token', ['pul-'], `pul-${HEX}{40}`],
  ['Tailscale key', ['tskey-'], 'tskey-[a-z]{2,12}-[A-Za-z0-9]{5,20}(?:-[A-Za-z0-9]{8,})?'],
  ['OpenShift token', ['sha256~'], 'sha256~[\\w-]{43}'],
  ['1Password token', ['ops_eyJ'], 'ops_eyJ[\\w+/=-]{60,}'],
  ['age key', ['AGE-SECRET-KEY-'], 'AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,}'],
  // Models
  ['Anthropic key', ['sk-ant-'], 'sk-ant-[\\w-]{20,}'],
  ['OpenAI key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], 'sk-(?:proj|svcacct|admin|None)-[\\w-]{20,}'],
  ['OpenRouter key', ['sk-or-'], 'sk-or-(?:v\\d-)?[\\w-]{20,}'],
  ['Langfuse key', ['sk-lf-'], `sk-lf-${UUID}`],
  ['API key', ['sk-'], 'sk-[A-Za-z0-9]{32,}'],
  ['Hugging Face token', ['hf_', 'api_org_'], '(?:hf|api_org)_[A-Za-z0-9]{30,}'],
  ['Replicate token', ['r8_'], 'r8_[A-Za-z0-9]{32,}'],
  ['Groq key', ['gsk_'], 'gsk_[A-Za-z0-9]{40,}'],
  ['Perplexity key', ['pplx-'], 'pplx-[A-Za-z0-9]{32,}'],
  ['xAI key', ['xai-'], 'xai-[A-Za-z0-9]{40,}'],
  ['Fireworks key', ['fw_'], 'fw_[A-Za-z0-9]{20,}'],
  ['Together key', ['tgp_v1_'], 'tgp_v1_[\\w-]{40,}'],
  ['LangSmith key', ['lsv2_'], `lsv2_[a-z]{2}_${HEX}{32}_${HEX}{8,12}`],
  ['Pinecone key', ['pcsk_'], 'pcsk_[A-Za-z0-9_]{40,}'],
  ['Tavily key', ['tvly-'], 'tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,}'],
  ['ElevenLabs key', ['sk_'], `sk_${HEX}{48}`],
  ['E2B key', ['e2b_'], `e2b_${HEX}{40,}`],
  ['Firecrawl key', ['fc-'], `fc-${HEX}{32,}`],
  ['NVIDIA key', ['nvapi-'], 'nvapi-[\\w-]{60,}'],
  ['Jina key', ['jina_'], 'jina_[A-Za-z0-9]{56,}'],
  ['Cerebras key', ['csk-'], 'csk-[a-z0-9]{40,}'],
  // Services
  ['Slack token', ['xox'], 'xox[a-z](?:\\.xox[bp])?-[A-Za-z0-9-]{10,}'],
  ['Slack token', ['xapp-'], 'xapp-\\d-[A-Za-z0-9-]{20,}'],
  ['Slack webhook', ['hooks.slack.com'], 'hooks\\.slack\\.com/(?:services|workflows|triggers)/(?<value>[\\w+/-]{20,})'],
  ['Discord token', ['.'], '[MNO][\\w-]{22,27}\\.[\\w-]{6}\\.[\\w-]{27,45}'],
  ['Discord token', ['mfa.'], 'mfa\\.[\\w-]{80,}'],
  ['Discord webhook', ['/api/webhooks/'], 'discord(?:app)?\\.com/api/webhooks/(?<value>\\d{10,22}/[\\w-]{50,})'],
  ['Teams webhook', ['webhook.office.com'], 'webhook\\.office\\.com/(?<value>webhook[\\w@/-]{50,})'],
  ['Zapier webhook', ['hooks.zapier.com'], 'hooks\\.zapier\\.com/hooks/catch/(?<value>[\\w/]{10,})'],
  ['Telegram token', [':A'], '\\d{6,12}:A[\\w-]{34}'],
  ['Stripe key', ['k_live_', 'k_test_'], '[sr]k_(?:live|test)_[A-Za-z0-9_]{10,}'],
  ['Stripe webhook secret', ['whsec_'], 'whsec_[A-Za-z0-9+/=]{24,}'],
  ['Razorpay key', ['rzp_'], 'rzp_(?:live|test)_[A-Za-z0-9]{14,}'],
  ['Square token', ['sq0'], 'sq0[a-z]{3}-[\\w-]{20,}'],
  ['Square token', ['EAAA'], 'EAAA[\\w-]{60}'],
  ['PayPal token', ['access_token$'], 'access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}'],
  ['Shopify token', ['shp'], `shp(?:at|ca|pa|ss|ua|tka|pat)_${HEX}{32,}`],
  ['Plaid token', ['access-'], `access-(?:sandbox|development|production)-${UUID}`],
  ['Twilio key', ['SK'], 'SK[0-9a-f]{32}'],
  ['SendGrid key', ['SG.'], 'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}'],
  ['Mailgun key', ['key-'], 'key-[0-9a-f]{32}'],
  ['Mailgun key', ['-'], '[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}'],
  ['Mailchimp key', ['-us'], '[0-9a-f]{32}-us\\d{1,2}'],
  ['Mandrill key', ['md-'], 'md-[A-Za-z0-9_-]{22}'],
  ['Brevo key', ['xkeysib-', 'xsmtpsib-'], 'x(?:key|smtp)sib-[0-9a-f]{40,80}-[A-Za-z0-9]{10,20}'],
  ['Resend key', ['re_'], 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}'],
  ['Facebook token', ['EAA'], 'EAA[A-Za-z0-9]{80,}'],
  ['Facebook token', ['|'], '\\d{13,17}\\|[\\w-]{27}'],
  ['Dropbox token', ['sl.'], 'sl\\.(?:u\\.)?[\\w-]{60,}'],
  ['Linear key', ['lin_'], 'lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,}'],
  ['Notion token', ['secret_'], 'secret_[A-Za-z0-9]{43}'],
  ['Notion token', ['ntn_'], 'ntn_[A-Za-z0-9]{40,}'],
  ['Figma token', ['fig'], 'fig[dour]h?_[\\w-]{30,}'],
  ['Airtable token', ['pat'], `pat[A-Za-z0-9]{14}\\.${HEX}{64}`],
  ['Asana token', ['/'], `[0-2]/\\d{10,20}(?:/\\d{10,20})?:${HEX}{32}`],
  ['Typeform token', ['tfp_'], 'tfp_[\\w.=-]{40,}'],
  ['Contentful token', ['CFPAT-'], 'CFPAT-[\\w-]{40,}'],
  ['Mapbox token', ['sk.eyJ'], 'sk\\.eyJ[\\w-]{40,200}\\.[\\w-]{20,}'],
  ['Apify token', ['apify_'], 'apify_(?:api|proxy)_[A-Za-z0-9]{30,}'],
  ['Adafruit key', ['aio_'], 'aio_[A-Za-z0-9]{28}'],
  ['Shippo token', ['shippo_'], `shippo_(?:live|test)_${HEX}{40}`],
  ['EasyPost key', ['EZ'], 'EZ[AT]K[A-Za-z0-9]{54}'],
  ['Flutterwave key', ['FLWSECK'], 'FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?'],
  ['Duffel token', ['duffel_'], 'duffel_(?:live|test)_[\\w-]{40,}'],
  ['LaunchDarkly key', ['sdk-', 'api-'], `(?:sdk|api)-${UUID}`],
  // Monitors
  ['Grafana token', ['glc_'], 'glc_[A-Za-z0-9+/=_-]{32,}'],
  ['Grafana token', ['glsa_'], `glsa_[A-Za-z0-9]{32}_${HEX}{8}`],
  ['New Relic key', ['NR'], 'NR(?:AK|II|IQ|JS|RA|SP|BR|MI|AA)-[A-Za-z0-9_-]{19,}'],
  ['New Relic key', ['NRAL'], `${HEX}{36}NRAL`],
  ['Sentry token', ['sntry'], 'sntry[su]_[\\w+/=-]{40,}'],
  ['Sentry DSN', ['://'], `https?://(?<value>${HEX}{32}(?::${HEX}{32})?)@`],
  ['Dynatrace token', ['dt0'], 'dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'],
  ['PostHog key', ['phx_'], 'phx_[A-Za-z0-9]{32,}'],
  ['Honeycomb key', ['hca', 'hcx'], 'hc[ax][il]k_[a-z0-9]{32,}'],
  ['PagerDuty key', ['u+'], 'u\\+(?=[\\w-]{0,17}\\d)[\\w-]{18}'],
  // Of no vendor
  [
    'JSON web token',
    ['eyJ'],
    'eyJ[\\w-]{10,1000}\\.(?:eyJ[\\w-]{8,8000}|[\\w-]{0,2000}\\.[\\w-]{8,64})\\.[\\w-]{0,4000}',
  ],
  ['Nostr key', ['nsec1'], 'nsec1[02-9ac-hj-np-z]{50,}'],
  ['key material', ['b3BlbnNzaC1rZXk'], 'b3BlbnNzaC1rZXk[A-Za-z0-9+/=]{20,}'],
  ['private key', ['MII'], 'MII[CEJ][A-Za-z0-9+/]{60,}={0,2}'],
];

const RULES = VENDOR_TOKENS.map(([kind, hints, form]) => ({
  kind,
  hints,
  // Any mark may come before it, `_` and `-` too: `token_ghp_…`.
  pattern: new RegExp(`(?<![A-Za-z0-9])${form}(?![A-Za-z0-9])`, 'g'),
}));

/** A word that is long enough for a token. No vendor's token is shorter, or has a blank in it. */
const LONG_WORD = /\S{15,}/g;

/** Finds tokens by their vendors' prefixes, and private keys by their first line. */
export function tokenDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  // Prose has few long words, so that looking for hints in them alone is much faster.
  const words = text.match(LONG_WORD)?.join(' ') ?? '';
  const rules = words === '' ? [] : RULES.filter(({ hints }) => hints.some((hint) => words.includes(hint)));
  const found = rules.flatMap(({ kind, hints, pattern }) =>
    rangesOf(pattern, text).flatMap(({ start, end, value }) =>
      isExampleToken(value) ? [] : [secret(kind, mark(hints, text.slice(start, end), kind), start, end)],
    ),
  );
  return [...found, ...keyBlocks(text), ...keyLines(text)];
}

/** The vendor's mark in a token: what it begins with or has in it. */
function mark(hints: readonly string[], token: string, kind: string): string {
  const hint = hints.find((each) => token.includes(each));
  if (hint === undefined || hint.length < 2) return `has the form of this vendor's tokens: ${kind}`;
  return `${token.startsWith(hint) ? 'begins with' : 'has in it'} "${hint}", as this vendor's tokens do`;
}

const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-\d/g;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|Private-MAC: *[0-9a-f]*/g;

/** Private keys from first line to last; a key that is cut off extends to the end of the text. */
function keyBlocks(text: string): Match[] {
  const blocks: Match[] = [];
  let next = { start: -1, end: -1 };
  for (const { index, 0: begin } of text.matchAll(BEGIN)) {
    const body = index + begin.length;
    if (index < (blocks.at(-1)?.end ?? 0)) continue;
    if (next.start < body) next = endAfter(text, body);
    if (hasKey(text.slice(body, Math.min(next.start, body + HEAD))))
      blocks.push(secret('private key', 'follows the first line of a private key', index, next.end));
  }
  return blocks;
}

function endAfter(text: string, position: number): { start: number; end: number } {
  END.lastIndex = position;
  const end = END.exec(text);
  return end ? { start: end.index, end: end.index + end[0].length } : { start: text.length, end: text.length };
}

/** The most characters that the headers of a key take up. */
const HEAD = 400;

/** Whether a key follows its first line, which prose may only mention. */
function hasKey(body: string): boolean {
  return !isExampleToken(body) && /[A-Za-z0-9+/]{16}/.test(body);
}

/** A line of a key without its first line: of the usual length, with mixed characters. */
const KEY_LINE = /^[ \t>]*([A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70}|[A-Za-z0-9+/]{76})$/gm;

function keyLines(text: string): Match[] {
  return [...text.matchAll(KEY_LINE)].flatMap(({ 0: line, 1: body = '', index }) => {
    const isMixed = /[a-z]/.test(body) && /[A-Z]/.test(body) && /\d/.test(body) && new Set(body).size > 20;
    const end = index + line.length;
    const why = 'is a line of the length and mix of a private key';
    return isMixed ? secret('key material', why, end - body.length, end) : [];
  });
}

let detector: Promise<Detector> | undefined;

/** Secretlint's recommended rules as one detector, loaded when they are first needed. */
export function secretlintDetector(): Promise<Detector> {
  detector ??= load();
  return detector;
}

/**
 * What a text has in which a rule of secretlint finds something: an address, a key's first line, a mark of a vendor with short
 * tokens, a number of an account, or a long word. Its engine takes far longer to start than to search.
 */
export const MAY_HAVE_SECRET =
  /:\/\/|_authToken=|BEGIN|xox|xapp-|SG\.|ghs_|glc_|ops_ey|secret_?access_?key|\d{4}-?\d{4}-?\d{4}|[\w-]{20}/i;

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
/** A `secretlint-disable` comment switches rules off, even if the rule for such comments is off. */
const COMMENT = /secretlint(?=-)/gi;
const NO_COMMENT = 'secretlin_';
/** How many results are cached: a page is rescanned at each change, but most of its texts stay the same. */
const MOST_CACHED = 2000;

async function load(): Promise<Detector> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // Otherwise it leaks a mark for every rule and text: https://github.com/secretlint/secretlint/issues/1633
  secretLintProfiler.setEnabled(false);
  const config = { rules: [{ id: PRESET, rule: creator }] };
  const known = new Map<string, Promise<Match[]>>();
  return ({ text }) => {
    if (!MAY_HAVE_SECRET.test(text)) return [];
    const found =
      known.get(text) ??
      lintSource({
        source: { filePath: 'draft.md', content: text.replace(COMMENT, NO_COMMENT), contentType: 'text', ext: '.md' },
        options: { config, noPhysicFilePath: true },
      }).then(({ messages }) =>
        messages.flatMap(({ ruleId, range: [start, end] }) => {
          const name = ruleId.replace(/^.*secretlint-rule-/, '');
          const why = `is found by a rule of secretlint: ${name}`;
          return isExampleToken(text.slice(start, end)) ? [] : secret(KINDS[name] ?? `${name} secret`, why, start, end);
        }),
      );
    if (known.size >= MOST_CACHED) known.clear();
    known.set(text, found);
    return found;
  };
}

const KINDS: Record<string, string> = {
  aws: 'AWS key',
  basicauth: 'password in a URL',
  'database-connection-string': 'connection string',
  gcp: 'Google service key',
  'hashicorp-vault': 'Vault token',
  privatekey: 'private key',
};
