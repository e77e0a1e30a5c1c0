import { holdPlaces } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { maxPeople } from '#modules/orders/rules/order-size.ts';
import { turnOf } from '#modules/waiting-room/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { countAtOnce, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** A network address may start any number of visits. */
const heldOfNetwork: Limit = { name: 'place-holds', most: 1000, windowMs: hours(1), per: 'address' };

type Filling = { deps: Pick<Deps, 'config'>; viewer: Viewer; clientAddress: string };

/** Holds the places of a draft if its event wants that. A network over the limit continues without a hold. */
export async function holdForDraft(
  work: Work,
  { deps, viewer, clientAddress }: Filling,
  { event, competitions, organizers }: Catalog,
  teams: readonly DraftTeam[],
): Promise<void> {
  if (event.placeHoldMinutes === null) return;
  // Only for visits whose turn it is.
  if ((await turnOf(work.tx, { event, organizers }, viewer, work.now)).kind === 'wait') return;
  await holdPlaces(work, {
    eventId: event.id,
    buyer: viewer,
    wanted: teams.map(({ competitionId, participants }) => ({ competitionId, size: participants.length })),
    most: maxPeople(competitions),
    mayGrow: async (times) => {
      try {
        await countAtOnce(work, [{ limit: heldOfNetwork, key: clientAddress, times }], deps.config.limitFactor);
        return true;
      } catch (error) {
        if (error instanceof Problem && error.code === 'TOO_MANY_REQUESTS') return false;
        throw error;
      }
    },
  });
}
