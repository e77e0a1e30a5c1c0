import type { Catalog } from '#modules/events/rules/catalog.ts';
import { priceName } from '#modules/events/rules/price-texts.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso, instant, minutes, toIso } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Option } from '#src/ui/field.tsx';
import { formatCentsInput, readCents } from '#src/ui/format.ts';
import {
  choice,
  end,
  type Field,
  type FormInput,
  type FormSpec,
  flag,
  formOf,
  moment,
  text,
} from '#src/web/forms/fields.ts';
import { type FormRecord, momentText } from '#src/web/forms/form-input.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import type { TypeRow } from '../read-management.ts';
import { type VoucherTarget, voucherTargets, voucherUnits, voucherUseTypes } from '../rules/voucher.ts';
import { amountText, maxCents, type TermsText, usesReference } from '../rules/voucher-type.ts';

/** Most common first. */
const targets: readonly VoucherTarget[] = [
  'event',
  'competition',
  'article',
  'competitionPrice',
  'participant',
  'team',
  'order',
];

/** The style sheet hides fields that the target does not use. */
export function typeForm(
  { competitions, articles }: Catalog,
  viewer: Pick<Viewer, 'isSuperAdmin'>,
  i18n: Translator,
): FormSpec {
  const option = (id: number, label: string) => ({ value: String(id), label });
  const record = (name: 'competitionId' | 'articleId' | 'competitionPriceId', options: readonly Option[]): Field => ({
    name,
    kind: 'record',
    options,
    // Fields that the target does not use are cleared.
    read: (_, { target }) => {
      const known = voucherTargets.find((each) => each === target);
      return known && !usesReference(known, name) ? { value: null } : undefined;
    },
  });
  return formOf('events', [
    {
      name: 'voucher',
      fields: [
        { ...text('name', true), hint: 'voucherName' },
        text('prefix'),
        { ...text('amount', true), hint: 'voucherAmount', read: (amount, { unit }) => readAmount(amount, unit, i18n) },
        choice('unit', voucherUnits),
      ],
    },
    {
      name: 'voucherFor',
      fields: [
        choice('target', targets),
        record(
          'competitionId',
          competitions.map(({ id, title }) => option(id, title)),
        ),
        record(
          'articleId',
          articles.map(({ id, name }) => option(id, name)),
        ),
        record(
          'competitionPriceId',
          competitions.flatMap(({ title, prices }) =>
            prices.map(({ id, onlyBuyableWithVoucher }) =>
              option(
                id,
                i18n.t(onlyBuyableWithVoucher ? 'vouchers.types.priceForHolders' : 'vouchers.types.price', {
                  name: title,
                  price: priceName(prices, id, i18n.locale),
                }),
              ),
            ),
          ),
        ),
        choice('useType', voucherUseTypes),
      ],
    },
    { name: 'voucherTime', fields: [moment('validFrom'), end('validTo')] },
    ...(viewer.isSuperAdmin ? [{ name: 'voucherPlatform', fields: [flag('paidByPlatform')] }] : []),
  ]);
}

/** The amount in the chosen unit. */
export const typeRecord = (terms: TermsText | TypeRow, i18n: Translator): FormRecord => {
  const value = amountText(terms.amount, terms.unit);
  const percent = String(value).replace('.', i18n.locale === 'de' ? ',' : '.');
  const amount = terms.unit === 'percentage' || value === 0 ? percent : formatCentsInput(cents(value), i18n.locale);
  return { ...terms, amount };
};

/** As the API takes it. A typed end includes its minute or day; unchanged times keep their milliseconds. */
export const convertTypeInput =
  (i18n: Translator, stored: TypeRow | null) =>
  (values: Values, input: FormInput): Values => {
    const until = (field: 'validFrom' | 'validTo') => {
      const value = values[field];
      if (typeof value !== 'string') return value;
      const before = stored?.[field] ?? null;
      const isAsBefore = before !== null && momentText(before, i18n.locale, i18n.timeZone) === input[field]?.trim();
      if (isAsBefore) return toIso(before);
      return field === 'validTo' ? toIso(instant(fromIso(value) + minutes(1) - 1)) : value;
    };
    return { ...values, validFrom: until('validFrom'), validTo: until('validTo') };
  };

/** In percent or cents. */
function readAmount(
  text: string,
  unit: string | undefined,
  i18n: Translator,
): { value: number | null } | { error: string } {
  const plain = text.trim();
  if (plain === '') return { value: null };
  if (unit === 'percentage') {
    const match = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(plain);
    return match?.[1] ? { value: Number(match[1].replace(',', '.')) } : { error: i18n.t('vouchers.error.percent') };
  }
  const cents = readCents(plain, i18n.locale);
  if (cents === null || cents < 0) return { error: i18n.t('vouchers.error.cents') };
  return cents > maxCents ? { error: i18n.t('form.error.most', { most: i18n.money(maxCents) }) } : { value: cents };
}
