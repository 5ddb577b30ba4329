import { expect, it } from 'vitest';
import brokerMetrics from '../../../crates/replication/src/broker/metrics.rs?raw';
import controllerMetrics from '../../../crates/replication/src/controller/metrics.rs?raw';
import { metricMeaning } from '../../src/text/metrics';

/** What the engine's source reports: its constants are names of beans. */
function reported(source: string): { mbean: string; name: string }[] {
  const beans = new Map([...source.matchAll(/const (\w+): &str = "([^"]+)"/g)].map(([, name, bean]) => [name, bean]));
  return [...source.matchAll(/\(\s*([A-Z_]+),\s*"(\w+)",/g)].map(([, bean, name]) => ({
    mbean: beans.get(bean) ?? '',
    name: name as string,
  }));
}

it('says of every metric that a broker or a controller reports what it means', () => {
  const all = [...reported(brokerMetrics), ...reported(controllerMetrics)];
  expect(all).toContainEqual({ mbean: 'kafka.server:type=ReplicaManager', name: 'UnderReplicatedPartitions' });
  expect(all).toContainEqual({ mbean: 'kafka.controller:type=KafkaController', name: 'OfflinePartitionsCount' });
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(({ mbean, name }) => !metricMeaning(mbean, name)?.endsWith('.'))).toEqual([]);
});
