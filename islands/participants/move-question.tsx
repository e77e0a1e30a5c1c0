import { type ReactElement, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/display.tsx';
import { type Option, SelectField } from '#src/ui/field.tsx';

/** A question about an entry: where to move it, or whether it is a duplicate. Every button posts the form. */
export type MoveRequest = {
  title: string;
  text: string;
  lines: string[];
  label: string;
  name: string;
  options: Option[];
  link: { href: string; label: string } | null;
  no: string;
  answers: [intent: string, label: string][];
};

export function MoveQuestion(asked: MoveRequest): ReactElement {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      id="move-question"
      title={asked.title}
      open
      onClose={() => stay.current?.click()}
      actions={
        <>
          <Button ref={stay} look="quiet" name="intent" value="stay">
            {asked.no}
          </Button>
          {asked.answers.map(([intent, label]) => (
            <Button key={intent} name="intent" value={intent}>
              {label}
            </Button>
          ))}
        </>
      }
    >
      {asked.options.length > 0 ? <SelectField name={asked.name} label={asked.label} options={asked.options} /> : null}
      {asked.text ? <p>{asked.text}</p> : null}
      {asked.link ? (
        <p>
          <a href={asked.link.href}>{asked.link.label}</a>
        </p>
      ) : null}
      <ul>
        {asked.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  );
}
