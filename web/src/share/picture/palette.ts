// The page's colours as values, for a picture that stands alone and may not bring a style sheet of its own: in a page with a
// strict content security policy only attributes are left.

import { tokens } from '../../tokens/tokens';

export type Theme = 'light' | 'dark';

/** A colour by the name of its token: `ink`, `epoch-0`. */
export type Palette = (name: string) => string;

export function palette(theme: Theme): Palette {
  const pairs = tokens.matchAll(/--hw-([\w-]+): light-dark\((#\w+), (#\w+)\)/g);
  const colours = new Map([...pairs].map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]));
  return (name) => {
    const colour = colours.get(name);
    if (colour === undefined) throw new Error(`There is no colour ${name}`);
    return colour;
  };
}

/** A list of fonts, by the name of its token. */
export function font(name: 'font' | 'mono'): string {
  return tokens.match(new RegExp(`--hw-${name}: (.+);`))?.[1] ?? 'sans-serif';
}
