import { choice, type GroupSpec, moment, type Reading, text, typedMoment } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { priceName } from '#modules/events/rules/price-texts.ts';
import { fromIso, instant, minutes, toIso } from '#src/kernel/time.ts';
import type { Words } from '#src/platform/locale.ts';
import { formatCentsInput, parseCents, parseDate } from '#src/ui/format.ts';
import { wholeDay } from '../create-voucher-type.ts';
import type { TypeRow } from '../read-management.ts';
import { type VoucherTarget, voucherTargets, voucherUnits, voucherUseTypes } from '../rules/voucher.ts';
import { mostCents, type SaidTerms, saidAmount, usesReference } from '../rules/voucher-type.ts';

/** What most vouchers are for comes first. */
const targets: readonly VoucherTarget[] = [
  'event',
  'competition',
  'article',
  'competitionPrice',
  'participant',
  'team',
  'order',
];

/** The style sheet shows of the records only what the target needs. */
export function typeGroups({ competitions, articles }: Catalog, words: Words): readonly GroupSpec[] {
  const option = (id: number, label: string) => ({ value: String(id), label });
  return [
    {
      name: 'voucher',
      fields: [
        { ...text('name', true), hint: 'voucherName' },
        text('prefix'),
        { ...text('amount', true), hint: 'voucherAmount' },
        choice('unit', voucherUnits),
      ],
    },
    {
      name: 'voucherFor',
      fields: [
        choice('target', targets),
        {
          name: 'competitionId',
          kind: 'record',
          options: competitions.map(({ id, title }) => option(id, title)),
        },
        { name: 'articleId', kind: 'record', options: articles.map(({ id, name }) => option(id, name)) },
        {
          name: 'competitionPriceId',
          kind: 'record',
          options: competitions.flatMap(({ title, prices }) =>
            prices.map(({ id, onlyBuyableWithVoucher }) =>
              option(
                id,
                words.t(onlyBuyableWithVoucher ? 'vouchers.types.priceForHolders' : 'vouchers.types.price', {
                  name: title,
                  price: priceName(prices, id, words.locale),
                }),
              ),
            ),
          ),
        },
        choice('useType', voucherUseTypes),
      ],
    },
    { name: 'voucherTime', fields: [moment('validFrom'), moment('validTo')] },
  ];
}

/** As the form shows it: the amount in the unit that is chosen beside it. */
export const typeShown = (terms: SaidTerms | TypeRow, words: Words): Readonly<Record<string, unknown>> => {
  const said = saidAmount(terms.amount, terms.unit);
  const percent = String(said).replace('.', words.locale === 'de' ? ',' : '.');
  const amount = terms.unit === 'percentage' || said === 0 ? percent : formatCentsInput(said, words.locale);
  return { ...terms, amount };
};

/**
 * What was read, as the call takes it. The amount is read by its unit, what the target does not use is left out (it is not
 * to be seen), and a minute typed as the end belongs to the validity; a day without a time ends with that day. A time that
 * was left as it was stays to the millisecond.
 */
export const typeReshaped =
  (words: Words, stored: TypeRow | null) =>
  (reading: Reading): Reading => {
    const { typed } = reading;
    const input: Record<string, unknown> = { ...reading.input };
    const errors: Record<string, string> = { ...(reading.errors as Record<string, string>) };
    const isPercent = input.unit === 'percentage';
    if (!errors.amount) {
      const amount = readAmount(typed.amount ?? '', isPercent, words);
      if (amount === null) errors.amount = words.t(isPercent ? 'vouchers.error.percent' : 'vouchers.error.cents');
      else if (!isPercent && amount > mostCents)
        errors.amount = words.t('events.wrong.most', { most: words.money(mostCents) });
      else input.amount = amount;
    }
    const target = voucherTargets.find((each) => each === input.target);
    for (const field of ['competitionId', 'competitionPriceId', 'articleId'] as const)
      if (target && !usesReference(target, field)) {
        input[field] = null;
        delete errors[field];
      }
    for (const field of ['validFrom', 'validTo'] as const) {
      const value = input[field];
      if (typeof value !== 'string') continue;
      const before = stored?.[field] ?? null;
      const isAsBefore = before !== null && typedMoment(before, words.locale, words.timeZone) === typed[field]?.trim();
      if (isAsBefore) input[field] = toIso(before);
      else if (field === 'validTo') {
        const typedEnd = fromIso(value);
        const isDay = parseDate(typed[field] ?? '', words.locale) !== null;
        input[field] = toIso(isDay ? wholeDay(typedEnd, words.timeZone).end : instant(typedEnd + minutes(1) - 1));
      }
    }
    return { ...reading, input, errors };
  };

/** Thousands as they are written: a separator before every three digits, if any. */
const wellGrouped = { de: /^\d{1,3}(\.\d{3})+(,\d*)?$/, 'en-us': /^\d{1,3}(,\d{3})+(\.\d*)?$/ } as const;

/**
 * Percent, or cents; null when it is neither. Only a written nought is 0, and `12.50` is no amount where the dot stands
 * between thousands: nobody means 1,250 euros by it.
 */
function readAmount(text: string, isPercent: boolean, { locale }: Words): number | null {
  const plain = text.trim();
  if (isPercent) {
    const match = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(plain);
    return match?.[1] ? Number(match[1].replace(',', '.')) : null;
  }
  const group = locale === 'de' ? '.' : ',';
  if (plain.includes(group) && !wellGrouped[locale].test(plain.replace(/[\s€]|EUR/gi, ''))) return null;
  const cents = parseCents(plain, locale);
  return cents > 0 || /^[\s€]*0[\s0.,€]*$/.test(plain) ? cents : null;
}
