import { toConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { demoClient } from './demo/client.ts';
import { reachProduct } from './demo/product.ts';
import { ensureTeam, pauseMonitor, type DemoTeam } from './demo/setup.ts';
import { tellStory } from './demo/story.ts';
import { startTarget } from './demo/target.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const read = toConfig(readEnv());
if (!read.ok) {
  process.stderr.write(read.problems.map((problem) => `tocsin: ${problem}\n`).join(''));
  process.exit(1);
}
try {
  const { url, key, stop } = await reachProduct(read.config, say);
  const target = await startTarget();
  const client = demoClient(url, key);
  let team: DemoTeam | null = null;
  const end = async (): Promise<never> => {
    // The target goes with the demo, and nobody is to be paged for that. A product that is gone pages nobody either.
    if (team !== null) await pauseMonitor(client, team).catch(() => undefined);
    await target.close();
    await stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
  team = await ensureTeam(client, target.url);
  await tellStory({ client, team, target, url, isSandbox: read.config.slack === null, say });
  await end();
} catch (error) {
  process.stderr.write(`tocsin demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
