import type { Session } from '#src/format/session.ts';
import { ownSnapshot } from '#src/cli/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { saveSettings } from '#src/posts/drafts/write-draft.ts';
import { layoutIn } from '#src/lib/world.ts';
import type { Draft, DraftBeat } from '#src/posts/drafts/draft.ts';
import { BEAT_ROLES, type BeatRole } from '#src/posts/narrative/beats.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { findEvent } from '../series/find-event.ts';
import { draftNamed } from './own-drafts.ts';

const ROLES = Object.keys(BEAT_ROLES) as BeatRole[];

export const command = defineCommand({
  meta: {
    name: 'chronicle draft beat',
    description: `Choose the event that tells a beat of the story. The beats are ${ROLES.join(', ')}`,
  },
  args: {
    draft: { type: 'positional', required: false, description: "The draft's name" },
    beat: { type: 'positional', required: false, description: 'The beat, such as opening' },
    event: {
      type: 'positional',
      required: false,
      description: 'An event as <session>#e-…, or e-… if it is in a session of the draft; none clears the beat',
    },
  },
  run({ args, io }) {
    const [slug, part, word] = args._;
    if (slug === undefined || part === undefined || word === undefined || args._.length > 3) throw wrongUse();
    const draft = draftNamed(layoutIn(io.world), slug);
    const role = roleNamed(part);
    if (word === 'none') return removeBeat(io, draft, role);
    const { sessions } = ownSnapshot(io);
    const event = word.startsWith('e-') ? sourceEvent(draft, sessions, word) : findEvent(sessions, word);
    saveSettings(draft, { beats: withBeat(draft.settings.beats, { role, event }) });
    printResult(io, `Set the ${role} of ${slug} to ${event}.`);
    return 0;
  },
});

function removeBeat(io: Io, draft: Draft, role: BeatRole): number {
  const beats = draft.settings.beats.filter((beat) => beat.role !== role);
  if (beats.length === draft.settings.beats.length) {
    say(io, `${draft.slug} has no ${role}. Nothing was changed.`);
    return 0;
  }
  saveSettings(draft, { beats });
  printResult(io, `Removed the ${role} of ${draft.slug}.`);
  return 0;
}

/** The beats with this one: in the place of the part's old event, otherwise before the first later part. */
function withBeat(beats: readonly DraftBeat[], beat: DraftBeat): DraftBeat[] {
  const place = beats.findIndex(({ role }) => role === beat.role);
  if (place !== -1) return beats.with(place, beat);
  const later = beats.findIndex(({ role }) => ROLES.indexOf(role) > ROLES.indexOf(beat.role));
  return beats.toSpliced(later === -1 ? beats.length : later, 0, beat);
}

/** The full name of an event in the draft's sessions. Refuses (CHRONICLE_NO_EVENT) an id that is in none or in several. */
function sourceEvent({ slug, settings }: Draft, sessions: readonly Session[], id: string): string {
  const sources = settings.sources.flatMap(({ session }) => sessions.find((each) => each.id === session) ?? []);
  const [found, ...others] = sources.filter(({ chronicle }) => chronicle.events.some((event) => event.id === id));
  if (found && others.length === 0) return `${found.id}#${id}`;
  const names = found ? [found, ...others].map(({ name }) => `${name}#${id}`).join(', ') : '';
  throw new ChronicleError(
    'CHRONICLE_NO_EVENT',
    found
      ? `${others.length + 1} sessions of ${slug} have an event ${id}. Use one of ${names}. Nothing was changed.`
      : `No session of ${slug} has an event ${id}. \`chronicle show\` prints a session's events with their ids. Nothing was changed.`,
  );
}

function roleNamed(word: string): BeatRole {
  const role = ROLES.find((each) => each === word.toLowerCase());
  if (role) return role;
  const nearest = nearestOf(word.toLowerCase(), ROLES);
  const advice = nearest ? `Did you mean ${nearest}?` : `The beats are ${ROLES.join(', ')}.`;
  throw new ChronicleError('CHRONICLE_NO_BEAT', `Unknown beat ${word}. ${advice} Nothing was changed.`);
}

function wrongUse(): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_NO_BEAT',
    'chronicle draft beat needs a draft, a beat, and an event, or none to clear the beat. Nothing was changed.',
  );
}
