import { foldName } from './fold-name.ts';
import type {
  BranchName,
  CommitName,
  FileName,
  Name,
  NameKind,
  NameSum,
  NarrativeName,
  PageName,
  SessionName,
  TicketName,
} from './name.ts';
import { type NamePart, sumsOf } from './name-part.ts';
import type { PaletteHead } from './palette-head.ts';
import { PAGES } from './palette-pages.ts';
import { type PalettePart, unpackPart } from './palette-part.ts';

type Of<Kind extends NameKind> = Extract<Name, { kind: Kind }>[];

/** All names by kind. Parts are added newest first, so each list is newest first. */
export class NameIndex {
  readonly head: PaletteHead;
  readonly session: SessionName[] = [];
  readonly commit: CommitName[] = [];
  readonly narrative: NarrativeName[] = [];
  readonly project: Of<'project'>;
  readonly rule: Of<'rule'>;
  readonly draft: Of<'draft'>;
  readonly page: PageName[];
  readonly #tickets = new Shared<TicketName>();
  readonly #branches = new Shared<BranchName>();
  readonly #files = new Shared<FileName>();
  readonly ticket: readonly TicketName[] = this.#tickets.list;
  readonly branch: readonly BranchName[] = this.#branches.list;
  readonly file: readonly FileName[] = this.#files.list;
  readonly #projects: ReadonlyMap<string, { name: string; folded: string; fileParts: number }>;

  constructor(head: PaletteHead) {
    this.head = head;
    this.#projects = new Map(
      head.projects.map(([slug, name, , fileParts]) => [slug, { name, folded: named(name).folded, fileParts }]),
    );
    this.project = head.projects.map(([slug, name, sessions]) => ({
      ...named(name, slug === name ? '' : slug, slug),
      kind: 'project',
      sessions,
    }));
    this.rule = head.rules.map(([file, title, project, state, address, date, changes]) => ({
      ...named(file, [title, project, ...changes.map(([, task]) => task)].join('\n'), project, date),
      ...{ kind: 'rule', title, state, changes, address },
    }));
    this.draft = head.drafts.map(([name, state, address]) => ({ ...named(name), kind: 'draft', state, address }));
    this.page = [
      ...PAGES.map(({ name, words = '', ...rest }) => ({ ...named(name, words), ...rest })),
      ...head.pages.map(([name, about, address, isSubject, words = '']): PageName => {
        return { ...named(name), kind: 'page', about, address, isSubject: isSubject === 1, text: foldName(words) };
      }),
    ];
  }

  /** The name of a project as pages show it, by its slug. */
  projectName(slug: string): string {
    return this.#projects.get(slug)?.name ?? slug;
  }

  /** The number of pages for the files of a project. */
  fileParts(slug: string): number {
    return this.#projects.get(slug)?.fileParts ?? 1;
  }

  /** Adds the sessions of a part, or of some of it, with their tickets, branches, files and commits. */
  add(part: PalettePart): void {
    for (const packed of unpackPart(part)) {
      const { project, branch, task, date, title } = packed;
      const session: SessionName = {
        ...named(title, `${task}\n${branch}\n${this.projectName(project)}`, project, date),
        ...{ kind: 'session', session: packed.name, branch, task, events: packed.events },
        ...{ hasNarrative: packed.hasNarrative, files: [], commits: [] },
      };
      this.session.push(session);
      const more = this.#projects.get(project)?.folded ?? foldName(project);
      const place = { project, date };
      const own = { sessions: 1, first: date, events: packed.events, commits: packed.commits.length };
      const unchanged = { added: 0, removed: 0 };
      if (task !== '') this.#ticket(task, place, { ...own, ...unchanged }).sessions.push(session);
      if (branch !== '') this.#branch(branch, place, { ...own, ...unchanged }).sessions.push(session);
      if (packed.hasNarrative)
        this.narrative.push({ ...named(title, '', project, date), more, kind: 'narrative', session });
      for (const { path, added, removed } of packed.files) {
        const file = this.#file(path, place, { ...own, added, removed });
        file.edits.push({ session, added, removed });
        session.files.push(file);
      }
      for (const { hash, subject, date: day } of packed.commits) {
        const commit: CommitName = { ...named(hash, subject, project, day), kind: 'commit', subject, session };
        this.commit.push(commit);
        session.commits.push(commit);
      }
    }
  }

  /** Adds the names of a part, without their sessions. */
  addSums(part: NamePart): void {
    for (const [name, project, date, sum] of sumsOf(part.tickets, part)) this.#ticket(name, { project, date }, sum);
    for (const [name, project, date, sum] of sumsOf(part.branches, part)) this.#branch(name, { project, date }, sum);
    for (const [name, project, date, sum] of sumsOf(part.files, part)) this.#file(name, { project, date }, sum);
  }

  #ticket(name: string, place: Place, sum: NameSum): TicketName {
    const make = (): TicketName => ({ ...this.#inProject(name, place), kind: 'ticket', sum: noSum(), sessions: [] });
    return summed(this.#tickets.of(keyOf(name, place), make), sum);
  }

  #branch(name: string, place: Place, sum: NameSum): BranchName {
    const make = (): BranchName => ({ ...this.#inProject(name, place), kind: 'branch', sum: noSum(), sessions: [] });
    return summed(this.#branches.of(keyOf(name, place), make), sum);
  }

  #file(name: string, place: Place, sum: NameSum): FileName {
    const make = (): FileName => ({ ...this.#inProject(name, place), kind: 'file', sum: noSum(), edits: [] });
    return summed(this.#files.of(keyOf(name, place), make), sum);
  }

  /** A name that is also found by that of its project. */
  #inProject(name: string, { project, date }: Place) {
    return { ...named(name, '', project, date), more: this.#projects.get(project)?.folded ?? foldName(project) };
  }
}

/** Names that several sessions share, in the order of their first appearance. */
class Shared<Made> {
  readonly list: Made[] = [];
  readonly #known = new Map<string, Made>();

  of(key: string, make: () => Made): Made {
    const known = this.#known.get(key);
    if (known) return known;
    const made = make();
    this.#known.set(key, made);
    this.list.push(made);
    return made;
  }
}

interface Place {
  project: string;
  date: string;
}

function keyOf(name: string, { project }: Place): string {
  return `${project}\n${name}`;
}

function noSum(): NameSum {
  return { sessions: 0, first: '', events: 0, commits: 0, added: 0, removed: 0 };
}

/** Adds to the sum of a name. What is older comes later. */
function summed<Made extends { sum: NameSum }>(name: Made, { first, ...own }: NameSum): Made {
  const { sum } = name;
  sum.first = first;
  sum.sessions += own.sessions;
  sum.events += own.events;
  sum.commits += own.commits;
  sum.added += own.added;
  sum.removed += own.removed;
  return name;
}

function named(name: string, more = '', project = '', date = '') {
  const composed = name.normalize('NFC');
  return { name: composed, folded: foldName(composed), more: foldName(more.normalize('NFC')), project, date };
}
