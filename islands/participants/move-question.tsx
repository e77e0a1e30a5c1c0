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

export function MoveQuestion(question: MoveRequest): ReactElement {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      id="move-question"
      title={question.title}
      open
      onClose={() => stay.current?.click()}
      actions={
        <>
          <Button ref={stay} look="quiet" name="intent" value="stay">
            {question.no}
          </Button>
          {question.answers.map(([intent, label]) => (
            <Button key={intent} name="intent" value={intent}>
              {label}
            </Button>
          ))}
        </>
      }
    >
      {question.options.length > 0 ? (
        <SelectField name={question.name} label={question.label} options={question.options} />
      ) : null}
      {question.text ? <p>{question.text}</p> : null}
      {question.link ? (
        <p>
          <a href={question.link.href}>{question.link.label}</a>
        </p>
      ) : null}
      <ul>
        {question.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  );
}
