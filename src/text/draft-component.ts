import { isEventName } from '../chronicle/event-name.ts';
import { isDay } from '../value/calendar-day.ts';
import { nearestOf } from '../value/nearest.ts';
import { clip } from './clip.ts';

export type Component =
  /** `event` as `<session_id>#e-…`. */
  | { name: 'Event'; event: string }
  /** `group` is the anchor of a miss group: `c-` and eight hex digits. */
  | { name: 'Lifeline'; group: string }
  /** A project's slug, first and last day; null for all. */
  | { name: 'TagTimeline'; project: string | null; from: string | null; to: string | null }
  | { name: 'MissTrend' }
  | { name: 'Beats' };

/** An attribute as the grammar reads it: the text of a literal, null without a value, undefined for an expression. */
export type Attribute = { name: string; value: string | null | undefined };

/** Why something of a draft is refused, without the full stop, and what to do. */
export interface Refusal {
  fault: string;
  advice: string;
}

interface Form {
  isRequired: boolean;
  /** What a value is, in words. */
  is: string;
  accepts(value: string): boolean;
}

const ANCHOR = /^c-[0-9a-f]{8}$/;
const LONGEST_NAME = 120;

const day: Form = { isRequired: false, is: 'a day such as 2026-09-14', accepts: isDay };

/** The components and their attributes, in the order in which they are written. */
const COMPONENTS: Record<Component['name'], Record<string, Form>> = {
  Event: { id: { isRequired: true, is: 'an event such as 3f6c0a1e#e-3fa9c1', accepts: isEventName } },
  Lifeline: {
    group: {
      isRequired: true,
      is: 'the anchor of a miss group, such as c-1a2b3c4d, from the address of the group on the memory page',
      accepts: (value) => ANCHOR.test(value),
    },
  },
  TagTimeline: {
    project: {
      isRequired: false,
      is: 'the name of a project',
      accepts: (value) => value.trim() !== '' && value.length <= LONGEST_NAME,
    },
    from: day,
    to: day,
  },
  MissTrend: {},
  Beats: {},
};

/** What to write instead of markup that a draft does not have. */
export const COMPONENT_ADVICE =
  'The components are <Event id="…" />, <Lifeline group="…" />, <TagTimeline project="…" from="…" to="…" />, <MissTrend /> and <Beats />. A backslash before a sign makes it text: \\<.';

export function isComponentName(name: string): name is Component['name'] {
  return Object.hasOwn(COMPONENTS, name);
}

/** Why a tag that is no component is refused. `name` is null for `<>`. */
export function unknownComponent(name: string | null): Refusal {
  const nearest = nearestOf(name ?? '', Object.keys(COMPONENTS));
  return {
    fault: name === null ? 'a fragment, <>, is no component' : `<${clip(name, 40)}> is no component`,
    advice: nearest ? `Did you mean <${nearest} />?` : COMPONENT_ADVICE,
  };
}

/** The component with these attributes, or why it is refused. */
export function readComponent(name: Component['name'], attributes: readonly Attribute[]): Component | Refusal {
  const forms = COMPONENTS[name];
  const advice = `Write ${exampleOf(name)}.`;
  const seen = new Map<string, string>();
  for (const attribute of attributes) {
    const form = Object.hasOwn(forms, attribute.name) ? forms[attribute.name] : undefined;
    const label = `"${clip(attribute.name, 40)}"`;
    if (!form) return { fault: `<${name}> has no attribute ${label}`, advice };
    if (seen.has(attribute.name)) return { fault: `<${name}> has ${label} twice`, advice };
    if (typeof attribute.value !== 'string') return { fault: `${label} of <${name}> is not a text in quotes`, advice };
    if (!form.accepts(attribute.value)) return { fault: `${label} of <${name}> is not ${form.is}`, advice };
    seen.set(attribute.name, attribute.value);
  }
  const missing = Object.keys(forms).find((key) => forms[key]?.isRequired && !seen.has(key));
  if (missing) return { fault: `<${name}> lacks "${missing}"`, advice };
  return withValues(name, seen);
}

function withValues(name: Component['name'], values: ReadonlyMap<string, string>): Component {
  const given = (key: string) => values.get(key) ?? null;
  switch (name) {
    case 'Event':
      return { name, event: given('id') ?? '' };
    case 'Lifeline':
      return { name, group: given('group') ?? '' };
    case 'TagTimeline':
      return { name, project: given('project'), from: given('from'), to: given('to') };
    default:
      return { name };
  }
}

function exampleOf(name: Component['name']): string {
  const attributes = Object.entries(COMPONENTS[name]).map(([key, form]) => ` ${key}="…"${form.isRequired ? '' : '?'}`);
  const hasOptional = attributes.some((attribute) => attribute.endsWith('?'));
  return `<${name}${attributes.join('').replaceAll('?', '')} />${hasOptional ? ', each attribute only if it is needed' : ''}`;
}
