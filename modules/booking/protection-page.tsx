import type { ReactElement } from 'react';
import { usePage } from '#src/ui/page.tsx';
import type { BookingContext } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepPage } from './step-page.tsx';
import { stepProps } from './step-props.ts';

export function ProtectionPage(props: { booking: BookingContext; refused?: RefusedCode | null }): ReactElement {
  const { booking, refused = null } = props;
  const { words, catalog } = booking;
  const { csrfToken } = usePage();
  return (
    <StepPage
      booking={booking}
      props={{
        ...stepProps(booking, 'cancellation-protection', { csrfToken, refused }),
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
