import type { ReactElement } from 'react';
import type { BookingContext } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepPage, useStepProps } from './step-page.tsx';

export function ProtectionPage(props: { booking: BookingContext; refused?: RefusedCode | null }): ReactElement {
  const { booking, refused = null } = props;
  const { words, catalog } = booking;
  return (
    <StepPage
      booking={booking}
      props={{
        ...useStepProps(booking, 'cancellation-protection', { refused }),
        intro: words.t('orders.protection.intro'),
        offers: catalog.cancellationProtections.map(({ id, title, price, description }) => ({
          id,
          label: words.t('orders.protection.label', { title, price: words.money(price) }),
          description,
        })),
      }}
    />
  );
}
