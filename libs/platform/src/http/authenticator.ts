import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Refusal, type Credential } from '#contracts';
import { Configuration } from '#messaging';

const BEARER = /^Bearer +mrg\.([a-z0-9][a-z0-9_-]{0,62})\.([\x21-\x7e]{1,200}) *$/i;
/** Compared with where there is no such credential, so that both refusals take as long. */
const NO_HASH = '0'.repeat(64);

/** Proves who asks over HTTP: `Authorization: Bearer mrg.<credential>.<secret>`. */
@Injectable()
export class Authenticator {
  constructor(private readonly configuration: Configuration) {}

  /** @throws Refusal `unauthenticated`; `unavailable` before the ledger has answered */
  async authenticate(authorization: string | undefined): Promise<Credential> {
    const [, id, secret] = BEARER.exec(authorization ?? '') ?? [];
    if (id === undefined || secret === undefined) throw new Refusal('unauthenticated');
    await this.configuration.authenticate(id);
    const known = this.configuration.known(id);
    const given = createHash('sha256').update(secret).digest();
    const proven = timingSafeEqual(given, Buffer.from(known?.secretHash ?? NO_HASH, 'hex'));
    if (known === undefined || !proven) throw new Refusal('unauthenticated');
    return known;
  }
}
