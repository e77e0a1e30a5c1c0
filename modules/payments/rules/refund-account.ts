import { needsBic, parseBic, parseIban } from '#src/kernel/iban.ts';
import { isSepaIban, sepaText } from './pain-001.ts';

export type AccountInput = { iban: string; accountHolder: string; bic?: string | null | undefined };
export type RefundAccount = { iban: string; accountHolder: string; bic: string | null };

/** The normalized account, or an error key per field. `ours`: the platform's account, to which nothing is refunded. */
export function readAccount(
  input: AccountInput,
  ours: string | null = null,
): { account: RefundAccount } | { fields: Record<string, string[]> } {
  const iban = parseIban(input.iban);
  const accountHolder = input.accountHolder.trim().replace(/\s+/g, ' ');
  const isNamed = /\p{L}/u.test(sepaText(accountHolder, 70)) && accountHolder.length <= 70;
  const typedBic = input.bic?.trim() ?? '';
  const bic = parseBic(typedBic);
  const isSepa = iban !== null && isSepaIban(iban);
  const lacksBic = isSepa && typedBic === '' && needsBic(iban);
  const fields = {
    ...(iban === null
      ? { iban: ['payments.refund.error.iban'] }
      : iban === ours
        ? { iban: ['payments.refund.error.ours'] }
        : isSepa
          ? {}
          : { iban: ['payments.refund.error.sepa'] }),
    ...(isNamed ? {} : { accountHolder: ['payments.refund.error.holder'] }),
    ...(lacksBic ? { bic: ['payments.refund.error.bicMissing'] } : {}),
    ...(typedBic !== '' && bic === null ? { bic: ['payments.refund.error.bic'] } : {}),
  };
  return iban === null || Object.keys(fields).length > 0 ? { fields } : { account: { iban, accountHolder, bic } };
}

/** `AT61…3201`, for history entries. */
export const shortAccount = (iban: string): string => `${iban.slice(0, 4)}…${iban.slice(-4)}`;
