import type { ReactElement, ReactNode } from 'react';
import StepIsland, { type BookingStepProps, priceView } from '#islands/booking/step-on-server.ts';
import { type FrameTexts, frameKeys } from '#islands/booking/texts.ts';
import type { StepProps } from '#islands/booking/use-step.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { fewLeftAt } from '#modules/events/rules/sale.ts';
import { itemNames } from '#modules/orders/index.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { type BookingStep, stepLabel, stepPath } from '#modules/orders/rules/steps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { cacheJson, perThing, perTranslator } from '#src/texts/per-translator.ts';
import { usePage } from '#src/ui/page.tsx';
import { ReloadWhenRestored } from '#src/ui/restored.tsx';
import { Island } from '#src/web/island.tsx';
import { textsOf } from '#src/web/island-texts.ts';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { latestChange } from './rules/draft-tabs.ts';
import { isRenderedElsewhere } from './rules/folded-people.ts';
import { codeMessages } from './rules/voucher-messages.ts';

/** Props of a step's island. `teams`: as shown, if not the saved draft. */
export function useStepProps<Name extends BookingStep>(
  booking: BookingContext,
  step: Name,
  view: { refused: RefusedCode | null; teams?: DraftTeam[]; action?: string },
): StepProps<Name> {
  const { i18n, catalog, eventRef, draft, basket } = booking;
  const { teams, protectionIds, voucherCodes, codeInput } = draft.data;
  const priced = {
    catalog: leanCatalog(catalog),
    draft: { teams: view.teams ?? teams, protectionIds, voucherCodes, codeInput },
    vouchers: booking.vouchers,
    country:
      basket.deliveryAddress?.countryCode ??
      (basket.contactAddress
        ? (basket.contactAddress.countryCode ?? null)
        : catalog.event.needsContactAddress
          ? booking.home
          : null),
    locale: i18n.locale,
    now: booking.now,
    texts: frameTexts(booking, i18n),
  };
  return {
    ...priced,
    step,
    price: priceView(priced),
    latest: latestChange(draft.data.changed),
    refused: view.refused,
    csrfToken: usePage().csrfToken,
    action: view.action ?? stepPath(eventRef, step),
  };
}

const leanCatalogs = new WeakMap<Catalog, Catalog>();

/** What pricing and validation need; long texts stay on the server. Cached until a sale changes it. */
function leanCatalog(catalog: Catalog): Catalog {
  const known = leanCatalogs.get(catalog);
  if (known) return known;
  const lean = cacheJson({
    ...catalog,
    event: { ...catalog.event, description: '', conditions: '', additionalConditions: '', pdfDescription: '' },
    competitions: catalog.competitions.map((competition) => ({ ...competition, description: '' })),
    cancellationProtections: catalog.cancellationProtections.map((entry) => ({ ...entry, description: '' })),
    organizers: [],
  });
  leanCatalogs.set(catalog, lean);
  return lean;
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
  'ORDERED_NOT_ENOUGH_ARTICLES.team',
  'ORDERED_TOO_MANY_ARTICLES.team',
] as const;

const cachedTexts = perThing<FrameTexts>();
const frameTexts = (booking: BookingContext, i18n: Translator): FrameTexts =>
  cachedTexts(booking.catalog.event, i18n, booking.eventRef, () => makeTexts(booking, i18n));

function makeTexts(booking: BookingContext, i18n: Translator): FrameTexts {
  const mend = (step: BookingStep) => ({
    text: i18n.t('orders.refusal.mend', { step: i18n.t(stepLabel(booking, step)) }),
    href: stepPath(booking.eventRef, step),
  });
  return {
    ...textsOf(i18n, frameKeys),
    ...sameForAll(i18n),
    mend: { competitions: mend('competitions'), articles: mend('articles') },
  };
}

const sameForAll = perTranslator((i18n) => ({
  itemNames: itemNames(i18n),
  codes: voucherMessages(i18n),
  problems: cacheJson(Object.fromEntries(problemCodes.map((code) => [code, i18n.t(`problem.${code}`)]))),
  left: Array.from({ length: fewLeftAt }, (_, left) => i18n.t('orders.refusal.left', { left })),
}));

export const voucherMessages = perTranslator(
  ({ t }): Record<string, string> =>
    Object.fromEntries(codeMessages.map((message) => [message, t(`voucherBox.message.${message}`)])),
);

export const StepPage = ({ props, booking, children, slot = null }: StepPageProps): ReactElement => (
  <div className="stack">
    <BookingHead booking={booking} step={props.step} />
    <ReloadWhenRestored />
    {children}
    <Island
      name="BookingStep"
      of={StepIsland}
      props={props}
      isLarge={isRenderedElsewhere(props.draft.teams)}
      slot={slot}
    />
  </div>
);
type StepPageProps = {
  props: BookingStepProps;
  booking: BookingContext;
  children?: ReactNode;
  slot?: ReactElement | null;
};
