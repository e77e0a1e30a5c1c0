import type { ReactElement } from 'react';
import { AddressStep, type AddressStepProps } from './address/address-step.tsx';
import { ArticlesStep, type ArticlesStepProps } from './articles/articles-step.tsx';
import { ProtectionStep, type ProtectionStepProps } from './booking/protection-step.tsx';
import { loadStepRules } from './booking/rules.ts';
import { ParticipantsStep, type ParticipantsStepProps } from './participants/participants-step.tsx';

export type BookingStepProps = ParticipantsStepProps | ArticlesStepProps | ProtectionStepProps | AddressStepProps;

/** A page that answers a post checks what was posted, so a browser needs what checks it before the step wakes up. */
export const prepare = async (props: BookingStepProps): Promise<void> => {
  if (('showErrors' in props && props.showErrors) || ('asksToDecline' in props && props.asksToDecline))
    await loadStepRules(props);
};

/**
 * A step of the booking. All of them are one script: packed together it is a quarter smaller than step by step, and after
 * the first step there is nothing more to load but what a touch needs.
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
