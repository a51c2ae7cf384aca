/** Shows chosen tags and projects of a timeline alone. Without it, they lead to pages of their own. */
import { FOUND, type KindCounts, rowsOf } from '#site/model/timeline-choice.ts';
import { grouped } from '#src/lib/grouped.ts';

interface Choice {
  kinds: readonly string[];
  projects: readonly string[];
}

const root = document.querySelector<HTMLElement>('[data-timeline]');
const counts: Record<string, KindCounts> = JSON.parse(root?.dataset.timeline ?? '{}');
const choosers = [...document.querySelectorAll<HTMLAnchorElement>('[data-choose-kind], [data-choose-project]')];
const keepers = [...document.querySelectorAll<HTMLAnchorElement>('[data-keeps-choice]')];

addEventListener('popstate', () => show(choiceIn(location.search)));
if (location.search !== '') show(choiceIn(location.search));

/** The choice of an address, without what the page does not have. */
function choiceIn(search: string): Choice {
  const query = new URLSearchParams(search);
  const known = (name: string, isKnown: (word: string) => boolean) =>
    (query.get(name) ?? '').split(',').filter(isKnown);
  return {
    kinds: known('tag', (word) => choosers.some(({ dataset }) => dataset.chooseKind === word)),
    projects: known('project', (slug) => Object.hasOwn(counts, slug)),
  };
}

/** A click shows one alone, or all again; with Shift it adds one, or takes it out. */
export function choose({ chooseKind, chooseProject }: DOMStringMap, isAdded: boolean): void {
  const { kinds, projects } = choiceIn(location.search);
  const next = (chosen: readonly string[], word: string) => {
    if (word === '') return [];
    const isChosen = chosen.includes(word);
    if (isAdded) return isChosen ? chosen.filter((other) => other !== word) : [...chosen, word];
    return isChosen && chosen.length === 1 ? [] : [word];
  };
  const choice = {
    kinds: chooseKind === undefined ? kinds : next(kinds, chooseKind),
    projects: chooseProject === undefined ? projects : next(projects, chooseProject),
  };
  history.pushState(null, '', location.pathname + queryOf(choice));
  show(choice);
}

function queryOf({ kinds, projects }: Choice): string {
  const parts = [
    ...(kinds.length > 0 ? [`tag=${kinds.join(',')}`] : []),
    ...(projects.length > 0 ? [`project=${projects.map(encodeURIComponent).join(',')}`] : []),
  ];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function show(choice: Choice): void {
  const { kinds, projects } = choice;
  const isProject = (slug: string) => projects.length === 0 || projects.includes(slug);
  const own = Object.entries(counts).flatMap(([slug, each]) => (isProject(slug) ? [each] : []));
  showLanes(choice, isProject);
  const isRow = ({ kind = '', found }: DOMStringMap) =>
    kinds.length === 0 || kinds.includes(kind) || (found !== undefined && kinds.includes(FOUND));
  for (const day of document.querySelectorAll<HTMLElement>('.day')) {
    const rows = [...day.querySelectorAll<HTMLElement>('.event')];
    for (const row of rows) row.hidden = !isRow(row.dataset);
    day.hidden = !isProject(day.dataset.project ?? '') || (rows.length > 0 && rows.every((row) => row.hidden));
  }
  const isAll = kinds.length + projects.length === 0;
  for (const more of document.querySelectorAll<HTMLDetailsElement>('.more-rows')) {
    more.open = !isAll;
    more.hidden = [...more.querySelectorAll<HTMLElement>('.day')].every((day) => day.hidden);
  }
  const none = document.querySelector<HTMLElement>('[data-no-rows]');
  if (none) none.hidden = document.querySelector('.day:not([hidden])') !== null;
  for (const chooser of choosers) {
    const { chooseKind, chooseProject } = chooser.dataset;
    const isChosen =
      chooseKind === undefined
        ? chooseProject === ''
          ? projects.length === 0
          : projects.includes(chooseProject ?? '')
        : kinds.includes(chooseKind);
    chooser.toggleAttribute('aria-current', isChosen);
    if (isChosen) chooser.setAttribute('aria-current', 'true');
    const count = chooser.querySelector('.count') ?? chooser.parentElement?.querySelector('.count');
    if (!count) continue;
    const rows =
      chooseKind === undefined ? rowsOf([counts[chooseProject ?? ''] ?? {}], kinds) : rowsOf(own, [chooseKind]);
    count.textContent = grouped(rows);
  }
  const words = document.querySelector('[data-choice-words]');
  if (words) words.textContent = isAll ? '' : ` · ${grouped(rowsOf(own, kinds))} of them chosen`;
  for (const keeper of keepers) keeper.search = queryOf(choice);
}

/** Hides what is not chosen, and stacks what is left. */
function showLanes({ kinds }: Choice, isProject: (slug: string) => boolean): void {
  for (const lane of document.querySelectorAll<HTMLElement>('.lane[data-kind]')) {
    const isKind = kinds.length === 0 || kinds.includes(lane.dataset.kind ?? '');
    lane.hidden = !isKind && !kinds.includes(FOUND);
    for (const stack of lane.querySelectorAll<SVGElement>('[data-base]')) {
      let y = Number(stack.dataset.base);
      for (const part of stack.querySelectorAll<SVGElement>('[data-height]')) {
        const { project = '', found, height } = part.dataset;
        const isShown = isProject(project) && (isKind || found !== undefined);
        part.setAttribute('display', isShown ? 'inline' : 'none');
        if (!isShown) continue;
        y -= Number(height);
        (part.querySelector('use') ?? part).setAttribute('y', String(y));
      }
    }
  }
}
