// Links over the shipped engine. Those ever published open at the same moment with the same outcome; those that somebody made
// to do harm do none: none stops the engine, and none runs longer than a link may.
//
// golden_links.json grows and never changes: to add one, take it from the page (Copy link) and write down what is shown. When
// the engine learns better and a run comes out otherwise, its entry gets `otherwise` with the reason, and the link still opens.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Mutations } from './mutations.mjs';
import { loadShare, roomOf } from './share.mjs';
import { nothingSeen, startEngine } from './shipped.mjs';

const golden = JSON.parse(readFileSync('web/test/fixtures/golden_links.json', 'utf8'));
let engine;
let share;

before(async () => {
  engine = startEngine();
  share = await loadShare();
  globalThis.requestAnimationFrame = () => 0;
  globalThis.cancelAnimationFrame = () => {};
});
after(() => share.close());

test('there are golden links of every kind', async () => {
  const read = await Promise.all(golden.map(({ link }) => share.readLink(link)));
  const all = read.map(({ linked }) => linked);
  assert.ok(all.length >= 12);
  const has = (what, of) => assert.ok(all.some(of), `no golden link with ${what}`);
  has('a shipped story', ({ story }) => 'name' in story);
  has('a story of its own', ({ story }) => 'text' in story);
  has('what was done by hand', ({ byHand }) => byHand !== '');
  has('several acts', ({ byHand }) => byHand.split('\n').length > 4);
  has('a caption', ({ at }) => at.caption !== null);
  has('one of several positions of a microsecond', ({ at }) => at.back > 0);
  has('a selection', ({ selected }) => selected !== null);
  has('what is seen', (linked) => linked.idleMessages && linked.diskLayer && linked.pace && linked.openPartition);
  has('other writings', ({ story }) => /\p{Lo}/u.test(story.text ?? ''));
  has('the longest story', ({ story }) => (story.text?.length ?? 0) > 65_000);
});

for (const { about, link, position, time, outcome, selected = null, otherwise } of golden) {
  test(`still opens: ${about}`, async () => {
    const opened = await share.openLink(link, engine);
    assert.equal(opened.trouble, undefined);
    const store = new share.Store(roomOf(engine), () => {});
    store.openLink(roomOf(engine), opened);
    const { shown, trouble, selected: seen } = store.state;
    assert.notEqual(shown, null, trouble?.words?.text);
    assert.deepEqual(seen, selected);
    const found = store.read((run) => ({ byHand: run.byHand(), story: run.story, ...run.outcomeAt(shown) }));
    assert.equal(found.byHand, opened.linked.byHand);
    assert.equal(found.story, opened.text);
    assert.equal(opened.linked.outcome, outcome);
    if (otherwise === undefined) {
      assert.deepEqual([shown.position, shown.time], [position, time]);
      assert.equal(found.outcome, outcome);
      assert.equal(trouble, null);
      assert.equal(await share.makeLink(store), link, 'it is written as it was');
    } else {
      assert.notEqual(found.outcome, outcome);
      assert.match(trouble.words.title, /otherwise|not come out/);
    }
    store.close();
  });
}

/** Time (ms) for one link, on a slow machine. Most are refused in a tenth of a millisecond. */
const LONGEST = 15_000;

test('a hundred thousand links made to do harm do none', { timeout: 600_000 }, async (t) => {
  const chance = new Mutations(20_261_130);
  const links = golden.map(({ link }) => link).filter((link) => link.length < 1000);
  const jsons = await Promise.all(links.map(async (link) => (await share.unpack(link.slice(4))).text));
  const stories = [...new Set(engine.stories().map(({ name }) => engine.storyText(name)))].filter(
    (text) => text.length < 2500,
  );
  const lines = [...new Set(stories.flatMap((text) => text.split('\n')))].filter((line) => !/^#|^$/.test(line));
  const packed = async (json) => `#v1.${await share.pack(json)}`;
  const told = { refused: 0, unreadable: 0, broken: 0, opened: 0, steps: 0, longest: 0 };

  /** A link whose container is whole and whose story is not. */
  const withStory = () => {
    const of = { engine: '0.1.0', outcome: '0'.repeat(16), at: [chance.random(4) ? 0 : chance.random(3_600_000_000)] };
    // One line more than the engine's own, whose work is not counted.
    const text = `${chance.story(chance.one(stories), lines)}\n`;
    const done = `run to ${chance.random(3000)}ms steps=${chance.random(5)}\n${chance.one(lines)}\nrun 10ms\n${chance.one(lines)}`;
    return JSON.stringify({ ...of, text, ...(chance.random(3) ? {} : { done: chance.story(done, lines) }) });
  };

  let slowest = '';
  const begun = performance.now();
  for (let i = 0; i < 100_000; i++) {
    const kind = i % 50;
    const link =
      kind < 40
        ? chance.letters(chance.one(links), chance.one(links))
        : kind < 47
          ? await packed(chance.json(chance.one(jsons), chance.one(jsons)))
          : await packed(withStory());
    const from = performance.now();
    const opened = await share.openLink(link, engine);
    if ('trouble' in opened) told[/read/.test(opened.trouble.title) ? 'unreadable' : 'refused'] += 1;
    else play(opened, i % 500 === 49 ? share.LINK_WORK : 800, told, link);
    const took = Math.round(performance.now() - from);
    if (took > told.longest) [told.longest, slowest] = [took, link];
  }
  t.diagnostic(`${JSON.stringify(told)} in ${Math.round((performance.now() - begun) / 1000)} s`);
  assert.ok(told.longest < LONGEST, `${told.longest} ms: ${slowest}`);
  for (const outcome of ['refused', 'unreadable', 'broken', 'opened']) assert.ok(told[outcome] > 100, outcome);
});

/** As the page does it, and then looks at everything that a page shows at once. */
function play({ linked, text, broken }, work, told, link) {
  try {
    const session = engine.open(text, linked.byHand, linked.at.time, work);
    const { end } = session.timeline(0);
    assert.ok(end.position <= 1_000_000);
    session.board(end.position, { ...nothingSeen, records: 8, whole: 40, count: 40, fields: 8, idle: true });
    session.happened(end.position, 12);
    session.outcomeDigest();
    session.byHand();
    session.text();
    session.free();
    told.opened += 1;
    told.steps += end.position;
  } catch (error) {
    assert.ok(!(error instanceof WebAssembly.RuntimeError), `the engine stopped at ${link}`);
    if (error.code === undefined) throw error;
    assert.notEqual(broken(error).text, '');
    told.broken += 1;
  }
}
