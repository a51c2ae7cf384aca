/** How an answer names what can be asked next: one who types commands has other words for it than one who calls tools. */
export interface Wording {
  /** The name of an option: `--since`. */
  option(name: string): string;
  /** An option with its value: `--tokens 900`. */
  set(name: string, value: string | number): string;
  /** How to get a whole record. */
  whole: string;
  /** How to find the ids of records. */
  find: string;
}

/** For `chronicle recall`. */
export const COMMAND_WORDING: Wording = {
  option: (name) => `--${name}`,
  set: (name, value) => `--${name} ${value}`,
  whole: 'chronicle recall ID prints one as a whole.',
  find: 'chronicle recall WORDS finds records by their words.',
};

/** For the tools of `chronicle mcp`. */
export const TOOL_WORDING: Wording = {
  option: (name) => name,
  set: (name, value) => `${name}: ${value}`,
  whole: 'The tool read gives one as a whole.',
  find: 'The tool recall finds records by their words.',
};
