/**
 * What a reader may ask on a page, and the part of the guide that answers it. A test opens every address.
 *
 *     <WhatIs about="states" />  ->  What do the states mean?
 */
export const QUESTIONS = {
  chronicle: { words: 'What is a chronicle?', address: '/guide/chronicle/' },
  sources: { words: 'Where do events come from?', address: '/guide/chronicle/#where-events-come-from' },
  notebook: { words: 'What is the notebook?', address: '/guide/chronicle/#the-notebook' },
  briefing: { words: 'What is a briefing?', address: '/guide/chronicle/#the-briefing' },
  tags: { words: 'What do the tags mean?', address: '/guide/tags/' },
  states: { words: 'What do the states mean?', address: '/guide/memories/#the-five-states' },
  proposals: { words: 'How does a mistake become a memory?', address: '/guide/memories/#from-a-mistake-to-a-memory' },
  verdicts: { words: 'When has a memory helped?', address: '/guide/memories/#helped-or-lucky' },
  figures: { words: 'What do these figures leave out?', address: '/guide/memories/#what-the-figures-leave-out' },
  posts: { words: 'How does a session become a post?', address: '/guide/posts/' },
  redaction: { words: 'What does the scan look for?', address: '/guide/posts/#what-the-scan-finds' },
  privacy: { words: 'What leaves this machine?', address: '/guide/privacy/' },
} as const;

export type Question = keyof typeof QUESTIONS;
