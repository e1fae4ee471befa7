export interface HeldLock {
  release(): void;
}

export interface LockHolder {
  /** 0 while the holder is just writing the lock file. */
  pid: number;
}

export function processStart(pid: number): string | undefined;
export function claimLock(path: string): HeldLock | { holder: LockHolder };
export function withLock<T>(path: string, work: () => Promise<T>, onWait?: (pid: number) => void): Promise<T>;
