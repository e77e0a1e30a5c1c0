import type { ReactElement } from 'react';
import type { ProtectionTexts } from '#islands/booking/protection-step.tsx';
import { stepLabel } from '#modules/orders/rules/steps.ts';
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

export const protectionTexts = (booking: BookingContext): ProtectionTexts => ({
  title: booking.words.t(stepLabel(booking, 'cancellation-protection')),
  intro: booking.words.t('orders.protection.intro'),
  offers: booking.catalog.cancellationProtections.map(({ id, title, price, description }) => ({
    id,
    label: booking.words.t('orders.protection.label', { title, price: booking.words.money(price) }),
    description,
  })),
});
