/** One address of each type of page, of the owner's site. */
export const SESSION = '/sessions/tidemark/2026-11-11-tm-60-unknown-flags/';
export const QUIET_SESSION = '/sessions/nestbox/2026-09-11-nb-12-ota-2/';
export const NOTED_SESSION = '/sessions/tidemark/2026-08-26-tm-38-json-output/';
export const MARKUP_SESSION = '/sessions/hostile/2026-06-01-markup/';
export const SHAPES_SESSION = '/sessions/hostile/2026-06-02-shapes/';

export const PAGES = {
  overview: '/',
  sessions: '/sessions/',
  session: SESSION,
  'quiet session': QUIET_SESSION,
  'noted session': NOTED_SESSION,
  'session of markup': MARKUP_SESSION,
  'session of shapes': SHAPES_SESSION,
  search: '/search/',
  attention: '/attention/',
  'missing page': '/no/such/page/',
} as const;
