import { Injectable } from '@nestjs/common';
import { Bus, Configuration } from '#messaging';

export interface Health {
  status: 'ok' | 'unavailable';
  /** Every part with whether it is there. */
  parts: Record<string, boolean>;
}
export type HealthCheck = () => boolean | Promise<boolean>;

/** A part that does not say is one that is not there. */
const PATIENCE_MS = 2_000;

/** What this process needs to do its work, and whether it is there. Apps add their parts. */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, HealthCheck>();

  constructor(bus: Bus, configuration: Configuration) {
    this.add('nats', () => bus.connected);
    this.add('ledger', () => configuration.position !== undefined);
  }

  add(part: string, check: HealthCheck): void {
    this.checks.set(part, check);
  }

  async look(): Promise<Health> {
    const parts = await Promise.all(
      [...this.checks].map(async ([part, check]) => [part, await settled(check)] as const),
    );
    const status = parts.every(([, there]) => there) ? 'ok' : 'unavailable';
    return { status, parts: Object.fromEntries(parts) };
  }
}

async function settled(check: HealthCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PATIENCE_MS)));
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
