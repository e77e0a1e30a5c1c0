import { create as contentDisposition } from 'content-disposition';
import * as z from 'zod';
import { refundFileOf, refundFileText, settleRefundFile } from '#modules/payments/index.ts';
import { type PainVersion, pain001, painVersions } from '#modules/payments/rules/pain-001.ts';
import { payoutReference } from '#modules/payments/rules/payment-reference.ts';
import { refuse as refusePayment } from '#modules/payments/rules/problems.ts';
import type { BankConfig } from '#src/config/config.ts';
import { present } from '#src/kernel/assert.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { cents, computed, instant, type RecordOf } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { daysQuery, spanOf } from '../span.ts';
import { makePayoutFile } from './make-payout-file.ts';
import { type PainXmlRow, painXmlId, painXmlOf, painXmlsWithin } from './read-pain-xmls.ts';
import { type ListedPayout, type PayoutFile, payoutById, payoutFileOf, waitingPayouts } from './read-payouts.ts';
import { returnPayout, settlePayoutFile } from './settle-payout.ts';

/** Rebuilt on each request; payouts in a file do not change. */
export function payoutFileText(
  { file, rows }: { file: PayoutFile; rows: readonly ListedPayout[] },
  { bank, version }: { bank: BankConfig; version: PainVersion },
): string {
  return pain001({
    version,
    messageId: file.messageId,
    createdAt: file.createdAt,
    executionDate: file.executionDate,
    debtor: { name: bank.payee, iban: bank.iban, bic: bank.bic },
    transfers: rows.map(({ payout }) => ({
      endToEndId: payoutReference(bank.referencePrefix, payout.id),
      amount: payout.amount,
      name: payout.name ?? '',
      iban: present(payout.iban, 'a payout in a file has an account'),
      bic: payout.bic,
      text: payout.text ?? '',
    })),
  });
}

const rowAnswer = z
  .object({
    id: z.int().describe('Unique across refunds and payouts: 2n for refunds, 2n + 1 for payouts'),
    kind: z.enum(['payouts', 'refunds']),
    messageId: z.string(),
    creationTime: instant,
    numberOfTransactions: z.int(),
    controlSum: cents,
    initiatingParty: z.string(),
    debtor: z.object({ name: z.string(), iban: z.string(), bic: z.string().nullable() }),
    requestedExecutionDate: z.string(),
    status: z.enum(['open', 'paid']),
    payments: z.array(
      z.object({
        creditorName: z.string(),
        iban: z.string(),
        bic: z.string().nullable(),
        amount: cents,
        reference: z.string(),
      }),
    ),
  })
  .meta({ id: 'PaymentFile', description: 'Bank file (pain.001) with payouts or refunds' });

type Payout = NonNullable<Awaited<ReturnType<typeof payoutById>>>;
const payoutAnswer = computed(
  z.object({
    id: z.int(),
    settlementId: z.int(),
    eventId: z.int(),
    eventTitle: z.string(),
    organizerId: z.int(),
    organizerName: z.string(),
    amount: cents,
    status: z.enum(['open', 'paid', 'returned']),
  }),
  ({ payout, settlement, eventTitle, organizer }: Payout) => ({
    ...payout,
    settlementId: settlement.id,
    eventId: settlement.eventId,
    eventTitle,
    organizerId: settlement.organizerId,
    organizerName: organizer.name,
  }),
).meta({ id: 'Payout', description: 'Payout of a settlement' });

function rowRecord({ config: { bank } }: Pick<Deps, 'config'>, row: PainXmlRow): RecordOf<typeof rowAnswer> {
  const debtor = { name: bank?.payee ?? '', iban: bank?.iban ?? '', bic: bank?.bic ?? null };
  return {
    ...row,
    debtor,
    creationTime: row.createdAt,
    numberOfTransactions: row.count,
    controlSum: row.sum,
    initiatingParty: debtor.name,
    requestedExecutionDate: row.executionDate,
  };
}

/** @throws Problem NOT_FOUND, CANT_CREATE_PAIN_XML_INFO without a bank account */
export async function painXmlResponse(
  { read, config: { bank } }: Pick<Deps, 'read' | 'config'>,
  id: number,
  version: PainVersion,
): Promise<Response> {
  const { kind, fileId } = painXmlOf(id);
  const found = kind === 'payouts' ? await payoutFileOf(read, fileId) : null;
  const refunded = kind === 'refunds' ? await refundFileOf(read, fileId) : null;
  if (!found && !refunded) return refuse('NOT_FOUND');
  if (!bank) return refusePayment('CANT_CREATE_PAIN_XML_INFO', { reason: 'noAccount' });
  const text = found
    ? payoutFileText(found, { bank, version })
    : refundFileText(present(refunded, 'one of both'), { bank, version });
  const { messageId } = (found ?? present(refunded, 'one of both')).file;
  return new Response(text, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': contentDisposition(`${messageId}.${version}.xml`),
      'cache-control': 'private, no-store',
    },
  });
}

export const versionOf = (named: string | null | undefined): PainVersion =>
  painVersions.find((version) => version.endsWith(`.${named}`)) ?? painVersions[0];

const base = '/api/admin/organizer-invoices/pain-xmls';

export const payoutApi = tagged('Settlements', [
  api(
    {
      method: 'get',
      path: base,
      may: 'payout.read',
      summary: 'Lists the bank files with payouts and refunds of a period, newest first',
      query: daysQuery,
      answer: z.object({ rows: z.array(rowAnswer) }),
    },
    async ({ deps, query }) => ({
      rows: (await painXmlsWithin(deps.read, spanOf(query), deps.config.bank)).map((row) => rowRecord(deps, row)),
    }),
  ),
  api(
    {
      method: 'post',
      path: base,
      may: 'payout.make',
      refuses: ['CANT_CREATE_PAIN_XML_INFO'],
      summary: 'Adds waiting payouts to a bank file: the given ones, or all whose organizer has an account',
      body: z.object({ payoutIds: z.array(z.int().positive()).min(1).max(2000).optional() }),
      status: 201,
      answer: z.object({ row: rowAnswer }),
    },
    async ({ deps, body, viewer, now }) => {
      const { bank } = deps.config;
      const payoutIds = body.payoutIds ?? ('all' as const);
      const fileId = await deps.write((work) => makePayoutFile(work, { payoutIds, bank, editorId: viewer.userId }));
      const id = painXmlId({ kind: 'payouts', fileId });
      const rows = await painXmlsWithin(deps.read, { from: now, to: null }, bank);
      return { row: rowRecord(deps, rows.find((row) => row.id === id) ?? refuse('NOT_FOUND')) };
    },
  ),
  api(
    {
      method: 'get',
      path: `${base}/{painXmlId}`,
      may: 'payout.read',
      mediaType: 'application/xml',
      summary: 'Returns the pain.001 file, version 09, or version 03 for older banks',
      query: z.object({ version: z.enum(['09', '03']).default('09') }),
    },
    ({ deps, params: { painXmlId: id }, query }) => painXmlResponse(deps, id, versionOf(query.version)),
  ),
  api(
    {
      method: 'post',
      path: `${base}/{painXmlId}/paid`,
      may: 'payout.make',
      summary: 'Marks a bank file as executed, with all payouts and refunds in it that are still open',
      answer: z.object({ count: z.int() }),
    },
    async ({ deps, params: { painXmlId: id }, viewer }) => {
      const { kind, fileId } = painXmlOf(id);
      const by = { fileId, editorId: viewer.userId };
      const count = await deps.write((work) =>
        kind === 'refunds' ? settleRefundFile(work, by) : settlePayoutFile(work, { ...by, bankReference: '' }),
      );
      return { count };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/payouts',
      may: 'payout.read',
      summary: 'Lists the payouts that are in no bank file yet, oldest first',
      answer: z.object({ rows: z.array(payoutAnswer) }),
    },
    async ({ deps }) => ({ rows: await waitingPayouts(deps.read) }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/payouts/{payoutId}/returned',
      may: 'payout.make',
      refuses: ['CANT_CHANGE_PAYOUT'],
      summary: 'Records a payout that the bank returned or rejected. The amount waits for another bank file.',
      answer: z.object({ payout: payoutAnswer }),
    },
    async ({ deps, params: { payoutId }, viewer }) => {
      const by = { payoutId, bankReference: '', editorId: viewer.userId };
      const id = await deps.write((work) => returnPayout(work, by));
      return { payout: (await payoutById(deps.read, id)) ?? refuse('NOT_FOUND') };
    },
  ),
]);
