import type { Catalog } from '#modules/events/rules/catalog.ts';
import { priceName } from '#modules/events/rules/price-texts.ts';
import { cents } from '#src/kernel/money.ts';
import { type Instant, zonedParts } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { isValid, type VoucherTerms } from './rules/voucher.ts';

/** `12,5 %` or `5,00 €`. */
const amountText = ({ amount, unit }: Pick<VoucherTerms, 'amount' | 'unit'>, words: Translator): string =>
  unit === 'percentage'
    ? words.t('vouchers.percent', { percent: words.number(amount / 100) })
    : words.money(cents(amount));

/** What a voucher gives: `10 % auf Marathon`. `words` are those of the event. */
export function givesText(terms: VoucherTerms, { competitions, articles }: Catalog, words: Translator): string {
  const { target } = terms;
  const amount = amountText(terms, words);
  const titleOf = (id: number | null) => competitions.find((each) => each.id === id)?.title ?? '';
  const priced = competitions
    .flatMap(({ title, prices }) => prices.map(({ id }) => ({ id, title, price: priceName(prices, id, words.locale) })))
    .find(({ id }) => id === terms.competitionPriceId);
  const name =
    target === 'article'
      ? (articles.find(({ id }) => id === terms.articleId)?.name ?? '')
      : target === 'competitionPrice'
        ? (priced?.title ?? '')
        : titleOf(terms.competitionId);
  if (terms.amount === 0)
    return name === '' ? words.t('vouchers.opens.event') : words.t('vouchers.opens.named', { name });
  if (target === 'event' || target === 'order') return words.t(`vouchers.gives.${target}`, { amount });
  if (target === 'participant' || target === 'team')
    return name === ''
      ? words.t(`vouchers.gives.${target}`, { amount })
      : words.t(`vouchers.gives.${target}Of`, { amount, name });
  if (target === 'competitionPrice')
    return words.t('vouchers.gives.competitionPrice', { amount, name, price: priced?.price ?? '' });
  return words.t(`vouchers.gives.${target}`, { amount, name });
}

/** A whole day needs no clock. */
function momentText(at: Instant | null, wholeDay: 'begins' | 'ends', words: Translator): string {
  if (at === null) return '';
  const { hour, minute } = zonedParts(at, words.timeZone);
  const isWhole = wholeDay === 'begins' ? hour === 0 && minute === 0 : hour === 23 && minute === 59;
  return isWhole ? words.shortDate(at) : words.shortDateTime(at);
}

/** `01.05.2026 bis 31.05.2026, 17:00`; `words` are those of the event. */
export function validText({ validFrom, validTo }: VoucherTerms, words: Translator): string {
  const from = momentText(validFrom, 'begins', words);
  const to = momentText(validTo, 'ends', words);
  if (from && from === to) return words.t('vouchers.valid.day', { day: from });
  if (from && to) return words.t('vouchers.valid.both', { from, to });
  if (from) return words.t('vouchers.valid.from', { from });
  return to ? words.t('vouchers.valid.to', { to }) : words.t('vouchers.valid.always');
}

/** What to say where a code would be refused now; null while it is valid. */
export function validState(terms: VoucherTerms, now: Instant): 'later' | 'over' | null {
  if (isValid(terms, now)) return null;
  return terms.validFrom !== null && now < terms.validFrom ? 'later' : 'over';
}
