import type { Catalog } from '#modules/events/rules/catalog.ts';
import { priceName } from '#modules/events/rules/price-texts.ts';
import { cents } from '#src/kernel/money.ts';
import { type Instant, zonedParts } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { isValid, type VoucherTerms } from './rules/voucher.ts';

/** `12,5 %` or `5,00 €`. */
const amountText = ({ amount, unit }: Pick<VoucherTerms, 'amount' | 'unit'>, i18n: Translator): string =>
  unit === 'percentage'
    ? i18n.t('vouchers.percent', { percent: i18n.number(amount / 100) })
    : i18n.money(cents(amount));

/** For example `10 % auf Marathon`. `i18n` is the event's. */
export function givesText(terms: VoucherTerms, { competitions, articles }: Catalog, i18n: Translator): string {
  const { target } = terms;
  const amount = amountText(terms, i18n);
  const titleOf = (id: number | null) => competitions.find((each) => each.id === id)?.title ?? '';
  const priced = competitions
    .flatMap(({ title, prices }) => prices.map(({ id }) => ({ id, title, price: priceName(prices, id, i18n.locale) })))
    .find(({ id }) => id === terms.competitionPriceId);
  const name =
    target === 'article'
      ? (articles.find(({ id }) => id === terms.articleId)?.name ?? '')
      : target === 'competitionPrice'
        ? (priced?.title ?? '')
        : titleOf(terms.competitionId);
  if (terms.amount === 0)
    return name === '' ? i18n.t('vouchers.opens.event') : i18n.t('vouchers.opens.named', { name });
  if (target === 'event' || target === 'order') return i18n.t(`vouchers.gives.${target}`, { amount });
  if (target === 'participant' || target === 'team')
    return name === ''
      ? i18n.t(`vouchers.gives.${target}`, { amount })
      : i18n.t(`vouchers.gives.${target}Of`, { amount, name });
  if (target === 'competitionPrice')
    return i18n.t('vouchers.gives.competitionPrice', { amount, name, price: priced?.price ?? '' });
  return i18n.t(`vouchers.gives.${target}`, { amount, name });
}

/** Whole days are shown without time. */
function momentText(at: Instant | null, wholeDay: 'begins' | 'ends', i18n: Translator): string {
  if (at === null) return '';
  const { hour, minute } = zonedParts(at, i18n.timeZone);
  const isWhole = wholeDay === 'begins' ? hour === 0 && minute === 0 : hour === 23 && minute === 59;
  return isWhole ? i18n.shortDate(at) : i18n.shortDateTime(at);
}

/** For example `01.05.2026 bis 31.05.2026, 17:00`. `i18n` is the event's. */
export function validText({ validFrom, validTo }: VoucherTerms, i18n: Translator): string {
  const from = momentText(validFrom, 'begins', i18n);
  const to = momentText(validTo, 'ends', i18n);
  if (from && from === to) return i18n.t('vouchers.valid.day', { day: from });
  if (from && to) return i18n.t('vouchers.valid.both', { from, to });
  if (from) return i18n.t('vouchers.valid.from', { from });
  return to ? i18n.t('vouchers.valid.to', { to }) : i18n.t('vouchers.valid.always');
}

/** Null while it is valid. */
export function validState(terms: VoucherTerms, now: Instant): 'later' | 'over' | null {
  if (isValid(terms, now)) return null;
  return terms.validFrom !== null && now < terms.validFrom ? 'later' : 'over';
}
