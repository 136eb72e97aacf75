/** What the trainer of a practice table knows: what each decision cost, and why. */

import type { AdviseAnswer, AdviseRequest } from '../shared/protocol';

/** A decision that was made, with what advice says of it once it is there. */
export interface Judged {
  readonly round: string;
  readonly situation: AdviseRequest;
  /** `fold`, `1x`, `2x` or `3x`. */
  readonly action: string;
  readonly anteCents: number;
  readonly advice: AdviseAnswer | null;
}

export class Trainer {
  /** Newest last. */
  judged = $state.raw<readonly Judged[]>([]);
  /** Whether the felt shows nothing new until the player has read what a decision cost. */
  holding = $state(false);

  /** The player has decided; called before the table answers. */
  decided(round: string, situation: AdviseRequest, action: string, anteCents: number): void {
    this.judged = [...this.judged, { round, situation, action, anteCents, advice: null }];
  }

  /** The player has read on. */
  goOn(): void {
    this.holding = false;
  }
}
