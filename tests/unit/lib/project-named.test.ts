import { expect, it } from 'vitest';
import { projectNamed } from '#src/lib/project.ts';

const project = (slug: string, name: string, directory = `-${slug}`) => ({ slug, name, directory });
const PROJECTS = [
  project('bl-g', 'blög 日本'),
  project('web', 'web', '-a-web'),
  project('web-2', 'Web', '-b-web'),
  project('x', 'tools', '-a-tools'),
  project('y', 'tools', '-b-tools'),
];

it.each([
  ['bl-g', 'bl-g'],
  ['BL-G', 'bl-g'],
  ['blög 日本', 'bl-g'],
  ['Bl\u006f\u0308g 日本', 'bl-g'],
  ['web', 'web'],
  ['-b-web', 'web-2'],
  ['tools', undefined],
  ['', undefined],
])('%j is the project %j', (word, slug) => {
  expect(projectNamed(PROJECTS, word)?.slug).toBe(slug);
});
