// A story that stands in the element itself: in a script, or as what a Markdown fence becomes, because some tools change
// scripts or leave them out.

/** As it is written; nothing when there is none. */
export function ownStory(host: HTMLElement): string | null {
  const script = host.querySelector('script[type="text/x-highwater"]');
  if (script !== null) return script.textContent;
  const fence = host.querySelector('.language-highwater, .highlight-highwater');
  return (fence?.querySelector('code, pre') ?? fence)?.textContent ?? null;
}
