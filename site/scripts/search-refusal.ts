/** The reason why search is not available. */
export class SearchRefusal extends Error {
  readonly reason: 'missing' | 'failed';

  constructor(reason: SearchRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
