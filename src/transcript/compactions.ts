/** The words of the host around a summary, in all versions. */
const BEFORE = /^This session is being continued from a previous conversation[^\n]*\n/;
const AFTER = [
  '\nIf you need specific details from before compaction',
  '\nPlease continue the conversation from where we left',
  '\nContinue the conversation from where it left off',
];
/** The first of these is the summary's own beginning. */
const STARTS = ['<summary>', 'Summary:\n'];

/** How much of a text is read, in characters. What the model thought before the summary is usually shorter than it. */
const READ = 100_000;

/** A compaction's summary, without the words of the host around it and what the model thought before it. */
export function summaryOf(whole: string): string {
  const text = whole.slice(0, READ);
  const ends = AFTER.map((words) => text.lastIndexOf(words)).filter((at) => at !== -1);
  const said = text.slice(0, ends.length === 0 ? undefined : Math.min(...ends)).replace(BEFORE, '');
  const starts = STARTS.map((word) => said.indexOf(word) + word.length).filter(
    (at, index) => at >= (STARTS[index]?.length ?? 0),
  );
  const begun = starts.length === 0 ? said : said.slice(Math.min(...starts));
  return begun
    .trim()
    .replace(/<\/summary>$/, '')
    .trimEnd();
}
