import { TAG_BOUNDARIES, TAG_ORDER, TAG_WORDS, tagWord } from '../chronicle/tags.ts';
import type { PageName } from './name.ts';

/** A page that every archive has. `words` are others by which it is found. */
type KnownPage = Omit<PageName, 'folded' | 'more' | 'project' | 'date'> & { words?: string };

const page = (name: string, address: string, about: string, words = ''): KnownPage => ({
  ...{ kind: 'page', name, address, about, words },
});

/** The pages that every archive has, in the order of the navigation. */
export const PAGES: readonly KnownPage[] = [
  page('Overview', '/', 'What happened lately, and what waits', 'home start'),
  page('Sessions', '/sessions/', 'All sessions by month'),
  page('Timeline', '/timeline/', 'Events over time'),
  page('Memory', '/memory/', 'Mistakes and their rules', 'mistakes rules ledger'),
  page('Narratives', '/narratives/', 'Sessions written up, closest to publishable first', 'stories drafts posts'),
  page('Inbox', '/inbox/', 'What waits for your decision', 'review proposals findings'),
  page('Projects', '/projects/', 'All projects, the last one you worked on first'),
  page('Guide', '/guide/', 'How Chronicle works, in six short pages', 'help'),
  page('Series', '/series/', 'Outlines of posts in parts'),
  page('Files', '/files/', 'Which sessions changed which file'),
  page('Tags', '/tags/', 'What each tag means, and its sessions'),
  page('Search', '/search/', 'Every event, prompt, note and summary'),
  page('Problems in files', '/attention/', 'Files that could not be read in full', 'attention errors'),
  ...TAG_ORDER.map(
    (tag): KnownPage => ({
      ...page(TAG_WORDS[tag].label, `/tags/${tagWord(tag)}/`, TAG_BOUNDARIES[tag].split(';', 1)[0] ?? '', `tag ${tag}`),
      ...{ tag, isSubject: true },
    }),
  ),
];
