import type { ReactElement } from 'react';
import { AddressStep, type AddressStepProps } from './address/address-step.tsx';
import { ArticlesStep, type ArticlesStepProps } from './articles/articles-step.tsx';
import { loadCodeRules } from './booking/codes.ts';
import { ProtectionStep, type ProtectionStepProps } from './booking/protection-step.tsx';
import { ParticipantsStep, type ParticipantsStepProps } from './participants/participants-step.tsx';

export type BookingStepProps = ParticipantsStepProps | ArticlesStepProps | ProtectionStepProps | AddressStepProps;

/** What a browser needs before the step wakes up: codes and discounts change the price of what was chosen. */
export const prepare = ({ draft, catalog }: BookingStepProps): Promise<void> | null =>
  draft.voucherCodes[0] || catalog.discounts[0] ? loadCodeRules() : null;

/**
 * A step of the booking. All of them are one script: packed together it is a quarter smaller than step by step, and after
 * the first step there is nothing more to load.
 */
export default function BookingStep(props: BookingStepProps): ReactElement {
  switch (props.step) {
    case 'competitions':
      return <ParticipantsStep {...props} />;
    case 'articles':
      return <ArticlesStep {...props} />;
    case 'cancellation-protection':
      return <ProtectionStep {...props} />;
    case 'delivery-address':
      return <AddressStep {...props} />;
  }
}
