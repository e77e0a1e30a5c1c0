import * as z from 'zod';
import { catalogOf, loadEventOf, onEvent } from '#modules/events/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import { api, tagged } from '#src/web/http.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { listDiscountOf, listMembers, memberSource } from './read-list.ts';
import { saveList } from './save-list.ts';
import { changedAnswer, listedAnswer, listInput } from './shapes.ts';

const discountIn = async (reader: Reader | Tx, eventId: number, discountId: number) =>
  listDiscountOf(present(await catalogOf(reader, eventId), 'a discount has an event'), discountId);

const path = '/api/admin/discounts/{discountId}/members';
const params = z.object({ discountId: z.coerce.number().int().positive() });
const load = loadEventOf('discount', 'discountId');

export const memberListsApi = tagged('Discounts (management)', [
  api(
    {
      method: 'get',
      path,
      may: 'event.change',
      summary: 'Lists the members of a discount list and who used the discount',
      params,
      load,
      query: listQueryOf(memberSource(0)),
      answer: listedAnswer,
    },
    async ({ deps, record: eventId, params: { discountId }, query }) => {
      await discountIn(deps.read, eventId, discountId);
      return listMembers(deps.read, discountId, query);
    },
  ),
  api(
    {
      method: 'post',
      path,
      may: 'event.change',
      summary: 'Adds or removes members of a discount list, all or none',
      params,
      load,
      body: listInput,
      answer: changedAnswer,
    },
    (call) =>
      onEvent(call, call.record, async (work, eventId) =>
        saveList(work, eventId, await discountIn(work.tx, eventId, call.params.discountId), call.body, call.viewer),
      ),
  ),
]);
