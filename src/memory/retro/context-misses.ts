import type { Session } from '#src/chronicle/session.ts';
import { counted } from '#src/text/day.ts';
import { GROUP_STATES, type MissGroup } from '../misses/miss-group.ts';
import { occurrenceName } from '../misses/occurrences.ts';
import { type ContextItem, type ContextSection, shortLine } from './context-document.ts';

const NAME = 140;
const TEXT = 160;
/** The newest misses of a mistake that are shown. */
const MOST = 5;
const BRIEF = 1;

/** The mistakes of a session, and where else they were made. `groups` are those its events belong to. */
export function missSection(session: Session, groups: readonly MissGroup[]): ContextSection {
  return {
    heading: `## Its mistakes and hits, in all sessions (${groups.length})`,
    notes: groups.length === 0 ? ['None: no miss or hit of this session is counted.'] : [],
    items: groups.map((group, rank) => groupItem(session, group, rank)),
    more: (count) => `… and ${counted(count, 'more mistake')}: chronicle search tag:miss`,
  };
}

function groupItem(session: Session, group: MissGroup, rank: number): ContextItem {
  const here = [...group.misses, ...group.hits].filter((each) => each.session === session).map(({ event }) => event.id);
  const others = group.misses.filter((miss) => miss.session !== session).toReversed();
  const memory = group.memory ? `, ${shortLine(group.memory.file, NAME)}` : '';
  const head = [
    `${here.slice(0, MOST).join(', ')}  ${shortLine(group.name, NAME)}`,
    `    ${GROUP_STATES[group.state]}: ${shortLine(group.standing, NAME)}${memory}; ${counted(others.length, 'miss', 'misses')} in other sessions`,
  ];
  const told = (most: number) => [
    ...others
      .slice(0, most)
      .map((miss) => `    ${miss.event.date}  ${occurrenceName(miss)}  ${shortLine(miss.event.text, TEXT)}`),
    ...(others.length > most ? [`    … and ${others.length - most} before`] : []),
  ];
  return { full: [...head, ...told(MOST)].join('\n'), brief: [...head, ...told(BRIEF)].join('\n'), rank };
}
