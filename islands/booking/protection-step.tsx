import { type ReactElement, useState } from 'react';
import { chosenProtections, protectionName } from '#modules/booking/rules/draft.ts';
import { CheckboxField } from '#src/ui/field.tsx';
import { StepFrame } from './step-frame.tsx';
import { type StepProps, useStep } from './use-step.ts';

export type ProtectionTexts = {
  title: string;
  intro: string;
  offers: { id: number; label: string; description: string }[];
};
export type ProtectionStepProps = StepProps<'cancellation-protection'> & ProtectionTexts;

export function ProtectionStep(props: ProtectionStepProps): ReactElement {
  const { draft, offers } = props;
  const step = useStep(props);
  const [protectionIds, setProtectionIds] = useState(draft.protectionIds);
  const change = () => {
    const form = step.form.current;
    if (form) setProtectionIds(chosenProtections(new FormData(form), offers));
  };
  return (
    <StepFrame props={props} step={step} price={step.priceOf({ protectionIds })} teams={draft.teams} onChange={change}>
      <p className="lead">{props.intro}</p>
      <div className="entry-person">
        <ProtectionOffers offers={offers} chosen={draft.protectionIds} />
      </div>
    </StepFrame>
  );
}

export const ProtectionOffers = ({ offers, chosen }: Pick<ProtectionTexts, 'offers'> & { chosen: readonly number[] }) =>
  offers.map(({ id, label, description }) => (
    <CheckboxField
      key={id}
      name={protectionName(id)}
      label={label}
      defaultChecked={chosen.includes(id)}
      hint={description}
    />
  ));
