import type { VoucherTerms } from '#modules/vouchers/rules/voucher.ts';
import { call, type Session } from './crowd.ts';
import type { RunningServer } from './server.ts';

type Terms = Partial<Omit<VoucherTerms, 'eventId'>>;

/** `amount`: cents, or basis points. */
export async function giveCodes(
  server: RunningServer,
  admin: Session,
  eventId: number,
  codes: Readonly<Record<string, Terms>>,
): Promise<void> {
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const { status, json } = await call(server, 'POST', path, body, admin);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  for (const [code, { amount = 0, unit = 'fixed', useType = 'multi', ...terms }] of Object.entries(codes)) {
    const type = { ...terms, eventId, unit, useType, amount: unit === 'percentage' ? amount / 100 : amount };
    const { voucherTypeId } = await post('/api/vouchers/type', type);
    await post('/api/vouchers/code', { voucherTypeId, code });
  }
}
