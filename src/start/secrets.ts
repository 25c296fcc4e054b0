import { randomBytes } from 'node:crypto';
import type { Store } from '../services/ports/store.ts';

/** What the installation signs with. */
export type InstallationSecrets = {
  readonly links: string;
  readonly sandboxSigning: string;
  readonly sandboxToken: string;
};

/** Made at the first start and kept in the database, so that every process has the same. */
export async function installationSecrets(store: Store): Promise<InstallationSecrets> {
  const secret = (key: string) => store.installation.getOrPut(key, randomBytes(32).toString('hex'));
  return {
    links: await secret('links-secret'),
    sandboxSigning: await secret('sandbox-signing-secret'),
    sandboxToken: `xoxb-sandbox-${await secret('sandbox-token')}`,
  };
}
