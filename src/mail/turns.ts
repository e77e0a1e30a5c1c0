// Our own: the usual queues have no fair turns.

type Waiting = { id: number; priority: number; orderId: number | null };

/**
 * The order in which mails go: by urgency, then in turns between orders, so that nobody waits behind two hundred tickets of one
 * order.
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
  /** Waiting items in order, some of them possibly under way. Called again when all have begun, and on wake. */
  look(): Promise<readonly T[]>;
  /** Free slots; 0 stops new ones. */
  room(): number;
  send(mail: T): Promise<void>;
  /** Subscribes to new items; returns the end of the subscription. */
  onWake(wake: () => void): () => void;
};

/**
 * Sends waiting items in parallel as far as there is room, but one after the other to one address. A slow item blocks one lane;
 * later ones pass it. Returns when nothing is left and all have ended.
 * @throws the first error, after the rest ended
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
    // Checked before each, because it may be stopped meanwhile.
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
