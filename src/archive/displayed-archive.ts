import type { Attention, Session } from '#src/format/session.ts';
import type { EditedFile } from '#src/transcript/edited-files.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { NamedCommit } from '#src/transcript/named-commits.ts';
import type { SessionRepeats } from '#src/memory/requests/session-repeats.ts';
import type { Archive, ArchiveSnapshot } from './archive.ts';
import { type ArchiveOptions, openArchive } from './open-archive.ts';

export interface DisplayedOptions {
  /** The owner's directories and decisions. */
  own: ArchivePlace;
  sample: ArchivePlace;
  watch: boolean;
}

/** The place of an archive. */
export type ArchivePlace = Pick<ArchiveOptions, 'roots' | 'machines' | 'rules' | 'owner'>;

/** The owner's archive if it has any chronicle, even a broken one; otherwise the sample until the first one appears. */
export function openDisplayedArchive({ own: place, sample, watch }: DisplayedOptions): Archive {
  const own = openArchive({ ...place, origin: 'own', watch });
  return hasFiles(own.snapshot) ? own : new SampleUntilOwn(own, openArchive({ ...sample, origin: 'sample', watch }));
}

function hasFiles({ sessions, attention }: ArchiveSnapshot): boolean {
  return sessions.length + attention.length > 0;
}

class SampleUntilOwn implements Archive {
  snapshot: ArchiveSnapshot;
  readonly #own: Archive;
  readonly #sample: Archive;
  readonly #listeners = new Set<(snapshot: ArchiveSnapshot) => void>();
  #displayed: Archive;

  constructor(own: Archive, sample: Archive) {
    this.#own = own;
    this.#sample = sample;
    this.#displayed = sample;
    this.snapshot = sample.snapshot;
    sample.subscribe(() => this.#publish());
    own.subscribe((snapshot) => {
      if (hasFiles(snapshot) && this.#displayed === sample) {
        this.#displayed = own;
        sample.close();
      }
      if (this.#displayed === own) this.#publish();
    });
  }

  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  factsOf(session: Session): Facts | null {
    return this.#displayed.factsOf(session);
  }

  factsTextOf(session: Session): string | null {
    return this.#displayed.factsTextOf(session);
  }

  filesOf(session: Session): readonly EditedFile[] {
    return this.#displayed.filesOf(session);
  }

  commitsOf(session: Session): readonly NamedCommit[] {
    return this.#displayed.commitsOf(session);
  }

  repeatsOf(session: Session): SessionRepeats {
    return this.#displayed.repeatsOf(session);
  }

  checkFacts(): Attention[] {
    return this.#displayed.checkFacts();
  }

  refresh(...paths: string[]): void {
    this.#displayed.refresh(...paths);
  }

  close(): void {
    this.#own.close();
    this.#sample.close();
    this.#listeners.clear();
  }

  #publish(): void {
    this.snapshot = { ...this.#displayed.snapshot, version: this.snapshot.version + 1 };
    for (const listener of this.#listeners) listener(this.snapshot);
  }
}
