import { Injectable } from '@nestjs/common';
import { ServiceClient } from '#messaging';

const MAX_BYTES = 64 * 1024 * 1024;

/** Bytes of package files by hash: immutable, so they are kept until memory is needed, least recently used out first. */
@Injectable()
export class SkillFiles {
  private readonly kept = new Map<string, { content: Promise<Buffer>; size: number }>();
  private bytes = 0;

  constructor(private readonly client: ServiceClient) {}

  /** @throws Refusal `unavailable` when the ledger cannot be reached and the file is not kept. */
  get(hash: string): Promise<Buffer> {
    const known = this.kept.get(hash) ?? this.ask(hash);
    // Used last: back to the end of the line.
    this.kept.delete(hash);
    this.kept.set(hash, known);
    return known.content;
  }

  private ask(hash: string): { content: Promise<Buffer>; size: number } {
    const content = this.client
      .ask('ledger.blob', { body: { hash } })
      .then((reply) => Buffer.from(reply.content, 'base64'));
    // What is still asked for weighs nothing, so that it is not given up before it has come.
    const file = { content, size: 0 };
    content.then(
      ({ length }) => {
        file.size = length;
        this.bytes += length;
        this.evict();
      },
      () => this.kept.delete(hash),
    );
    return file;
  }

  private evict(): void {
    for (const [hash, { size }] of this.kept) {
      if (this.bytes <= MAX_BYTES) return;
      if (size === 0) continue;
      this.kept.delete(hash);
      this.bytes -= size;
    }
  }
}
