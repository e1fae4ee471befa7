import type { DeclaredCredential } from './access/credentials.service.js';

/** How the ledger of this process starts. */
export class LedgerOptions {
  clock: 'system' | 'simulated' = 'system';
  /** ISO-8601; where a simulated clock begins that was never set before. Default: now. */
  clockStart?: string | undefined;
  /** Credentials that are issued at the start unless they are there. */
  credentials: readonly DeclaredCredential[] = [];
}
