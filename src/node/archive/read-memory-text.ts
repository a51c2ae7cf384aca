import matter from 'gray-matter';
import { MEMORY_TYPES, type MemoryText } from '#src/memory/memory-text.ts';
import { yamlTexts } from '../owned/read-yaml.ts';

/** The longest front matter to read, in characters. */
const LONGEST = 16 * 1024;

const refused = {
  parse(): never {
    throw new Error('only YAML is read');
  },
};

/** Only YAML, with strings for all scalars: gray-matter also supports languages that run code. */
const OPTIONS = {
  engines: {
    yaml: { parse: (text: string) => Object(yamlTexts(text) ?? {}) },
    javascript: refused,
    js: refused,
    json: refused,
    coffee: refused,
    toml: refused,
  },
};

/** Reads a memory file, written by Claude Code or a person. Never throws: without readable front matter it is all text. */
export function readMemoryText(raw: string): MemoryText {
  const text = raw.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const plain = (fault: string | null): MemoryText => ({
    raw,
    name: '',
    description: '',
    type: null,
    body: text.trim(),
    fault,
  });
  if (!text.startsWith('---')) return plain(null);
  if (!text.startsWith('---\n')) return plain('its first line is not exactly ---');
  const close = /\n---[ \t]*(?:\n|$)/.exec(text.slice(3));
  if (!close) return plain('its front matter is never closed');
  if (close.index > LONGEST) return plain('its front matter is longer than 16 KiB');
  try {
    const { data, content } = matter(text, OPTIONS);
    const nested = field(data, 'metadata');
    return {
      raw,
      name: wordsOf(field(data, 'name')),
      description: wordsOf(field(data, 'description')),
      type: MEMORY_TYPES.find((type) => type === field(data, 'type') || type === field(nested, 'type')) ?? null,
      body: content.trim(),
      fault: null,
    };
  } catch {
    return plain('its front matter is not YAML');
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '';
}
