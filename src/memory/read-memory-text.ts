import matter from 'gray-matter';
import { yamlOnly } from '#src/format/front-matter.ts';
import { MEMORY_TYPES, type MemoryText } from '#src/memory/memory-text.ts';
import { yamlTexts } from '../lib/yaml.ts';

/** The longest front matter to read, in characters. */
const LONGEST = 16 * 1024;

/** Strings for all scalars. */
const OPTIONS = yamlOnly((text) => Object(yamlTexts(text) ?? {}));

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
