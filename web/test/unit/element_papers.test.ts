// What the package says of the element is what the element is: its types, its manifest and its README agree with the code.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as manifestFile from '../../package/custom-elements.json';
import type { HighwaterTrouble, HighwaterPlayground as Published } from '../../package/highwater-playground';
import readme from '../../package/README.md?raw';
import type { HighwaterPlayground as Actual } from '../../src/element/highwater_playground';
import type { Trouble } from '../../src/text/trouble';
import { tokens } from '../../src/tokens/tokens';

declare global {
  interface ImportMeta {
    /** Vite's: all files that fit, as text. */
    glob(files: string, how: { query: '?raw'; import: 'default'; eager: true }): Record<string, string>;
  }
}

type Own<Element> = Omit<
  Element,
  keyof HTMLElement | 'connectedCallback' | 'disconnectedCallback' | 'attributeChangedCallback'
>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
const typesAgree: Same<Own<Published>, Own<Actual>> = true;
const troublesAgree: Same<HighwaterTrouble['kind'], Trouble['kind']> = true;

const [manifest] = manifestFile.modules.flatMap(({ declarations }) => declarations);
if (manifest === undefined) throw new Error('the manifest declares the element');
const named = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort();
const sources = Object.values(import.meta.glob('../../src/**/*.ts', { query: '?raw', import: 'default', eager: true }));
const source = sources.join('\n');
const inSource = (pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map((match) => match[1]))].sort();

/** First column of the table below a heading, where several names may share a row. */
function table(head: string): string[] {
  const rows = readme.split(`\n| ${head} |`)[1]?.split('\n\n')[0]?.split('\n').slice(2) ?? [];
  return rows.flatMap((row) => {
    const [, first = ''] = row.split('|');
    const spread = first.replace(/`(--hw-\w+-)(\d)` … `\1(\d)`/, (_, name, from, to) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `\`${name}${Number(from) + i}\``).join(),
    );
    return [...spread.matchAll(/`([\w-]+)/g)].map(([, name = '']) => name);
  });
}

let element: typeof Actual;

beforeAll(async () => {
  vi.stubGlobal('HTMLElement', class {});
  ({ HighwaterPlayground: element } = await import('../../src/element/highwater_playground'));
});

it('the published types are those of the code', () => {
  expect([typesAgree, troublesAgree]).toEqual([true, true]);
});

describe('attributes', () => {
  it('are those that the code looks at', () => {
    const observed = element.observedAttributes;
    const styled = [...tokens.matchAll(/:host\(\[(\w+)=/g)].map(([, name]) => name);
    const asked = inSource(/(?:\bthis|host)\.hasAttribute\('(\w+)'\)/g);
    expect(named(manifest.attributes)).toEqual([...new Set([...observed, ...styled, ...asked])].sort());
  });

  it('stand in the README', () => {
    expect(table('attribute').sort()).toEqual(named(manifest.attributes));
  });
});

describe('properties and methods', () => {
  it('are those of the class', () => {
    const inherited = ['constructor', 'connectedCallback', 'disconnectedCallback', 'attributeChangedCallback'];
    const members = Object.getOwnPropertyNames(element.prototype).filter((name) => !inherited.includes(name));
    expect(named(manifest.members)).toEqual(members.sort());
  });

  it('can be written where they are not read only', () => {
    for (const member of manifest.members.filter(({ kind }) => kind === 'field')) {
      const { set } = Object.getOwnPropertyDescriptor(element.prototype, member.name) ?? {};
      expect(set === undefined, member.name).toBe('readonly' in member);
    }
  });

  it('stand in the README', () => {
    const ofAttributes = manifest.attributes.flatMap((attribute) => ('fieldName' in attribute ? attribute.name : []));
    const told = [...table('property'), ...table('method'), ...ofAttributes];
    expect(told.sort()).toEqual(named(manifest.members));
  });
});

it('events are those that are dispatched, and stand in the README', () => {
  expect(named(manifest.events)).toEqual(inSource(/(?:Event|tell)\('(highwater-\w+)'/g));
  expect(table('event').sort()).toEqual(named(manifest.events));
});

it('custom properties are those of the tokens, with their defaults, and stand in the README', () => {
  // What follows the first media query is for forced colours and paper.
  const [defaults = ''] = tokens.split('@media');
  const declared = [...defaults.matchAll(/(--hw-[\w-]+): (.*);/g)].map(([, name, value]) => [name, value]);
  expect(manifest.cssProperties.map((property) => [property.name, property.default])).toEqual(declared);
  expect(table('custom property').sort()).toEqual(named(manifest.cssProperties));
});

it('parts are those of the templates, and stand in the README', () => {
  expect(named(manifest.cssParts)).toEqual(inSource(/\bpart="([\w-]+)"/g));
  expect(table('part').sort()).toEqual(named(manifest.cssParts));
});
