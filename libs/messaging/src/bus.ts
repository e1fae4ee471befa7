import { Logger } from '@nestjs/common';
import { connect, Events, type JetStreamClient, type JetStreamManager, type NatsConnection } from 'nats';
import { Subjects } from '#contracts';

export interface ConnectOptions {
  /** `nats://user:password@host:port`, or several of one login, separated by commas. */
  url: string;
  /** Shown in the server's list of connections. */
  name: string;
  /** Who speaks here: token of its `as` subjects and of its inboxes. */
  credential: string;
}

/** A JetStream call that was on its way while the server restarted is never answered, so calls wait shortly and are repeated. */
const JETSTREAM_TIMEOUT_MS = 2_000;

/** Connects once; a server that goes away later is waited for without end. */
export function connectNats({ url, name, credential }: ConnectOptions): Promise<NatsConnection> {
  const servers = url.split(',').map((server) => new URL(server));
  const { username, password, protocol } = servers[0]!;
  return connect({
    servers: servers.map(({ hostname, port }) => `${hostname}:${port === '' ? 4222 : port}`),
    name,
    inboxPrefix: `_INBOX.${credential}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' && { tls: {} }),
  });
}

/** The connection of one credential, and what is derived from it. */
export class Bus {
  private readonly logger = new Logger(Bus.name);

  constructor(
    readonly connection: NatsConnection,
    readonly subjects: Subjects,
    readonly credential: string,
  ) {
    void this.report();
  }

  /** @param prefix see {@link Subjects}. @throws when no server answers. */
  static async connect({ prefix = '', ...options }: ConnectOptions & { prefix?: string }): Promise<Bus> {
    return new Bus(await connectNats(options), new Subjects(prefix), options.credential);
  }

  get jetstream(): JetStreamClient {
    return this.connection.jetstream({ timeout: JETSTREAM_TIMEOUT_MS });
  }

  manager(): Promise<JetStreamManager> {
    return this.connection.jetstreamManager({ timeout: JETSTREAM_TIMEOUT_MS });
  }

  get connected(): boolean {
    return !this.connection.isClosed() && !this.reconnecting;
  }

  /** Sends what is buffered, then closes. Harmless when already closed. */
  async close(): Promise<void> {
    if (this.connection.isClosed()) return;
    // A server that is away cannot take what is left: then there is nothing to wait for.
    if (this.reconnecting) await this.connection.close();
    else await this.connection.drain();
  }

  private reconnecting = false;

  private async report(): Promise<void> {
    for await (const { type, data } of this.connection.status()) {
      if (type === Events.Disconnect) {
        this.reconnecting = true;
        this.logger.warn('NATS is away; waiting for it');
      } else if (type === Events.Reconnect) {
        this.reconnecting = false;
        this.logger.log('NATS is back');
      } else if (type === Events.Error) {
        this.logger.warn(`NATS says ${JSON.stringify(data)}`);
      }
    }
  }
}
