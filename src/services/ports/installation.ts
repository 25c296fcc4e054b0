/** What belongs to the installation itself: generated secrets, markers of the first start. */
export interface InstallationRepository {
  get(key: string): Promise<string | null>;
  /** Stores `value` unless there is one already; answers what is stored (the first writer wins). */
  getOrPut(key: string, value: string): Promise<string>;
}
