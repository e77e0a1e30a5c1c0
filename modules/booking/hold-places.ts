import { holdPlaces } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { maxPeople } from '#modules/orders/rules/entry-check.ts';
import { turnOf } from '#modules/waiting-room/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { countAtOnce, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** Visits are made by whoever sits at a network address, as many as they like. */
const heldOfNetwork: Limit = { name: 'place-holds', most: 1000, windowMs: hours(1), per: 'address' };

type Filling = { deps: Pick<Deps, 'config'>; viewer: Viewer; clientAddress: string };

/** Keeps the places of a draft where its event wants that; a network that held too many goes on without. */
export async function holdForDraft(
  work: Work,
  { deps, viewer, clientAddress }: Filling,
  { event, competitions, organizers }: Catalog,
  teams: readonly DraftTeam[],
): Promise<void> {
  if (event.placeHoldMinutes === null) return;
  // Places are kept for those whose turn it is.
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
