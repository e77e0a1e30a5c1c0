import * as z from 'zod';
import { publicCatalog } from '#modules/events/index.ts';
import { api, tagged } from '#src/web/http.ts';
import { tryingCodes } from './code-attempts.ts';
import { vouchersOfCodes } from './read-vouchers.ts';
import { refuse } from './rules/problems.ts';
import { isValid } from './rules/voucher.ts';
import { voucherAnswer, voucherShape } from './shapes.ts';

export const publicVoucherApi = tagged('Booking and orders', [
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}/vouchers/{code}',
      may: 'site.read',
      summary: 'What a code gives. Also answers one that is used or deactivated; its status says so.',
      params: z.object({ eventId: z.string(), code: z.string() }),
      answer: z.object({ voucher: voucherAnswer }),
    },
    async ({ deps, viewer, clientAddress, now, params: { eventId, code } }) => {
      const { event } = await publicCatalog(deps.read, eventId);
      return tryingCodes({ deps, viewer, clientAddress, now, eventId: event.id }, [code], async () => {
        const [voucher] = await vouchersOfCodes(deps.read, event.id, [code.slice(0, 100)]);
        if (!voucher) return refuse('INVALID_VOUCHER_CODE', { code });
        if (voucher.eventId !== event.id) refuse('INVALID_VOUCHER_EVENT', { code });
        if (!isValid(voucher, now)) refuse('INVALID_VOUCHER_EXPIRED', { code });
        return { voucher: voucherShape(voucher) };
      });
    },
  ),
]);
