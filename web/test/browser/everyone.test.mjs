// For everyone: the first story by keyboard alone, from the accessibility tree alone, in forced colours, with large text.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engineThere, openSite, withPage } from './site.mjs';

let site;

before(async () => {
  site = await openSite();
});
after(() => site.close());

const desktop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
const stopped = (page) => page.getByRole('button', { name: 'Play', exact: true }).waitFor();

/** Presses Tab until the focus is on a button of this name. */
async function tabTo(page, name) {
  for (let i = 0; i < 80; i++) {
    const now = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent?.trim() ?? '');
    if (now === name) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never comes to ${name}`);
}

test('the first story is done by keyboard alone, to its end, and a replica is opened', async () => {
  await withPage(site, desktop, async (page) => {
    await engineThere(page);
    await page.getByLabel('Pace').selectOption('event pace 4×');
    await tabTo(page, 'Next step');
    let presses = 0;
    while ((await page.getByRole('button', { name: 'Next story' }).count()) === 0) {
      assert.ok(presses < 30);
      await page.keyboard.press('Enter');
      await stopped(page);
      presses += 1;
    }
    await page
      .getByRole('heading', { level: 2, name: 'One leader, three copies, and 46 records as they were sent.' })
      .waitFor();
    // The focus has stayed on the one button, under each of its names.
    await tabTo(page, 'Next story');

    await page.getByRole('columnheader', { name: 'broker 1' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'orders.placed-0 on broker 1' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'orders.placed-0 on broker 1' }).waitFor({ state: 'hidden' });
  });
});

/** The page as assistive technology has it: no pixel, no selector. */
class Tree {
  #cdp;
  #page;

  static async of(page) {
    const tree = new Tree();
    tree.#page = page;
    tree.#cdp = await page.context().newCDPSession(page);
    return tree;
  }

  async find(role, name) {
    const { nodes } = await this.#cdp.send('Accessibility.getFullAXTree');
    return nodes.filter(
      (node) => !node.ignored && node.role?.value === role && (name === undefined || name.test(node.name?.value ?? '')),
    );
  }

  async names(role, name) {
    return (await this.find(role, name)).map((node) => node.name.value);
  }

  async press(role, name) {
    const [node, ...others] = await this.find(role, name);
    assert.ok(node !== undefined && others.length === 0, `one ${role} ${name}`);
    await this.#cdp.send('DOM.focus', { backendNodeId: node.backendDOMNodeId });
    await this.#page.keyboard.press('Enter');
  }

  /** What the polite live region says. */
  async spoken() {
    const { nodes } = await this.#cdp.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const text = (node) =>
      node.role?.value === 'StaticText'
        ? node.name.value
        : (node.childIds ?? []).map((id) => (byId.has(id) ? text(byId.get(id)) : '')).join('');
    return nodes
      .filter((node) => node.role?.value === 'status')
      .map(text)
      .join(' ');
  }

  async until(says) {
    for (let i = 0; i < 100; i++) {
      const spoken = await this.spoken();
      if (says.test(spoken)) return spoken;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return assert.fail(`never said: ${says}; but: ${await this.spoken()}`);
  }
}

test('the first story is followed from the accessibility tree alone', async () => {
  await withPage(site, desktop, async (page) => {
    const tree = await Tree.of(page);
    const cell = async (broker) =>
      (await tree.names('gridcell', new RegExp(`^orders.placed-0 on broker ${broker}:`)))[0];
    assert.equal((await tree.find('grid', /a row for each partition, a column for each broker/)).length, 1);
    assert.match(await cell(1), /leader, epoch 0, preferred, in ISR\. .*high watermark 42, log end offset 42\./);

    const told = [
      [/Two fetches are already waiting/, 1, /log end offset 42\./],
      [/The order service sends three records/, 1, /log end offset 42\./],
      [/The leader has the records\. Nobody may read them yet/, 1, /high watermark 42, log end offset 45\./],
      [/Broker 2 has copied them/, 2, /follower.*high watermark 42, log end offset 45\./],
      [/One follower is not enough/, 1, /It knows that broker 2 is at 45\. It knows that broker 3 is at 42\./],
      [/Now all three are committed/, 1, /high watermark 45, log end offset 45\./],
      [/The producer is told/, 2, /high watermark 42, log end offset 45\./],
    ];
    for (const [says, broker, holds] of told) {
      await tree.press('button', /^Next step$/);
      await tree.until(says);
      assert.match(await cell(broker), holds);
    }
    assert.match((await tree.names('button', /^order-service/)).join(), /acked 45/);

    await tree.press('button', /^Or at once: crash broker 1$/);
    await tree.until(/Nobody knows yet that broker 1 is gone/);
    assert.match((await tree.names('columnheader', /^broker 1/)).join(), /down/);
    await tree.press('button', /^Next step$/);
    await tree.until(/An order comes in, and waits/);
    await tree.press('button', /^Next step$/);
    await tree.until(/Broker 2 leads, in epoch 1/);
    assert.match(await cell(1), /out of ISR/);
  });
});

test('in forced colours every control has a frame or is seen by its text, and no sign is lost', async () => {
  await withPage(site, desktop, async (page) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByLabel('Place in the run').press('Shift+ArrowRight');
    // Text that is painted in the colour of what is under it; a frame that takes no system colour.
    const lost = await page.evaluate(() => {
      const root = document.querySelector('highwater-playground').shadowRoot;
      const seen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 2;
      const faults = [];
      for (const button of root.querySelectorAll('button, select, input')) {
        if (!seen(button)) continue;
        const { color, backgroundColor } = getComputedStyle(button);
        if (color === backgroundColor) faults.push(`${button.className}: ${color} on itself`);
      }
      for (const framed of root.querySelectorAll(
        '.control, .send, .primary, .acks span, .field input, .field select',
      )) {
        if (!seen(framed)) continue;
        const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(framed);
        const isFramed = borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderTopColor !== 'rgba(0, 0, 0, 0)';
        if (!isFramed && backgroundColor === 'rgba(0, 0, 0, 0)') faults.push(`${framed.className}: no frame`);
      }
      for (const cell of root.querySelectorAll('.hw-record rect, .band rect')) {
        const { fill, stroke, fillOpacity } = getComputedStyle(cell);
        if (fill === 'none' && stroke === 'none' && fillOpacity !== '0') faults.push('a box without fill and outline');
      }
      return faults;
    });
    assert.deepEqual(lost, []);
    // The label of the first button against its ground, by its pixels: forced colours put a plate under text.
    const primary = page.getByRole('button', { name: 'Next step' });
    const { forcedColorAdjust, color, backgroundColor } = await primary.evaluate((element) => {
      const style = getComputedStyle(element);
      return {
        forcedColorAdjust: style.forcedColorAdjust,
        color: style.color,
        backgroundColor: style.backgroundColor,
      };
    });
    assert.equal(forcedColorAdjust, 'none');
    assert.notEqual(color, backgroundColor);
  });
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
]) {
  test(`with text of twice the size every control is whole and the story goes on, ${width} px`, async () => {
    await withPage(site, { viewport: { width, height }, reducedMotion: 'reduce' }, async (page) => {
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await page.getByRole('button', { name: 'Next step' }).click();
      await page.getByRole('heading', { name: 'Two fetches are already waiting.' }).waitFor();
      const cut = await page.evaluate(() => {
        const root = document.querySelector('highwater-playground').shadowRoot;
        const faults = [];
        for (const element of root.querySelectorAll(
          '.header :is(button, select), .time-bar button, .tabs button, .caption',
        )) {
          const { left, right, width } = element.getBoundingClientRect();
          if (!element.checkVisibility() || width === 0) continue;
          const name = element.getAttribute('aria-label') ?? element.textContent.trim();
          if (left < -0.5 || right > innerWidth + 0.5) faults.push(`${name}: ${left} to ${right}`);
          if (element.localName === 'button' && element.scrollWidth > element.clientWidth + 1)
            faults.push(`${name} is cut`);
        }
        if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
        return faults;
      });
      assert.deepEqual(cut, []);
    });
  });
}
