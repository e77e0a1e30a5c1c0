import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { cents } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { adds, proofChecks, proofSheetOf } from './read-proof.ts';

export const proofApi = tagged('Settlements', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/proof-sheet',
      may: 'event.money',
      summary: 'Accounts for every cent received for an event, and checks that the sums match',
      load: loadEvent,
      answer: z.object({
        eventId: z.int(),
        adds: z.boolean(),
        received: cents,
        places: z.object({
          payout: cents,
          fee: cents,
          voucher: cents.describe('0, or negative: amount that the platform adds for vouchers it pays'),
          article: cents.describe('Articles sold by the platform itself'),
          refund: cents,
          cash: cents.describe('0, or negative: money that the organizer already has'),
          open: cents,
          held: cents,
          owed: cents.describe('0, or negative: amount that the organizer owes'),
        }),
        sum: cents.describe('Sum of `places`; equals `received`'),
        tickets: z.object({ sold: z.int(), participants: z.int() }),
        checks: z.array(z.object({ check: z.enum(proofChecks), holds: z.boolean() })),
      }),
    },
    async ({ deps, params: { eventId } }) => {
      const sheet = (await proofSheetOf(deps, eventId)) ?? refuse('NOT_FOUND');
      return { ...sheet, adds: adds(sheet) };
    },
  ),
]);
