/** What the database driver and its pool call a server that cannot be reached, is starting, or is full. */
const KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);
/** SQLSTATE classes 08 (connection), 53 (resources), 57P (operator intervention). */
const SQLSTATES = /^(08|53|57P)/;
/** The pool's own errors have no code. */
const POOL_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
/** A transaction that got no connection in time. */
const NO_CONNECTION = 'P2028';

/**
 * Whether an error means that the database is out of reach, so that the same request may succeed later. Read from the
 * error's shape, because every statement anywhere can end this way.
 */
export function isOutOfReach(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, meta, message } = thrown as Error & { code?: unknown; meta?: Meta };
  // What breaks at the beginning or the end of a transaction comes as the driver's own.
  const cause = (meta?.driverAdapterError ?? (thrown as Meta['driverAdapterError']))?.cause;
  return (
    code === NO_CONNECTION ||
    POOL_MESSAGES.test(message) ||
    KINDS.has(cause?.kind ?? '') ||
    [code, cause?.originalCode].some((known) => typeof known === 'string' && SQLSTATES.test(known))
  );
}

type Meta = { driverAdapterError?: { cause?: { kind?: string; originalCode?: string } } };
