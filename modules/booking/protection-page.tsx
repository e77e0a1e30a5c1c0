import type { ReactElement } from 'react';
import type { ProtectionTexts } from '#islands/booking/protection-step.tsx';
import { stepLabel } from '#modules/orders/rules/steps.ts';
import { perThing } from '#src/texts/per-translator.ts';
import type { BookingContext } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepPage, useStepProps } from './step-page.tsx';

export function ProtectionPage(props: { booking: BookingContext; refused?: RefusedCode | null }): ReactElement {
  const { booking, refused = null } = props;
  return (
    <StepPage
      booking={booking}
      props={{
        ...useStepProps(booking, 'cancellation-protection', { refused }),
        ...protectionTexts(booking),
      }}
    />
  );
}

const cachedTexts = perThing<ProtectionTexts>();
export const protectionTexts = (booking: BookingContext): ProtectionTexts => {
  const { catalog, i18n } = booking;
  return cachedTexts(catalog.event, i18n, '', () => ({
    title: i18n.t(stepLabel(booking, 'cancellation-protection')),
    intro: i18n.t('orders.protection.intro', { fee: catalog.event.processingFee > 0 ? 'yes' : 'no' }),
    offers: catalog.cancellationProtections.map(({ id, title, price, description }) => ({
      id,
      label: i18n.t('orders.protection.label', { title, price: i18n.money(price) }),
      description,
    })),
  }));
};
