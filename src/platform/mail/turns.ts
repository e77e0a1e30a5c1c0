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

/**
 * Runs `send` for each, as many at once as there are lanes, but mails to one address one after the other. It begins no
 * more once one answers false; what is under way is waited for.
 */
export async function inLanes<T extends { recipient: string }>(
  mails: readonly T[],
  lanes: number,
  send: (mail: T) => Promise<boolean>,
): Promise<void> {
  const left = [...mails];
  const reached = new Set<string>();
  let goesOn = true;
  const lane = async () => {
    while (goesOn) {
      const at = left.findIndex(({ recipient }) => !reached.has(recipient));
      const [mail] = at < 0 ? [] : left.splice(at, 1);
      // Whoever writes to that address goes on with the rest.
      if (!mail) return;
      reached.add(mail.recipient);
      try {
        if (!(await send(mail))) goesOn = false;
      } finally {
        reached.delete(mail.recipient);
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
