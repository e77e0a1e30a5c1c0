import type { ReactElement, ReactNode } from 'react';
import BookingStep, { type BookingStepProps } from '#islands/BookingStep.tsx';
import { Island } from '#src/platform/island.tsx';
import { type BookingContext, BookingHead } from './booking-frame.tsx';

/** A step that the island runs: its heading, and what stands above it. */
export const StepPage = (page: {
  booking: BookingContext;
  props: BookingStepProps;
  above?: ReactNode;
}): ReactElement => (
  <div className="stack">
    <BookingHead booking={page.booking} step={page.props.step} />
    {page.above}
    <Island name="BookingStep" of={BookingStep} props={page.props} />
  </div>
);
