import { asEpochMs, MINUTE_MS, type EpochMs } from '../../core/time/instant.ts';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import type { ApiKey } from '../ports/api-keys.ts';
import { hashOfKey } from './key-hash.ts';

/**
 * The stored key that a caller presents. Looked up by its hash, so that the time taken says nothing about the key, and
 * in the database each time, so that a deletion holds at once in every process. Its use is written down, at most once a
 * minute, while the request goes on. Errors: `unauthorized`.
 */
export async function authenticate(services: Services, presented: string): Promise<ApiKey> {
  const now = services.clock.now();
  const { apiKeys } = services.uow.read;
  const key = await apiKeys.findByHash(hashOfKey(presented));
  if (key === null || (key.expiresAt !== null && key.expiresAt <= now)) {
    throw new AppError('unauthorized', 'This API key is unknown or has expired');
  }
  const aMinuteAgo = asEpochMs(now - MINUTE_MS);
  if (key.lastUsedAt === null || key.lastUsedAt <= aMinuteAgo) noteUse(services, key, [now, aMinuteAgo]);
  return key;
}

function noteUse(services: Services, key: ApiKey, [now, notSince]: [EpochMs, EpochMs]): void {
  services.uow.read.apiKeys.touch([key.id], now, notSince).catch((error: unknown) => {
    services.log.warn({ err: error, keyId: key.id }, 'the use of an API key could not be written down');
  });
}
