import * as z from 'zod';
import { api, tagged } from '#src/platform/http.ts';
import { priceAnswer, priceShape } from '../answers.ts';
import { loadEventOf } from '../event/load.ts';
import { onRecord, written } from '../event/manage.ts';
import type { Catalog } from '../rules/catalog.ts';
import { priceInput } from '../shapes.ts';
import { createPrice, deletePrice, updatePrice } from './keep-prices.ts';
import { sortPrices } from './sort-prices.ts';

const priceOf = (priceId: number) => (catalog: Catalog) =>
  catalog.competitions.flatMap(({ prices }) => prices).find((price) => price.id === priceId);

export const pricesApi = tagged('Prices (management)', [
  api(
    {
      method: 'post',
      path: '/api/admin/competition-prices/{competitionId}',
      may: 'event.change',
      summary: 'Make a price',
      load: loadEventOf('competition', 'competitionId'),
      body: priceInput,
      answer: z.object({ competitionPrice: priceAnswer }),
    },
    (call) =>
      onRecord(call, 'competition', call.params.competitionId, async (work, eventId) => {
        const priceId = await createPrice(work, call.params.competitionId, call.body);
        return { competitionPrice: priceShape(await written(work, eventId, priceOf(priceId))) };
      }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/competition-prices/{competitionPriceId}',
      may: 'event.change',
      summary: 'Change a price; quantity is what is still to be sold',
      load: loadEventOf('price', 'competitionPriceId'),
      body: priceInput,
      answer: z.object({ competitionPrice: priceAnswer }),
    },
    (call) =>
      onRecord(call, 'price', call.params.competitionPriceId, async (work, eventId) => {
        const { competitionPriceId } = call.params;
        await updatePrice(work, competitionPriceId, call.body);
        return { competitionPrice: priceShape(await written(work, eventId, priceOf(competitionPriceId))) };
      }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/competition-prices/{competitionPriceId}',
      may: 'event.change',
      summary: 'Delete a price at which nobody bought',
      load: loadEventOf('price', 'competitionPriceId'),
    },
    async (call) => {
      const { competitionPriceId } = call.params;
      await onRecord(call, 'price', competitionPriceId, (work) => deletePrice(work, competitionPriceId));
      return undefined;
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/competition-prices/{competitionId}/order',
      may: 'event.change',
      summary: 'Put all prices of a competition in order',
      load: loadEventOf('competition', 'competitionId'),
      body: z.object({ competitionPriceIds: z.array(z.int().positive()).max(1000) }),
      answer: z.object({ rows: z.array(priceAnswer) }),
    },
    (call) =>
      onRecord(call, 'competition', call.params.competitionId, async (work, eventId) => {
        const { competitionId } = call.params;
        await sortPrices(work, competitionId, call.body.competitionPriceIds);
        const { prices } = await written(work, eventId, ({ competitions }) =>
          competitions.find(({ id }) => id === competitionId),
        );
        return { rows: prices.map(priceShape) };
      }),
  ),
]);
