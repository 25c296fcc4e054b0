import pg from 'pg';
import type { Json } from './product.ts';

/** The rows that a statement answers, asked of the database behind the product's back. */
export async function queryRows(databaseUrl: string, sql: string): Promise<Json[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Json[];
  } finally {
    await client.end();
  }
}
