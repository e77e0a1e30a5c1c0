import { type ReactElement, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/display.tsx';
import { type Option, SelectField } from '#src/ui/field.tsx';

/** A question about an entry, in finished sentences: where it moves to, or who it is. Every button posts the form, so nothing typed is lost. */
export type MoveRequest = {
  title: string;
  /** What is lost by it, or that there is nowhere to go. */
  text: string;
  lines: string[];
  label: string;
  /** The name of the choice, and what there is to choose. */
  name: string;
  options: Option[];
  /** Where it is settled instead. */
  link: { href: string; label: string } | null;
  no: string;
  /** The other answers, by what their button asks for. */
  answers: [intent: string, label: string][];
};

/** Asks which competition somebody is to move to, and names whose articles that would delete; or whether two entries are one person. */
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
