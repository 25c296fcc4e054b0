import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Behaviour } from './fake-http.ts';

export type MailReceived = { readonly from: string; readonly to: string[]; readonly raw: string };

export type FakeSmtp = {
  readonly url: string;
  readonly received: MailReceived[];
  /** How many messages have come in whole, taken or not. */
  readonly attempts: () => number;
  readonly behave: (
    behaviour: Behaviour | { kind: 'refuseRecipient' | 'dropAtSender' | 'muteGreeting' },
  ) => void;
  readonly close: () => Promise<void>;
};

/** Behaviours in which a mail has arrived, whatever is said of it. */
const KEEPING = new Set(['hangAfter', 'dropAfter', 'ok', 'refuseRecipient', 'dropAtSender', 'muteGreeting']);

/** A mail server that wants a login. Failures come after the final dot unless their name says otherwise. */
export async function startFakeSmtp(login: { user: string; password: string }): Promise<FakeSmtp> {
  const received: MailReceived[] = [];
  let attempts = 0;
  let behaviour: Parameters<FakeSmtp['behave']>[0] = { kind: 'ok' };

  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 1,
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === login.user && auth.password === login.password;
      if (isRight) done(null, { user: login.user });
      else done(withCode(535, 'wrong login'));
    },
    onConnect: (_session, done) => {
      if (behaviour.kind !== 'muteGreeting') done();
    },
    onMailFrom: (_address, _session, done) => {
      if (behaviour.kind === 'dropAtSender') dropAll();
      else done();
    },
    onRcptTo: (_address, _session, done) => {
      if (behaviour.kind === 'refuseRecipient') done(withCode(550, 'no such mailbox'));
      else done();
    },
    onData: (stream, session, done) => {
      void readAll(stream).then((raw) => {
        attempts += 1;
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((a) => a.address),
          raw,
        };
        finish(mail, done);
      });
    },
  });

  const finish = (mail: MailReceived, done: (error?: Error | null) => void): void => {
    const { kind } = behaviour;
    if (KEEPING.has(kind)) received.push(mail);
    if (kind === 'hang' || kind === 'hangAfter') return;
    if (kind === 'drop' || kind === 'dropAfter') dropAll();
    else done(refusalOf(behaviour));
  };
  const dropAll = (): void => {
    for (const connection of server.connections) {
      (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
    }
  };

  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const { user, password } = login;
  return {
    url: `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    received,
    attempts: () => attempts,
    behave: (next) => {
      behaviour = next;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      dropAll();
      await closed;
    },
  };
}

function withCode(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Null where the mail is taken. */
function refusalOf(behaviour: Parameters<FakeSmtp['behave']>[0]): Error | null {
  if (behaviour.kind === 'tooMany') return withCode(450, 'too many messages');
  if (behaviour.kind === 'broken') return withCode(behaviour.status ?? 421, 'something broke here');
  return behaviour.kind === 'refuse' ? withCode(Number(behaviour.with), 'never') : null;
}
