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
  const fail = (error: unknown) => void failures.push(error);
  const begin = (mail: T) => {
    const ended = send(mail)
      .catch(fail)
      .then(() => void underWay.delete(mail.recipient));
    underWay.set(mail.recipient, { id: mail.id, ended });
    mayBeMore = true;
  };
  const lookAgain = async () => {
    mayBeMore = false;
    const begun = new Set([...underWay.values()].map(({ id }) => id));
    left = (await look()).filter(({ id }) => !begun.has(id));
  };
  const endWaking = onWake(() => {
    mayBeMore = true;
    woken.resolve();
  });
  for (;;) {
    // Asked anew before each: whoever is to stop may say so while one looks.
    while (failures.length === 0 && underWay.size < room()) {
      const at = left.findIndex(({ recipient }) => !underWay.has(recipient));
      const [next] = at < 0 ? [] : left.splice(at, 1);
      if (next) begin(next);
      else if (mayBeMore) await lookAgain().catch(fail);
      else break;
    }
    if (underWay.size === 0) break;
    await Promise.race([woken.promise, ...[...underWay.values()].map(({ ended }) => ended)]);
    woken = Promise.withResolvers();
  }
  endWaking();
  if (failures.length > 0) throw failures[0];
}
