import type { InstallationRepository } from '../services/ports/installation.ts';
import type { Db } from './client.ts';

export function installationRepository(db: Db): InstallationRepository {
  const get = async (key: string): Promise<string | null> => {
    const row = await db.installation.findUnique({ where: { key } });
    return row?.value ?? null;
  };
  return {
    get,
    async getOrPut(key, value) {
      await db.installation.createMany({ data: [{ key, value }], skipDuplicates: true });
      return (await get(key)) ?? value;
    },
  };
}
