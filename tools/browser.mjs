// Where the machine's Chromium and its driver are. Tests use the system's own: nothing downloads a browser.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function onPath(names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not here; look in the next place.
      }
    }
  }
  return undefined;
}

export const chromium = () =>
  process.env.CHROMIUM ?? onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);

export const chromedriver = () => process.env.CHROMEDRIVER ?? onPath(['chromedriver']);
