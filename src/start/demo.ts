import { toConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { demoClient } from './demo/client.ts';
import { reachProduct } from './demo/product.ts';
import { ensureTeam } from './demo/setup.ts';
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
  const end = async (): Promise<never> => {
    await target.close();
    await stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
  const client = demoClient(url, key);
  const team = await ensureTeam(client, target.url);
  await tellStory({ client, team, target, url, isSandbox: read.config.slack === null, say });
  await end();
} catch (error) {
  process.stderr.write(`tocsin demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
