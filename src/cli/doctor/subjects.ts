/** The lines that `chronicle doctor` prints. */
export type Subject = 'Installed' | 'Hooks' | 'Node' | 'Layers' | 'Project' | 'Recording' | 'Transcripts' | 'Disk';

const CODES: Record<Subject, readonly string[]> = {
  Installed: [
    'not-installed',
    'half-installed',
    'awaits-init',
    'installation-broken',
    'installation-outdated',
    'installation-newer',
    'installed-twice',
    'settings-unreadable',
    'settings-unfit',
    'settings-read-only',
    'hooks-disabled',
    'plugin-disabled',
    'lost-hook',
    'other-hooks',
    'section-broken',
    'record-broken',
    'no-directory',
  ],
  Hooks: ['hook-fails', 'session-end-slow'],
  Node: ['node-missing', 'node-old', 'node-not-on-path', 'node-in-terminal-only'],
  Layers: [],
  Project: [
    'excluded-here',
    'shared-directory',
    'moved-checkout',
    'two-config-directories',
    'memory-moved',
    'memory-past-limits',
    'memory-near-limits',
    'memory-changed-outside',
  ],
  Recording: [
    'recording-fails',
    'failures',
    'not-recorded',
    'quiet-sessions',
    'unfinished',
    'exclude-lost',
    'own-settings',
    'not-writable',
    'leads-out',
    'foreign-owner',
    'open-to-others',
  ],
  Transcripts: ['transcripts-go', 'transcripts-wait', 'transcripts-unread', 'facts-unusable'],
  Disk: ['disk-full', 'large-cache', 'leftovers', 'index-leftovers', 'no-search-index'],
};

/** The subject of each finding's code. */
export const SUBJECT_OF: Readonly<Record<string, Subject>> = Object.fromEntries(
  Object.entries(CODES).flatMap(([subject, codes]) => codes.map((code) => [code, subject as Subject])),
);
