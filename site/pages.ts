/**
 * The pages and files that every site has, one of an empty archive too. The header, the palette, the keys and their list in
 * the guide, and the addresses of a build all read these tables: a new page is a file below `pages` and a row here.
 */

interface SitePage {
  name: string;
  label: string;
  address: string;
  /** What it shows, for the palette, and other words by which that finds it. */
  about: string;
  also?: string;
  /** Whether the navigation of the header has it. */
  isInHeader?: boolean;
  /** The key that opens it after `g`. */
  key?: string;
}

/** In the order of the navigation. */
const PAGES = [
  {
    ...{ name: 'overview', label: 'Overview', address: '/', key: 'h', isInHeader: true },
    ...{ about: 'What happened lately, and what waits', also: 'home start' },
  },
  {
    ...{ name: 'sessions', label: 'Sessions', address: '/sessions/', key: 's', isInHeader: true },
    about: 'All sessions by month',
  },
  {
    ...{ name: 'timeline', label: 'Timeline', address: '/timeline/', key: 't', isInHeader: true },
    about: 'Events over time',
  },
  {
    ...{ name: 'memory', label: 'Memory', address: '/memory/', key: 'm', isInHeader: true },
    ...{ about: 'Mistakes and their memories', also: 'mistakes memories' },
  },
  {
    ...{ name: 'narratives', label: 'Narratives', address: '/narratives/', key: 'n', isInHeader: true },
    ...{ about: 'Sessions written up, closest to publishable first', also: 'stories drafts posts series' },
  },
  {
    ...{ name: 'projects', label: 'Projects', address: '/projects/', key: 'p', isInHeader: true },
    about: 'All projects, the last one you worked on first',
  },
  {
    ...{ name: 'inbox', label: 'Inbox', address: '/inbox/', key: 'i' },
    ...{ about: 'What waits for your decision', also: 'review proposals findings' },
  },
  {
    ...{ name: 'guide', label: 'Guide', address: '/guide/' },
    ...{ about: 'How Chronicle works, in six short pages', also: 'help' },
  },
  { name: 'files', label: 'Files', address: '/files/', about: 'Which sessions changed which file' },
  { name: 'tags', label: 'Tags', address: '/tags/', about: 'What each tag means, and its sessions' },
  { name: 'all memories', label: 'All memories', address: '/memory/all/', about: 'Each memory, and whether it helped' },
  { name: 'search', label: 'Search', address: '/search/', about: 'Every event, prompt, note and summary' },
  {
    ...{ name: 'attention', label: 'Problems in files', address: '/attention/' },
    ...{ about: 'Files that could not be read in full', also: 'attention errors' },
  },
] as const satisfies readonly SitePage[];

export type PageName = (typeof PAGES)[number]['name'];

/** The same, where the type of a row does not matter. */
export const SITE_PAGES: readonly SitePage[] = PAGES;

/** What programs and scripts read. */
export const DATA_FILES = [...['/archive/index.json', '/feed.json', '/feed.xml', '/ids.json', '/names.json']];

/** The page of the guide that lists the shortcuts. */
export const KEYS_PAGE = '/guide/keys/';
