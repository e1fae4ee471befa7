import { Injectable } from '@nestjs/common';
import { ServiceClient } from '#messaging';

const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of package files by hash: immutable, so they are kept until memory is needed, least recently used out first. */
@Injectable()
export class SkillFiles {
  private readonly kept = new Map<string, Promise<Buffer>>();
  private bytes = 0;

  constructor(private readonly client: ServiceClient) {}

  /** @throws Refusal `unavailable` when the ledger cannot be reached and the file is not kept. */
  async get(hash: string): Promise<Buffer> {
    const known = this.kept.get(hash);
    if (known !== undefined) {
      this.kept.delete(hash);
      this.kept.set(hash, known);
      return known;
    }
    const asked = this.client
      .ask('ledger.blob', { body: { hash } })
      .then(({ content }) => Buffer.from(content, 'base64'));
    this.kept.set(hash, asked);
    try {
      this.bytes += (await asked).length;
      await this.evict();
      return await asked;
    } catch (error) {
      this.kept.delete(hash);
      throw error;
    }
  }

  private async evict(): Promise<void> {
    for (const [hash, content] of this.kept) {
      if (this.bytes <= MAX_BYTES || this.kept.size === 1) return;
      this.kept.delete(hash);
      this.bytes -= (await content).length;
    }
  }
}
