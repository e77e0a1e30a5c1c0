import { type ReactElement, useState } from 'react';
import { CheckboxField } from '#src/ui/field.tsx';
import { StepFrame } from './step-frame.tsx';
import { type StepProps, useStep } from './use-step.ts';

export type ProtectionStepProps = StepProps<'cancellation-protection'> & {
  intro: string;
  offers: { id: number; label: string; description: string }[];
};

/** Cancellation protection, with what it does to the total at once. */
export function ProtectionStep(props: ProtectionStepProps): ReactElement {
  const { draft, offers } = props;
  const step = useStep(props);
  const [protectionIds, setProtectionIds] = useState(draft.protectionIds);
  const change = () => {
    const form = step.form.current;
    if (form) setProtectionIds(offers.map(({ id }) => id).filter((id) => new FormData(form).has(`protection.${id}`)));
  };
  return (
    <StepFrame props={props} step={step} price={step.priceOf({ protectionIds })} teams={draft.teams} onChange={change}>
      <p className="lead">{props.intro}</p>
      {offers.map(({ id, label, description }) => (
        <div className="entry-person" key={id}>
          <CheckboxField
            name={`protection.${id}`}
            label={label}
            defaultChecked={draft.protectionIds.includes(id)}
            hint={description}
          />
        </div>
      ))}
    </StepFrame>
  );
}
