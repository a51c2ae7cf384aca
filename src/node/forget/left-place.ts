/** A file that holds what is to be forgotten and is not ours to change. */
export interface LeftPlace {
  path: string;
  /** The first line that holds it; null for a file or directory that is meant as a whole, or by its name. */
  line: number | null;
  /** How many lines hold it. */
  lines: number;
  kind: 'transcript' | 'history' | 'memory' | 'named' | 'post' | 'picture' | 'format' | 'other' | 'unread';
}
