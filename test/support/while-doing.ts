import pg from 'pg';
import { until } from './until.ts';

/** Does `work` while somebody else is about to do something (`sql`), who is done as soon as `work` waits for that. */
export async function whileDoing<T>(databaseUrl: string, sql: string, work: () => Promise<T>): Promise<T> {
  const [doing, looking] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([doing.connect(), looking.connect()]);
  try {
    await doing.query('begin');
    await doing.query(sql);
    const done = work();
    done.catch(() => undefined);
    await until('somebody waits', async () => {
      const { rows } = await looking.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await doing.query('commit');
    return await done;
  } finally {
    await Promise.all([doing.end(), looking.end()]);
  }
}
