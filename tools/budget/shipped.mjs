// The same load over the shipped module, in Node.

/** Each rate is the best of so many stretches: other work on the machine only ever makes one slower. */
const stretches = 5;

export async function lines() {
  // The module is there only after a build.
  const { startEngine } = await import('../../web/test/engine/shipped.mjs');
  const engine = startEngine();
  const rate = (brokers, partitions, seconds) => {
    const timed = (seconds) => {
      const begin = performance.now();
      const steps = engine.steadyProduce(brokers, partitions, seconds);
      return { steps, took: performance.now() - begin };
    };
    const best = (seconds) =>
      Array.from({ length: stretches }, () => timed(seconds)).reduce((a, b) => (b.took < a.took ? b : a));
    const [setUp, whole] = [best(0), best(seconds)];
    return `${(whole.steps / (whole.took - setUp.took) / 1000).toFixed(2)} M steps/s`;
  };
  return [
    { what: 'shipped module in Node, 3 brokers × 3 partitions', now: rate(3, 3, 600), target: '≥ 1.5 M steps/s' },
    { what: 'shipped module in Node, 12 brokers × 48 partitions', now: rate(12, 48, 60), target: '≥ 1.0 M steps/s' },
  ];
}
