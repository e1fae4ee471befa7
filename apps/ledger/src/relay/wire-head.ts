import type { SignedHead } from '#contracts';
import type { SignedHead as StoredHead } from '#event-store';

/** A signed head as it goes over the wire. */
export const wireHead = ({ position, chain, epoch, time, key, signature }: StoredHead): SignedHead => ({
  position: position.toString(),
  chain,
  epoch: String(epoch),
  time,
  key,
  signature,
});
