export interface LockRepository {
  /** Waits for whoever has taken that name, and has it until the transaction ends. Only within one. */
  take(name: string): Promise<void>;
}
