import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'nats';
import {
  Refusal,
  type Configuration as Known,
  type Credential,
  type KnownCredential,
  type SettingKey,
} from '#contracts';
import { SettingsState } from '#domain';
import { Bus } from './bus.js';
import { FollowedClock, type Clock } from './followed-clock.js';
import { LOCAL, serviceCredential, type Identity } from './identities.js';
import { MessagingOptions } from './messaging.options.js';
import { ServiceClient } from './service-client.js';

/** Messages are hints that may be lost; this is the guarantee. */
const POLL_MS = 5_000;
const RETRY_MS = 200;
/** An unknown credential may have been issued this moment, so it is asked for; strangers cannot make us ask more often. */
const MISS_MS = 250;

/** Settings, credentials and the clock, as the ledger says; kept current. */
@Injectable()
export class Configuration implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(Configuration.name);
  private readonly followed = new FollowedClock();
  private readonly subscriptions: Subscription[] = [];
  private settings: SettingsState;
  private credentials = new Map<string, KnownCredential>();
  private at?: string;
  private asked?: Promise<void>;
  private askedAt = 0;
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private becameReady!: () => void;

  /** Resolves once the ledger has answered. */
  readonly ready = new Promise<void>((resolve) => {
    this.becameReady = resolve;
  });

  constructor(
    private readonly bus: Bus,
    private readonly client: ServiceClient,
    private readonly options: MessagingOptions,
  ) {
    this.settings = new SettingsState(options.production);
  }

  onModuleInit(): void {
    const { subjects, connection } = this.bus;
    const changed = (): void => void this.refresh().catch(() => undefined);
    this.subscriptions.push(
      connection.subscribe(subjects.verb('log.settings.>'), { callback: changed }),
      connection.subscribe(subjects.verb('log.access.>'), { callback: changed }),
      connection.subscribe(subjects.clock, {
        callback: (_error, message) => this.followed.announce(message.data),
      }),
    );
    this.follow();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) subscription.unsubscribe();
  }

  /** The clock of the deployment: for everything that decides. */
  get clock(): Clock {
    return this.followed;
  }

  /** Position of the log up to which this is current; undefined before the first answer. */
  get position(): string | undefined {
    return this.at;
  }

  /** The narrowest value set for the scope, else the default. @throws Refusal `unavailable` before the first answer */
  setting<T>(key: SettingKey, scope: { agent?: string; skill?: string } = {}): T {
    this.demandReady();
    return this.settings.get(key, scope) as T;
  }

  /** False where any scope switched learning off. */
  learning(agent?: string, skill?: string): boolean {
    this.demandReady();
    return this.settings.learning(agent, skill);
  }

  /** A credential that may act now; revoked ones are none. */
  credential(id: string): Credential | undefined {
    return serviceCredential(id) ?? this.known(id);
  }

  /** The same with the hash of its secret; our own apps have none here. */
  known(id: string): KnownCredential | undefined {
    const known = this.credentials.get(id);
    return known?.revoked === false ? known : undefined;
  }

  /** Who speaks on a subject that names `id`, or none. Undefined for strangers. */
  identify(id: string | undefined): Identity | undefined {
    if (id === undefined) return this.options.allowShortSubjects ? LOCAL : undefined;
    const credential = this.credential(id);
    return credential && { credential, proven: true };
  }

  /** As {@link identify}, looking again for what was not known. @throws Refusal `unauthenticated`, `unavailable` */
  async authenticate(id: string | undefined): Promise<Identity> {
    let identity = this.identify(id);
    if (identity === undefined && id !== undefined && Date.now() - this.askedAt > MISS_MS) {
      await this.refresh();
      identity = this.identify(id);
    }
    if (identity !== undefined) return identity;
    if (id === undefined) throw new Refusal('unauthenticated', 'Short subjects are off; speak below as.<credential>.');
    this.demandReady();
    throw new Refusal('unauthenticated');
  }

  /** Asks the ledger now; those who come while it is under way share the answer that begins after them. */
  refresh(): Promise<void> {
    this.asked ??= Promise.resolve().then(async () => {
      this.askedAt = Date.now();
      // Cleared before the answer: it may not hold what the next caller has just changed.
      const asking = this.client.ask('ledger.configuration', { timeoutMs: 2_000 });
      this.asked = undefined;
      this.take(await asking);
    });
    return this.asked;
  }

  private take({ position, settings, credentials, clock }: Known): void {
    this.followed.read(clock);
    if (this.at !== undefined && BigInt(position) < BigInt(this.at)) return;
    const state = new SettingsState(this.options.production);
    for (const data of settings)
      state.apply({ type: 'settings.changed', stream: 'settings', time: '', position, data });
    this.settings = state;
    this.credentials = new Map(credentials.map((credential) => [credential.id, credential]));
    this.at = position;
    this.becameReady();
  }

  private follow(): void {
    const again = (ms: number): void => {
      if (!this.stopped) this.timer = setTimeout(() => this.follow(), ms).unref();
    };
    this.refresh().then(
      () => again(POLL_MS),
      (error: unknown) => {
        if (this.at !== undefined) this.logger.warn(`the ledger does not answer: ${String(error)}`);
        again(this.at === undefined ? RETRY_MS : POLL_MS);
      },
    );
  }

  private demandReady(): void {
    if (this.at === undefined) throw new Refusal('unavailable', 'The ledger has not answered yet.', { retryAfter: 1 });
  }
}
