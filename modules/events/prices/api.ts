import { tagged } from '#src/web/http.ts';
import { priceAnswer, priceShape } from '../answers.ts';
import { recordCalls } from '../records/api.ts';
import { priceInput } from '../shapes.ts';
import { createPrice, updatePrice } from './save-prices.ts';

export const pricesApi = tagged(
  'Prices (management)',
  recordCalls({
    kind: 'price',
    below: '/api/admin/competition-prices/{competitionId}',
    one: '/api/admin/competition-prices/{competitionPriceId}',
    as: 'competitionPrice',
    answer: priceAnswer,
    shape: priceShape,
    rows: ({ competitions }, competitionId) =>
      competitions.filter(({ id }) => id === (competitionId ?? id)).flatMap(({ prices }) => prices),
    newInput: priceInput,
    input: priceInput,
    create: createPrice,
    update: updatePrice,
    summaries: {
      create: 'Make a price',
      update: 'Change a price; quantity is what is still to be sold',
      remove: 'Delete a price at which nobody bought',
      sort: 'Put all prices of a competition in order',
    },
  }),
);
