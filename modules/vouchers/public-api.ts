import * as z from 'zod';
import { publicCatalog } from '#modules/events/index.ts';
import { type ApiRoute, api } from '#src/platform/http.ts';
import { vouchersOfCodes } from './read-vouchers.ts';
import { refuse } from './rules/problems.ts';
import {
  isValid,
  type Voucher,
  voucherStatuses,
  voucherTargets,
  voucherUnits,
  voucherUseTypes,
} from './rules/voucher.ts';
import { tryingCodes } from './wrong-codes.ts';

export const voucherShapeSchema = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** Cents, or percent with up to two decimals. */
  amount: z.number(),
  unit: z.enum(voucherUnits),
  target: z.enum(voucherTargets),
  useType: z.enum(voucherUseTypes),
  status: z.enum(voucherStatuses),
  eventId: z.int(),
  competitionId: z.int().nullable(),
  articleId: z.int().nullable(),
});

/** A code as calls answer it: percentages as percent. */
export const voucherShape = (voucher: Voucher): z.infer<typeof voucherShapeSchema> => {
  const { id, code, name, amount, unit, target, useType, status, eventId, competitionId, articleId } = voucher;
  const shown = unit === 'percentage' ? amount / 100 : amount;
  return { id, code, name, amount: shown, unit, target, useType, status, eventId, competitionId, articleId };
};

export const publicVoucherApi: readonly ApiRoute[] = [
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}/vouchers/{code}',
      may: 'site.read',
      tag: 'Booking and orders',
      summary: 'What a code gives. Also answers one that is used or deactivated; its status says so.',
      params: z.object({ eventId: z.string(), code: z.string() }),
      answer: z.object({ voucher: voucherShapeSchema }),
    },
    async ({ deps, viewer, clientAddress, now, params: { eventId, code } }) => {
      const { event } = await publicCatalog(deps.read, eventId);
      return tryingCodes({ deps, viewer, clientAddress, now }, [code], async () => {
        const [voucher] = await vouchersOfCodes(deps.read, event.id, [code.slice(0, 100)]);
        if (!voucher) return refuse('INVALID_VOUCHER_CODE', { code });
        if (voucher.eventId !== event.id) refuse('INVALID_VOUCHER_EVENT', { code });
        if (!isValid(voucher, now)) refuse('INVALID_VOUCHER_EXPIRED', { code });
        return { voucher: voucherShape(voucher) };
      });
    },
  ),
];
