// Links as somebody might send who wants the page to fail: what a page makes, changed at every level, by seeded chance.

import { seeded } from './chance.mjs';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export class Mutations {
  constructor(seed) {
    this.random = seeded(seed);
  }

  one(of) {
    return of[this.random(of.length)];
  }

  /** The address itself: letters flipped, left out, put in, doubled, cut off, joined with another link's. */
  letters(link, other) {
    let changed = link;
    for (let times = 1 + this.random(4); times > 0; times--) {
      const at = this.random(changed.length + 1);
      const until = at + this.random(8);
      changed = this.one([
        () => changed.slice(0, at) + this.one(alphabet) + changed.slice(at + 1),
        () => changed.slice(0, at) + changed.slice(until),
        () => changed.slice(0, at) + this.one(alphabet) + changed.slice(at),
        () => changed.slice(0, until) + changed.slice(at),
        () => changed.slice(0, at),
        () => changed.slice(0, at) + other.slice(this.random(other.length)),
        () => changed.slice(0, at) + this.one(['%00', '\u0000', '漢', '=', '+', '#v1.', '.', ' ']) + changed.slice(at),
      ])();
    }
    return changed;
  }

  /** What is packed: the JSON of a link, with its letters, its values or its shape changed. */
  json(json, other) {
    return this.one([
      () => this.letters(json, other),
      () => json.replace(/\d+/g, (number) => (this.random(2) ? number : this.one(numbers))),
      () => json.replace(/"[^"]*"/g, (text) => (this.random(3) ? text : this.one(values))),
      () => json.replace(/:("[^"]*"|\d+)/g, (value) => (this.random(3) ? value : `:${'['.repeat(this.random(300))}`)),
      () => `${'{"at":'.repeat(this.random(500))}`,
      () => `${json.slice(0, -1)},"${this.one(['__proto__', 'constructor', 'text', 'x'])}":${this.one(values)}}`,
      () => json.replace(/^\{/, `{"text":"${'x'.repeat(this.random(this.random(50) ? 2000 : 300_000))}",`),
    ])();
  }

  /** A story's text: words, numbers, settings and lines exchanged, doubled, left out. */
  story(text, pool) {
    let lines = text.split('\n');
    for (let times = 1 + this.random(5); times > 0; times--) {
      const at = this.random(lines.length);
      const line = lines[at] ?? '';
      const put = (...changed) => [...lines.slice(0, at), ...changed, ...lines.slice(at + 1)];
      lines = this.one([
        () => put(this.words(line)),
        () => put(this.words(line)),
        () => put(line.replace(/\d+/g, (number) => (this.random(2) ? number : this.one(numbers)))),
        () => put(line.replace(/=\S+/, () => `=${this.one(settings)}`)),
        () => put(line, this.one(pool)),
        () => put(this.one(pool), line),
        () => put(line, line),
        () => put(),
        () => put(`${line} ${this.one(settings)}=${this.one(settings)}`),
        () => put(`${line} ${this.one(pool)}`),
        () => put(this.letters(line, this.one(pool))),
      ])();
    }
    return lines.join('\n');
  }

  words(line) {
    const words = line.split(' ');
    const at = this.random(words.length);
    words[at] = this.one([
      words[this.random(words.length)] ?? '',
      this.one(names),
      this.one(numbers),
      this.one(settings),
    ]);
    return words.join(' ');
  }
}

const numbers =
  '0 1 2 3 -1 7 31 32 33 255 256 1024 65535 2147483647 -2147483648 4294967296 9007199254740993 18446744073709551615 1e9 0.5'.split(
    ' ',
  );
const values = [
  'null',
  'true',
  '-1',
  '1e400',
  '""',
  '"<script>"',
  '[]',
  '{}',
  '[0]',
  '[0,9e15]',
  '"\\u0000"',
  '"\\ud800"',
  '{"kind":"broker","id":1}',
];
const names =
  'b1 b2 b3 b9 c1 * b1,b2 b1-b2 b2>b1 b3-b1:fetch t t-0 t-1 orders.placed orders.placed-0 p producer admin reporting order-service all 0 1 none preferred unclean 0s 1ms 5s 3600s 1us isr'.split(
    ' ',
  );
const settings =
  'acks key value count=3 partition=0 from=p seed=9 isr=1,2 hw=3 leo=1 min.insync.replicas=3 replica.lag.time.max.ms=1 linger.ms=0 batch.size=1 max.in.flight.requests.per.connection=1 enable.idempotence=true delivery.timeout.ms=1 retries=0 request.timeout.ms=1 session.timeout.ms=1 heartbeat.interval.ms=1 unclean.leader.election.enable=true assignment=1,2,3:2,3,1 partitions=4 replication-factor=3 replication-factor=1 isolation.level=read_committed max=1s by=1ms rate=1000 brokers=3 racks=a,b,c controllers=3 steps=2 wait=isr isr epoch 0 -1 "x" \u202e'.split(
    ' ',
  );
