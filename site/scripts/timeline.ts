/** Shows chosen tags and projects of a timeline alone. Without it, they lead to pages of their own. */
type Choice = Record<'tag' | 'project', string[]>;

const choosers = [...document.querySelectorAll<HTMLAnchorElement>('[data-choose]')];

addEventListener('popstate', show);
if (location.search !== '') show();

/** The choice of the address, without what the page does not have. */
function currentChoice(): Choice {
  const query = new URLSearchParams(location.search);
  const known = (name: string) =>
    (query.get(name) ?? '')
      .split(',')
      .filter((word) => choosers.some(({ dataset }) => dataset.choose === name && dataset.value === word && word));
  return { tag: known('tag'), project: known('project') };
}

/** A click shows one alone, or all again; with Shift it adds one, or takes it out. */
export function choose({ choose: name, value = '' }: DOMStringMap, isAdded: boolean): void {
  const choice = currentChoice();
  const chosen = choice[name as keyof Choice];
  const isOut = chosen.includes(value) && (isAdded || chosen.length === 1);
  const others = isAdded ? chosen.filter((word) => word !== value) : [];
  choice[name as keyof Choice] = value === '' ? [] : isOut ? others : [...others, value];
  const query = new URLSearchParams(
    Object.entries(choice).flatMap(([key, words]) => (words.length > 0 ? [[key, words.join()]] : [])),
  );
  history.pushState(
    null,
    '',
    `${location.pathname}${query.size > 0 ? '?' : ''}${String(query).replaceAll('%2C', ',')}`,
  );
  show();
}

/** Hides the lanes and rows that are not chosen, and dims the marks of other projects. */
function show(): void {
  const { tag, project } = currentChoice();
  const isTag = (word = '') => tag.length === 0 || tag.includes(word);
  const isProject = (slug = '') => project.length === 0 || project.includes(slug);
  for (const lane of document.querySelectorAll<HTMLElement>('.lane[data-kind]'))
    lane.hidden = !isTag(lane.dataset.kind);
  for (const mark of document.querySelectorAll<SVGElement>('.lane [data-project]'))
    mark.toggleAttribute('data-dim', !isProject(mark.dataset.project));
  for (const day of document.querySelectorAll<HTMLElement>('.day')) {
    const rows = [...day.querySelectorAll<HTMLElement>('.event')];
    for (const row of rows) row.hidden = !isTag(row.dataset.kind);
    day.hidden = !isProject(day.dataset.project) || rows.every((row) => row.hidden);
  }
  for (const more of document.querySelectorAll<HTMLDetailsElement>('.more-rows')) {
    more.open = tag.length + project.length > 0;
    more.hidden = more.querySelector('.day:not([hidden])') === null;
  }
  const none = document.querySelector<HTMLElement>('[data-no-rows]');
  if (none) none.hidden = document.querySelector('.day:not([hidden])') !== null;
  for (const chooser of choosers) {
    const { choose: name, value = '' } = chooser.dataset;
    const chosen = name === 'tag' ? tag : project;
    if (chosen.includes(value) || (value === '' && chosen.length === 0)) chooser.setAttribute('aria-current', 'true');
    else chooser.removeAttribute('aria-current');
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-keeps-choice]')) link.search = location.search;
}
