// Our own: the usual queues know no turns between those who wait.

/** A mail that waits, as far as its turn is concerned. */
type Waiting = { id: number; priority: number; orderId: number | null };

/**
 * In which sequence mails go: by urgency, and among those that are alike in turns between orders, one of each after the
 * other. So nobody waits behind the two hundred tickets of somebody else's order.
 */
export function inFairTurns<T extends Waiting>(waiting: readonly T[]): T[] {
  const ofOrder = new Map<number, number>();
  const turns = [...waiting]
    .sort((a, b) => a.id - b.id)
    .map((mail) => {
      const turn = mail.orderId === null ? 0 : (ofOrder.get(mail.orderId) ?? 0);
      if (mail.orderId !== null) ofOrder.set(mail.orderId, turn + 1);
      return { mail, turn };
    });
  return turns
    .sort((a, b) => a.mail.priority - b.mail.priority || a.turn - b.turn || a.mail.id - b.mail.id)
    .map(({ mail }) => mail);
}

export type Lanes<T> = {
  /** What waits, first to last; some of it may have begun. Asked again once all of it has, and when somebody wakes. */
  look(): Promise<readonly T[]>;
  /** How many may be under way now; 0: no more begin. */
  room(): number;
  send(mail: T): Promise<void>;
  /** Calls when there may be more to look for; answers how to end that. */
  onWake(wake: () => void): () => void;
};

/**
 * Sends what waits, as many at once as there is room for, but mails to one address one after the other. Whoever is slow holds
 * up one lane: what comes meanwhile goes past it. Ends when nothing is left and all that began has ended.
 * @throws the first thing that went wrong, after the rest has ended
 */
export async function inLanes<T extends { id: number; recipient: string }>({ look, room, send, onWake }: Lanes<T>) {
  const underWay = new Map<string, { id: number; ended: Promise<void> }>();
  const failures: unknown[] = [];
  let left: T[] = [];
  let mayBeMore = true;
  let woken = Promise.withResolvers<void>();
  const begin = (mail: T) => {
    const ended = send(mail)
      .catch((error) => failures.push(error))
      .then(() => void underWay.delete(mail.recipient));
    underWay.set(mail.recipient, { id: mail.id, ended });
    mayBeMore = true;
  };
  /** Whether there is one more that may begin. */
  const next = async (): Promise<T | null> => {
    for (;;) {
      const at = left.findIndex(({ recipient }) => !underWay.has(recipient));
      if (at >= 0) return left.splice(at, 1)[0] ?? null;
      if (!mayBeMore) return null;
      mayBeMore = false;
      const begun = new Set([...underWay.values()].map(({ id }) => id));
      left = (await look()).filter(({ id }) => !begun.has(id));
    }
  };
  const endWaking = onWake(() => {
    mayBeMore = true;
    woken.resolve();
  });
  try {
    for (;;) {
      while (failures.length === 0 && underWay.size < room()) {
        const mail = await next();
        if (!mail) break;
        begin(mail);
      }
      if (underWay.size === 0) break;
      await Promise.race([woken.promise, ...[...underWay.values()].map(({ ended }) => ended)]);
      woken = Promise.withResolvers();
    }
  } finally {
    endWaking();
  }
  if (failures.length > 0) throw failures[0];
}
