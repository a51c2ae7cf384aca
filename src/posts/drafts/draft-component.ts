import { isEventName } from '#src/format/event-name.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { clip } from '#src/lib/text/clip.ts';

export type Component =
  /** `event` as `<session_id>#e-…`. */
  | { name: 'Event'; event: string }
  /** `group` is the anchor of a miss group: `c-` and eight hex digits. */
  | { name: 'Lifeline'; group: string }
  | { name: 'MissTrend' }
  | { name: 'Beats' };

/** An attribute. The value is a literal's text, null if there is none, or undefined for an expression. */
export type Attribute = { name: string; value: string | null | undefined };

/** Why part of a draft is refused, without a full stop, and what to do. */
export interface Refusal {
  fault: string;
  advice: string;
}

interface Form {
  isRequired: boolean;
  /** Completes "… must be …". */
  expected: string;
  accepts(value: string): boolean;
}

const ANCHOR = /^c-[0-9a-f]{8}$/;

/** The components and their attributes, in written order. */
const COMPONENTS: Record<Component['name'], Record<string, Form>> = {
  Event: { id: { isRequired: true, expected: 'an event such as 3f6c0a1e#e-3fa9c1', accepts: isEventName } },
  Lifeline: {
    group: {
      isRequired: true,
      expected: "the anchor of a mistake, such as c-1a2b3c4d, from the mistake's address on the memory page",
      accepts: (value) => ANCHOR.test(value),
    },
  },
  MissTrend: {},
  Beats: {},
};

/** What to write instead of unsupported markup. */
export const COMPONENT_ADVICE =
  'The components are <Event id="…" />, <Lifeline group="…" />, <MissTrend /> and <Beats />. To write a "<" as text, put a backslash before it: \\<.';

export function isComponentName(name: string): name is Component['name'] {
  return Object.hasOwn(COMPONENTS, name);
}

/** The refusal of an unknown component. `name` is null for `<>`. */
export function unknownComponent(name: string | null): Refusal {
  const nearest = nearestOf(name ?? '', Object.keys(COMPONENTS));
  return {
    fault: name === null ? 'the fragment <> is not a component' : `<${clip(name, 40)}> is not a component`,
    advice: nearest ? `Did you mean <${nearest} />?` : COMPONENT_ADVICE,
  };
}

/** Reads a component, or says why it is refused. */
export function readComponent(name: Component['name'], attributes: readonly Attribute[]): Component | Refusal {
  const forms = COMPONENTS[name];
  const advice = `Write ${exampleOf(name)}.`;
  const seen = new Map<string, string>();
  for (const attribute of attributes) {
    const form = Object.hasOwn(forms, attribute.name) ? forms[attribute.name] : undefined;
    const label = `"${clip(attribute.name, 40)}"`;
    if (!form) return { fault: `<${name}> has no attribute ${label}`, advice };
    if (seen.has(attribute.name)) return { fault: `<${name}> has ${label} twice`, advice };
    if (typeof attribute.value !== 'string') return { fault: `${label} of <${name}> must be text in quotes`, advice };
    if (!form.accepts(attribute.value)) return { fault: `${label} of <${name}> must be ${form.expected}`, advice };
    seen.set(attribute.name, attribute.value);
  }
  const missing = Object.keys(forms).find((key) => forms[key]?.isRequired && !seen.has(key));
  if (missing) return { fault: `<${name}> has no "${missing}"`, advice };
  return withValues(name, seen);
}

function withValues(name: Component['name'], values: ReadonlyMap<string, string>): Component {
  const valueFor = (key: string) => values.get(key) ?? null;
  switch (name) {
    case 'Event':
      return { name, event: valueFor('id') ?? '' };
    case 'Lifeline':
      return { name, group: valueFor('group') ?? '' };
    default:
      return { name };
  }
}

function exampleOf(name: Component['name']): string {
  const attributes = Object.entries(COMPONENTS[name]).map(([key, form]) => ` ${key}="…"${form.isRequired ? '' : '?'}`);
  const hasOptional = attributes.some((attribute) => attribute.endsWith('?'));
  return `<${name}${attributes.join('').replaceAll('?', '')} />${hasOptional ? '; all attributes are optional' : ''}`;
}
