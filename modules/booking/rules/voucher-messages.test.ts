import { describe, expect, test } from 'vitest';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { PricedBasket } from '#modules/orders/rules/pricing.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { cents } from '#src/kernel/money.ts';
import { instant } from '#src/kernel/time.ts';
import type { CodeOutcome } from './draft-price.ts';
import { type CodeMessage, codeMessage, codeViews, entryRefusal } from './voucher-messages.ts';

const now = instant(1_800_000_000_000);
const at = (days: number) => instant(now + days * 86_400_000);
const voucher = (change: Partial<Voucher> = {}): Voucher => ({
  id: 1,
  eventId: 7,
  code: 'SOMMER',
  name: 'Sommer',
  amount: 500,
  unit: 'fixed',
  target: 'event',
  useType: 'multi',
  status: 'ready',
  validFrom: null,
  validTo: null,
  competitionId: null,
  competitionPriceId: null,
  articleId: null,
  ...change,
});
const catalog = {
  event: { id: 7 },
  competitions: [
    { id: 1, type: 'single', prices: [{ id: 11 }, { id: 12 }] },
    { id: 2, type: 'team', prices: [{ id: 21 }] },
  ],
} as unknown as Pick<Catalog, 'competitions' | 'event'>;
const entries = (...competitionIds: number[]): Pick<PricedBasket, 'teams'> => ({
  teams: competitionIds.map((competitionId, index) => ({
    competitionId,
    participants: [{ localId: `p${index}`, articles: [], competitionPriceId: null }],
  })),
});
const refused = (why: string): CodeOutcome => ({ code: 'sommer', name: 'Sommer', state: 'refused', why });

describe('a code that is typed', () => {
  test.each<[string, Voucher | undefined, CodeMessage | null]>([
    ['', undefined, 'codeMissing'],
    ['NEBEL', undefined, 'codeInvalid'],
    [' frü her', voucher({ code: 'FRÜHER' }), 'voucherCodeAlreadyEntered'],
    ['SOMMER', voucher({ eventId: 8 }), 'voucherNotValidForEvent'],
    ['SOMMER', voucher({ validTo: at(-1) }), 'voucherExpired'],
    ['SOMMER', voucher({ validFrom: at(1) }), 'voucherNotYetValid'],
    ['SOMMER', voucher({ status: 'used' }), 'voucherAlreadyUsed'],
    ['SOMMER', voucher({ status: 'deactivated' }), 'voucherDeactivated'],
    ['SOMMER', voucher(), null],
    ['SOMMER', voucher({ target: 'article', articleId: 99 }), null],
  ])('%j: %#', (input, known, message) => {
    expect(entryRefusal(input, ['FRÜHER'], known, 7, now)).toBe(message);
  });

  test('is the twenty-first', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `CODE${index}`);
    expect(entryRefusal('SOMMER', twenty, voucher(), 7, now)).toBe('tooManyCodes');
    expect(entryRefusal('SOMMER', twenty.slice(1), voucher(), 7, now)).toBeNull();
  });
});

describe('a code that was entered', () => {
  const scope = 'INVALID_VOUCHER_SCOPE';
  test.each<[string, Partial<Voucher> | null, number[], CodeMessage]>([
    ['INVALID_VOUCHER_CODE', null, [1], 'codeInvalid'],
    ['INVALID_VOUCHER_EVENT', { eventId: 8 }, [1], 'voucherNotValidForEvent'],
    ['INVALID_VOUCHER_EXPIRED', { validTo: at(-1) }, [1], 'voucherExpired'],
    ['INVALID_VOUCHER_STATUS', { status: 'used' }, [1], 'voucherAlreadyUsed'],
    ['INVALID_VOUCHER_STATUS', { status: 'deactivated' }, [1], 'voucherDeactivated'],
    ['INVALID_VOUCHER_UNIT', {}, [1], 'voucherAlreadyAdded'],
    [scope, { target: 'article', articleId: 5 }, [1], 'noArticlesSelectedForVoucher'],
    [scope, { target: 'team' }, [1], 'noCompetitionTeamsSelectedForVoucher'],
    [scope, { target: 'team', competitionId: 3 }, [2], 'voucherNotValidForCompetitions'],
    [scope, { target: 'competition', competitionId: 2 }, [1], 'voucherNotValidForCompetitions'],
    [scope, { target: 'participant', competitionId: 2 }, [1], 'voucherNotValidForCompetitions'],
    [scope, { target: 'competitionPrice', competitionPriceId: 21 }, [1], 'voucherNotValidForCompetitions'],
    [scope, { target: 'competitionPrice', competitionPriceId: 12 }, [1], 'voucherNotValidForPrice'],
    [scope, {}, [], 'noParticipantsAvailableForVoucher'],
    ['noGain', { target: 'order' }, [], 'noParticipantsAvailableForVoucher'],
    ['noGain', {}, [1], 'noGain'],
  ])('%s %j with entries for %j: %s', (why, known, chosen, message) => {
    const vouchers = known ? [voucher(known)] : [];
    expect(codeMessage(refused(why), { catalog, basket: entries(...chosen), vouchers, now })).toBe(message);
  });

  test('that works says what it takes off, or that it opens the ticket', () => {
    const codes: CodeOutcome[] = [
      { code: 'A', name: 'Rabatt', state: 'applied', discount: cents(899) },
      { code: 'B', name: 'Einladung', state: 'applied', discount: cents(0) },
      { code: 'C', name: 'Später', state: 'waiting' },
      { code: 'LAUF 10', name: 'lauf10', state: 'waiting' },
      refused('noGain'),
    ];
    const messages = { opensTicket: 'opens', waiting: 'waits', noGain: 'nothing' };
    const priced = { catalog, basket: entries(1), vouchers: [voucher()], now };
    const shown = codeViews(codes, priced, messages, (cents) => `${cents} ct`);
    expect(shown.map(({ text, tone }) => [text, tone])).toEqual([
      ['-899 ct', 'good'],
      ['opens', 'good'],
      ['waits', 'wait'],
      ['waits', 'wait'],
      ['nothing', 'bad'],
    ]);
    expect(shown.slice(0, 4).map(({ name }) => name)).toEqual(['Rabatt', 'Einladung', 'Später', '']);
  });
});
