import type { ReactElement } from 'react';
import { CheckboxField } from '#src/ui/field.tsx';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import { type RefusedCode, StepForm } from './step-form.tsx';

export function ProtectionPage(props: { booking: BookingContext; refused?: RefusedCode | null }): ReactElement {
  const { booking, refused = null } = props;
  const { words, catalog, draft } = booking;
  return (
    <div className="stack">
      <BookingHead booking={booking} step="cancellation-protection" />
      <StepForm booking={booking} step="cancellation-protection" refused={refused}>
        <p className="lead">{words.t('orders.protection.intro')}</p>
        {catalog.cancellationProtections.map((protection) => (
          <div className="entry-person" key={protection.id}>
            <CheckboxField
              name={`protection.${protection.id}`}
              label={words.t('orders.protection.label', {
                title: protection.title,
                price: words.money(protection.price),
              })}
              defaultChecked={draft.data.protectionIds.includes(protection.id)}
              hint={protection.description}
            />
          </div>
        ))}
      </StepForm>
    </div>
  );
}
