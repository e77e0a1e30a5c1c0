import type { FrameTexts } from '#islands/booking/texts.ts';
import type { StepProps } from '#islands/booking/use-step.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { fewLeftAt } from '#modules/events/rules/sale.ts';
import { itemNames } from '#modules/orders/index.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { type BookingStep, stepLabel, stepPath } from '#modules/orders/rules/steps.ts';
import type { Translator } from '#src/platform/locale.ts';
import { type BookingContext, summaryTexts } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { voucherBoxTexts, voucherMessages } from './voucher-texts.ts';

/** What the frame of a step needs in the browser. `teams`: as they are shown, when that is not the kept draft. */
export function stepProps<Name extends BookingStep>(
  booking: BookingContext,
  step: Name,
  shown: { csrfToken: string | null; refused: RefusedCode | null; teams?: DraftTeam[]; action?: string },
): StepProps<Name> {
  const { words, catalog, eventRef, draft, basket } = booking;
  const { teams, protectionIds, voucherCodes, typedCode } = draft.data;
  return {
    step,
    catalog: leanCatalog(catalog),
    draft: { teams: shown.teams ?? teams, protectionIds, voucherCodes, typedCode },
    vouchers: booking.vouchers,
    refused: shown.refused,
    country: basket.deliveryAddress?.countryCode ?? basket.contactAddress?.countryCode ?? null,
    locale: words.locale,
    now: booking.now,
    csrfToken: shown.csrfToken,
    action: shown.action ?? stepPath(eventRef, step),
    texts: frameTexts(booking, words),
  };
}

/** What pricing and checking need; long texts stay on the server. */
function leanCatalog(catalog: Catalog): Catalog {
  return {
    ...catalog,
    event: { ...catalog.event, description: '', conditions: '', additionalConditions: '', pdfDescription: '' },
    competitions: catalog.competitions.map((competition) => ({ ...competition, description: '' })),
    cancellationProtections: catalog.cancellationProtections.map((entry) => ({ ...entry, description: '' })),
    organizers: [],
  };
}

const problemCodes = [
  'UNKNOWN',
  'EVENT_CANCELED',
  'EVENT_SOLD_OUT',
  'EVENT_IS_OVER',
  'COMPETITION_IS_OVER',
  'TICKETS_IN_FUTURE',
  'TICKET_DOES_NOT_EXIST',
  'TICKET_NOT_AVAILABLE',
  'TICKET_COMPETITION_PRICE_SOLD_OUT',
  'NOT_ENOUGH_TICKETS',
  'RESERVING_ARTICLES_FAILED',
  'ORDERED_NOT_ENOUGH_ARTICLES',
  'ORDERED_TOO_MANY_ARTICLES',
] as const;

function frameTexts(booking: BookingContext, words: Translator): FrameTexts {
  const { t } = words;
  const mend = (step: BookingStep) => ({
    text: t('orders.refusal.mend', { step: t(stepLabel(booking, step)) }),
    href: stepPath(booking.eventRef, step),
  });
  return {
    next: t('ui.form.next'),
    back: t('ui.form.back'),
    details: t('ui.summary.details'),
    empty: t('orders.summary.empty'),
    noPrice: t('orders.summary.noPrice'),
    requiredNote: t('ui.form.required'),
    errorsTitle: t('orders.participants.errorsTitle'),
    summary: summaryTexts(words),
    itemNames: itemNames(words),
    vouchers: {
      box: voucherBoxTexts(words),
      messages: voucherMessages(words),
      onlyWithVoucher: t('voucherBox.onlyWithVoucher', { name: '{name}' }),
      onlyWithVoucherNameless: t('voucherBox.onlyWithVoucherNameless'),
      toBox: t('voucherBox.toBox'),
    },
    problems: Object.fromEntries(problemCodes.map((code) => [code, t(`problem.${code}`)])),
    left: Array.from({ length: fewLeftAt }, (_, left) => t('orders.refusal.left', { left })),
    mend: { competitions: mend('competitions'), articles: mend('articles') },
    fault: {
      title: t('ui.error.title'),
      id: t('ui.error.id', { errorId: '{errorId}' }),
      close: t('ui.form.close'),
    },
  };
}
