import { TAG_BOUNDARIES, TAG_ORDER, TAG_WORDS, type Tag, tagWord } from '#src/format/tags.ts';

/** A page that every archive has. `more` are other words by which it is found. */
interface KnownPage {
  kind: 'page' | 'tag';
  name: string;
  address: string;
  remark: string;
  more?: string;
}

const page = (name: string, address: string, remark: string, more = ''): KnownPage => ({
  ...{ kind: 'page', name, address, remark, more },
});

/** The pages that every archive has, in the order of the navigation, and those of the tags. */
export const PAGES: readonly KnownPage[] = [
  page('Overview', '/', 'What happened lately, and what waits', 'home start'),
  page('Sessions', '/sessions/', 'All sessions by month'),
  page('Timeline', '/timeline/', 'Events over time'),
  page('Memory', '/memory/', 'Mistakes and their memories', 'mistakes memories'),
  page(
    'Narratives',
    '/narratives/',
    'Sessions written up, closest to publishable first',
    'stories drafts posts series',
  ),
  page('Inbox', '/inbox/', 'What waits for your decision', 'review proposals findings'),
  page('Projects', '/projects/', 'All projects, the last one you worked on first'),
  page('Guide', '/guide/', 'How Chronicle works, in six short pages', 'help'),
  page('Files', '/files/', 'Which sessions changed which file'),
  page('Tags', '/tags/', 'What each tag means, and its sessions'),
  page('Search', '/search/', 'Every event, prompt, note and summary'),
  page('Problems in files', '/attention/', 'Files that could not be read in full', 'attention errors'),
  ...TAG_ORDER.map((tag): KnownPage => {
    const remark = TAG_BOUNDARIES[tag].split(';', 1)[0] ?? '';
    return { kind: 'tag', name: TAG_WORDS[tag].label, address: `/tags/${tagWord(tag)}/`, remark, more: `tag ${tag}` };
  }),
];

/** The tag whose page an address is. */
export function tagAt(address: string): Tag | undefined {
  return TAG_ORDER.find((tag) => address === `/tags/${tagWord(tag)}/`);
}
