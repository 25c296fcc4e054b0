import { defineConfig } from 'vitest/config';

// Kills, races and storms on a machine that others use too: once more there, and the report says so; here never.
const retry = process.env['CI'] === undefined ? 0 : 1;
// The process zone is hostile on purpose: no answer of the product may depend on it.
const hostileZone = { TZ: 'Pacific/Chatham' };

export default defineConfig({
  test: {
    // Most of the time is spent waiting, on the smallest machine too. Files that share a process (isolate: false) load the
    // product once.
    maxWorkers: 3,
    // Once for all projects: they share the one PostgreSQL of the run.
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      {
        test: { name: 'unit', isolate: false, include: ['test/unit/**/*.test.ts'], env: hostileZone },
      },
      {
        // Properties of the unit tests over everything instead of a sample.
        test: { name: 'whole', include: ['test/whole/**/*.test.ts'], env: hostileZone },
      },
      {
        test: {
          name: 'contract',
          isolate: false,
          include: ['test/contract/**/*.test.ts'],
          env: hostileZone,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false,
          include: ['test/integration/**/*.test.ts'],
          env: hostileZone,
          testTimeout: 30_000,
          retry,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          env: hostileZone,
          testTimeout: 90_000,
          retry,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
