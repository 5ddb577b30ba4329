// What another value of a setting becomes: a line done now, or another text of the story. Whose settings there are, and what
// they have, comes from the engine.

import type { ConfigListing, ConfigScope, ConfigView } from '../engine/view';
import { quoted } from '../text/story_line';

export type Whose = Readonly<Record<ConfigScope, string>>;

export const scopes: readonly ConfigScope[] = ['topic', 'broker', 'controller', 'producer', 'consumer'];

/** Whose settings of this kind can be looked at; all brokers together come first. */
export function owners(views: readonly ConfigView[], scope: ConfigScope): string[] {
  const names = views.filter((view) => view.scope === scope).map(({ of }) => of);
  return scope === 'broker' && names.length > 0 ? ['', ...names] : names;
}

/** A topic's own settings stand over those of the cluster; of all brokers together each may have another value. */
export function valuesOf(
  views: readonly ConfigView[],
  { scope, name, default: initial }: ConfigListing,
  of: string,
): string[] {
  const valueIn = (whose: string) =>
    views.find((view) => view.scope === scope && view.of === whose)?.values.find((value) => value.name === name)?.value;
  if (scope === 'topic') return [valueIn(of) ?? valueIn('') ?? initial];
  if (of !== '') return [valueIn(of) ?? initial];
  const all = views.filter((view) => view.scope === scope).map((view) => valueIn(view.of) ?? initial);
  // Racks are given for all brokers together, one each.
  if (name === 'broker.rack') return [all.every((rack) => rack === '') ? '' : all.join(',')];
  return [...new Set(all)];
}

/** It has a value of its own there, even if that is the default. */
export function isSet(views: readonly ConfigView[], { scope, name }: ConfigListing, of: string): boolean {
  const those = views.filter((view) => view.scope === scope && (view.of === of || (of === '' && scope !== 'topic')));
  return those.some(({ values }) => values.some((value) => value.name === name));
}

/** The line that changes it at this moment; none where nothing of Kafka or of the model could. */
export function lineNow({ scope, name }: ConfigListing, of: string, value: string): string | null {
  const change = `${name}=${value === '' ? '' : quoted(value)}`;
  if (scope === 'topic') return of === '' ? `config cluster ${change}` : `config topic ${of} ${change}`;
  if (of === '' || name === 'broker.rack') return null;
  if (scope === 'broker' || scope === 'controller') return `config process ${of} ${change}`;
  return `config ${scope} ${of} ${change}`;
}

/** Whose line at the story's head has it. */
export function starterOf({ scope }: ConfigListing, of: string): string {
  return scope === 'controller' ? '' : of;
}

/** A single broker has no rack of its own to change. */
export function isFixed({ name }: ConfigListing, of: string): boolean {
  return name === 'broker.rack' && of !== '';
}

export function matches(words: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
