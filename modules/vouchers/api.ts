import * as z from 'zod';
import { loadEvent, loadManagedEvents, onEvent, publicCatalog } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { limitCodeGuesses } from './code-attempts.ts';
import {
  codeSource,
  listCodes,
  listVoucherTypes,
  typeSource,
  voucherStatistics,
  voucherTypeOf,
} from './read-management.ts';
import { vouchersOfCodes } from './read-vouchers.ts';
import { refuse } from './rules/problems.ts';
import { isValid } from './rules/voucher.ts';
import { createCode, generateCodes, turnCodes } from './save-codes.ts';
import { createVoucherType, requirePlatform, updateVoucherType } from './save-voucher-types.ts';
import {
  codeInput,
  codesInput,
  generateInput,
  listedVoucherAnswer,
  newVoucherTypeInput,
  statisticsAnswer,
  voucherAnswer,
  voucherTypeAnswer,
  voucherTypeInput,
} from './shapes.ts';

export const publicVoucherApi = tagged('Booking and orders', [
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}/vouchers/{code}',
      may: 'site.read',
      refuses: ['INVALID_VOUCHER_CODE', 'INVALID_VOUCHER_EVENT', 'INVALID_VOUCHER_EXPIRED'],
      summary: 'Returns the discount of a voucher code and its status, also when it is used or deactivated',
      params: z.object({ eventId: z.string(), code: z.string() }),
      answer: z.object({ voucher: voucherAnswer }),
    },
    async ({ deps, viewer, clientAddress, now, params: { eventId, code } }) => {
      const { event } = await publicCatalog(deps.read, eventId);
      return limitCodeGuesses({ deps, viewer, clientAddress, now, eventId: event.id }, [code], async () => {
        const [voucher] = await vouchersOfCodes(deps.read, event.id, [code.slice(0, 100)]);
        if (!voucher) return refuse('INVALID_VOUCHER_CODE', { code });
        if (voucher.eventId !== event.id) refuse('INVALID_VOUCHER_EVENT', { code });
        if (!isValid(voucher, now)) refuse('INVALID_VOUCHER_EXPIRED', { code });
        return { voucher };
      });
    },
  ),
]);

const madeType = z.object({ voucherTypeId: z.int() });

/** 0 for an unknown type: an event without managers. */
const eventOf = async (deps: Deps, voucherTypeId: number): Promise<number> =>
  (await voucherTypeOf(deps.read, voucherTypeId))?.eventId ?? 0;

const loadType = async (call: { deps: Deps; viewer: Viewer; may: Permission; params: { voucherTypeId: number } }) =>
  loadEvent({ ...call, params: { eventId: await eventOf(call.deps, call.params.voucherTypeId) } });

export const vouchersApi = tagged('Vouchers (management)', [
  api(
    {
      method: 'post',
      path: '/api/vouchers/type',
      may: 'event.change',
      summary: 'Creates a voucher type',
      load: loadManagedEvents,
      body: newVoucherTypeInput,
      answer: madeType,
    },
    (call) =>
      onEvent(call, call.body.eventId, async (work) => {
        await requirePlatform(work, call.viewer, { wanted: call.body });
        return { voucherTypeId: await createVoucherType(work, call.body, call.viewer) };
      }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/vouchers/types/{voucherTypeId}',
      may: 'event.change',
      refuses: ['RESOURCE_IN_USE'],
      summary: 'Changes a voucher type',
      load: loadType,
      body: voucherTypeInput,
      answer: madeType,
    },
    async (call) => {
      const { voucherTypeId } = call.params;
      await onEvent(call, call.record, async (work) => {
        await requirePlatform(work, call.viewer, { voucherTypeId, wanted: call.body });
        await updateVoucherType(work, voucherTypeId, call.body, call.viewer);
      });
      return { voucherTypeId };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/vouchers',
      may: 'event.change',
      summary: 'Generates random codes of a voucher type',
      load: loadManagedEvents,
      body: generateInput,
      answer: z.object({ codes: z.array(z.string()) }),
    },
    async (call) =>
      onEvent(call, await eventOf(call.deps, call.body.voucherTypeId), async (work) => {
        await requirePlatform(work, call.viewer, call.body);
        return { codes: await generateCodes(work, call.body, call.viewer) };
      }),
  ),
  api(
    {
      method: 'post',
      path: '/api/vouchers/code',
      may: 'event.change',
      refuses: ['INVALID_VOUCHER_CODE_EXISTS'],
      summary: 'Creates a voucher code with a chosen text',
      load: loadManagedEvents,
      body: codeInput,
      answer: z.object({ voucher: voucherAnswer }),
    },
    async (call) =>
      onEvent(call, await eventOf(call.deps, call.body.voucherTypeId), async (work, eventId) => {
        await requirePlatform(work, call.viewer, call.body);
        await createCode(work, call.body, call.viewer);
        const [made] = await vouchersOfCodes(work.tx, eventId, [call.body.code]);
        return { voucher: present(made, 'a code that was made is there') };
      }),
  ),
  ...(
    [
      ['deactivate', 'Deactivates codes', true],
      ['activate', 'Activates deactivated codes again', false],
    ] as const
  ).map(([what, summary, deactivated]) =>
    api(
      {
        method: 'post',
        path: `/api/vouchers/${what}/{eventId}`,
        may: 'event.change',
        summary,
        load: loadEvent,
        body: codesInput,
        answer: z.object({ count: z.int() }),
      },
      (call) =>
        onEvent(call, call.params.eventId, async (work, eventId) => ({
          count: await turnCodes(work, eventId, call.body, deactivated, call.viewer),
        })),
    ),
  ),
  api(
    {
      method: 'get',
      path: '/api/vouchers/list/{eventId}',
      may: 'event.change',
      summary: 'Lists the voucher types of an event',
      load: loadEvent,
      query: listQueryOf(typeSource(0)),
      answer: z.object({ count: z.int(), rows: z.array(voucherTypeAnswer) }),
    },
    ({ deps, params, query }) => listVoucherTypes(deps.read, params.eventId, query),
  ),
  api(
    {
      method: 'get',
      path: '/api/vouchers/list/{eventId}/{voucherTypeId}',
      may: 'event.change',
      summary: 'Lists the codes of a voucher type and the orders that used them',
      load: loadEvent,
      query: listQueryOf(codeSource(0)),
      answer: z.object({ count: z.int(), rows: z.array(listedVoucherAnswer) }),
    },
    async ({ deps, params, query }) => {
      if ((await eventOf(deps, params.voucherTypeId)) !== params.eventId) refuse('NOT_FOUND');
      return listCodes(deps.read, params.voucherTypeId, query);
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/vouchers/statistics/{eventId}',
      may: 'event.change',
      summary: 'Returns the use of each voucher type of an event',
      load: loadEvent,
      answer: z.object({ rows: z.array(statisticsAnswer) }),
    },
    async ({ deps, params }) => ({ rows: await voucherStatistics(deps.read, params.eventId) }),
  ),
]);
