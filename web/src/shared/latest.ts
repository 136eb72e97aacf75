/** Questions of one kind, of which only the newest counts: an answer that arrives after a later question is dropped. */
export class Latest {
  #newest = 0;

  /** The answer, or null where something newer was asked meanwhile. */
  async only<T extends object>(asked: Promise<T>): Promise<T | null> {
    const number = ++this.#newest;
    const answer = await asked;
    return number === this.#newest ? answer : null;
  }

  /** Nothing that is on its way counts any more. */
  drop(): void {
    this.#newest += 1;
  }
}
