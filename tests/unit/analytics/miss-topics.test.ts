import { describe, expect, it } from 'vitest';
import { mentions } from '../../../src/analytics/miss-topics.ts';
import { featuresOf, topicOf } from '../../../src/analytics/miss-words.ts';
import { TOPIC_WORDS } from '../../../src/analytics/topic-words.ts';

const all = Object.entries(TOPIC_WORDS).flatMap(([topic, words]) =>
  words.split(' ').map((word) => [word, topic] as const),
);

describe('TOPIC_WORDS', () => {
  it('has each word under one topic', () => {
    const words = all.map(([word]) => word);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });

  it('has only words and phrases that a text can have', () => {
    const unreachable = all.filter(([word, topic]) => {
      const text = word.replace('*', 'ing').replaceAll('_', ' ');
      return ![...featuresOf({ text, details: '' }).keys()].some((feature) => topicOf(feature) === topic);
    });
    expect(unreachable).toEqual([]);
  });
});

describe('mentions', () => {
  it('finds words, phrases and beginnings, and where they stand', () => {
    expect(mentions('we amended and ran cargo fmt with a pull request time zone'.split(' '))).toEqual([
      { topic: 'rewritten history', at: 1, length: 1 },
      { topic: 'formatting', at: 5, length: 1 },
      { topic: 'time zones', at: 10, length: 2 },
      { topic: 'time zones', at: 11, length: 1 },
    ]);
  });

  it('prefers the longer phrase', () => {
    expect(mentions(['fmt', 'errorf'])[0]).toEqual({ topic: 'wrapped errors', at: 0, length: 2 });
  });

  it('finds nothing in names that only sound like a member of an object', () => {
    expect(mentions(['constructor', 'tostring', '__proto__'])).toEqual([]);
  });
});
