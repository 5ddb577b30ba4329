// Where links lead, and where the script of an embed is: beside this file, wherever it was loaded from.

/** The page that opens a link: this one if it is the playground's own, else the one beside the script. */
export function pageAddress(host: HTMLElement): string {
  if (!host.hasAttribute('fragment')) return new URL('./', import.meta.url).href;
  const address = new URL(location.href);
  address.hash = '';
  // What the address says for the element's attributes, the link says better.
  for (const name of ['story', 'at', 'controls', 'theme']) address.searchParams.delete(name);
  return address.href;
}

export function scriptAddress(): string {
  return new URL(/* @vite-ignore */ './highwater-playground.js', import.meta.url).href;
}
