/** What has a name and can be jumped to. All names, titles, paths and subjects are untrusted text. */
import type { Tag } from '../chronicle/tags.ts';

interface Named {
  /** What is shown first, in composed characters (NFC). */
  name: string;
  /** `foldName(name)` */
  folded: string;
  /** Other words by which it is found, folded. */
  more: string;
  /** The project's slug; empty for what belongs to none or several. */
  project: string;
  /** Local `YYYY-MM-DD`, the last one of several; empty if unknown. */
  date: string;
}

/** What the sessions of a name add up to. */
export interface NameSum {
  sessions: number;
  /** The date of the first one; that of the last is the name's own. */
  first: string;
  events: number;
  commits: number;
  added: number;
  removed: number;
}

export interface SessionName extends Named {
  kind: 'session';
  /** Its name in its project. */
  session: string;
  branch: string;
  task: string;
  events: number;
  hasNarrative: boolean;
  files: FileName[];
  commits: CommitName[];
}

/** Its sessions are newest first, as those of branches and the edits of files. The search page has the sums only. */
export interface TicketName extends Named {
  kind: 'ticket';
  sum: NameSum;
  sessions: SessionName[];
}

export interface BranchName extends Named {
  kind: 'branch';
  sum: NameSum;
  sessions: SessionName[];
}

export interface FileName extends Named {
  kind: 'file';
  sum: NameSum;
  edits: { session: SessionName; added: number; removed: number }[];
}

/** `name` is the hash. */
export interface CommitName extends Named {
  kind: 'commit';
  subject: string;
  session: SessionName;
}

export interface ProjectName extends Named {
  kind: 'project';
  sessions: number;
}

export interface RuleName extends Named {
  kind: 'rule';
  title: string;
  /** `no rule yet`, `broken`; empty for a rule without a mistake. */
  state: string;
  /** The tickets in whose sessions it was changed, newest first, with what was done. */
  changes: readonly (readonly [did: string, task: string])[];
  address: string;
}

export interface NarrativeName extends Named {
  kind: 'narrative';
  session: SessionName;
}

export interface DraftName extends Named {
  kind: 'draft';
  state: string;
  address: string;
}

export interface PageName extends Named {
  kind: 'page';
  about: string;
  address: string;
  /** For the page of a tag. */
  tag?: Tag;
  /** Whether `#` finds it. */
  isSubject?: boolean;
  /** The words of its text, folded. Only the search page finds a page by them. */
  text?: string;
}

export type Name =
  | SessionName
  | TicketName
  | BranchName
  | FileName
  | CommitName
  | ProjectName
  | RuleName
  | NarrativeName
  | DraftName
  | PageName;

export type NameKind = Name['kind'];
