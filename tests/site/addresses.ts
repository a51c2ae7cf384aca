/** One address of each type of page on the owner's site. */
export const SESSION = '/sessions/tidemark/2026-11-11-tm-60-unknown-flags/';
export const QUIET_SESSION = '/sessions/nestbox/2026-09-11-nb-12-ota-2/';
export const NOTED_SESSION = '/sessions/tidemark/2026-08-26-tm-38-json-output/';
export const IMPORTED_SESSION = '/sessions/larder/2026-08-12-lar-16-stock-holds/';
export const MARKUP_SESSION = '/sessions/hostile/2026-06-01-markup/';
export const SHAPES_SESSION = '/sessions/hostile/2026-06-02-shapes/';
export const OBSERVED_SESSION = '/sessions/tidemark/2026-11-18-main/';
export const PROMPTS_SESSION = '/sessions/tidemark/2026-09-02-tm-41-prune/';
export const NARRATIVE = '/narratives/tidemark/2026-11-11-tm-60-unknown-flags/';
export const MARKUP_NARRATIVE = '/narratives/hostile/2026-06-01-markup/';
export const MEMORY = '/memory/larder/feedback_localdate.md/';
export const HOSTILE_MEMORY = '/memory/hostile/q~3f~~3c~b~3e~%20%C3%BC.md/';
export const GONE_MEMORY = '/memory/hostile/feedback_gone.md/';
const SHAPES_NARRATIVE = '/narratives/hostile/2026-06-02-shapes/';

export const PAGES = {
  overview: '/',
  sessions: '/sessions/',
  projects: '/projects/',
  'sessions of a project': '/projects/larder/',
  'all tags': '/tags/',
  'sessions with a tag': '/tags/miss/',
  session: SESSION,
  'session with prompts': PROMPTS_SESSION,
  'session with observations': OBSERVED_SESSION,
  'project with hostile observations': '/projects/hostile/',
  'quiet session': QUIET_SESSION,
  'noted session': NOTED_SESSION,
  'imported session': IMPORTED_SESSION,
  'session of markup': MARKUP_SESSION,
  'session of shapes': SHAPES_SESSION,
  'files of all projects': '/files/',
  'files of a project': '/files/larder/',
  timeline: '/timeline/',
  memory: '/memory/',
  'all memories': '/memory/all/',
  'memory page': MEMORY,
  'hostile memory': HOSTILE_MEMORY,
  'memory that is gone': GONE_MEMORY,
  inbox: '/inbox/',
  guide: '/guide/',
  'guide to chronicles': '/guide/chronicle/',
  'guide to tags': '/guide/tags/',
  'guide to memories': '/guide/memories/',
  'guide to keys': '/guide/keys/',
  narratives: '/narratives/',
  narrative: NARRATIVE,
  'narrative of markup': MARKUP_NARRATIVE,
  'narrative of shapes': SHAPES_NARRATIVE,
  search: '/search/',
  attention: '/attention/',
  'missing page': '/no/such/page/',
} as const;
