import { defineConfig } from 'vitest/config';

// The process zone is hostile on purpose: no answer of the product may depend on it.
const hostileZone = { TZ: 'Pacific/Chatham' };

export default defineConfig({
  test: {
    // Once for all projects: they share the one PostgreSQL of the run.
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      {
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], env: hostileZone },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          env: hostileZone,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          env: hostileZone,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          env: hostileZone,
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
