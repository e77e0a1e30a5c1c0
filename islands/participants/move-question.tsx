import { type ReactElement, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/display.tsx';
import { type Option, SelectField } from '#src/ui/field.tsx';

/** A move that waits for an answer, in finished sentences. Both buttons post the form, so nothing typed is lost. */
export type AskedMove = {
  title: string;
  /** What is lost by it, or that there is nowhere to go. */
  text: string;
  lines: string[];
  label: string;
  /** The name of the choice, and what there is to choose. */
  name: string;
  options: Option[];
  no: string;
  yes: string;
  intent: string;
};

/** Asks which competition somebody is to move to, and names whose articles that would delete. */
export function MoveQuestion(asked: AskedMove): ReactElement {
  const stay = useRef<HTMLButtonElement>(null);
  const isOpen = asked.options.length > 0;
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
          {isOpen ? (
            <Button name="intent" value={asked.intent}>
              {asked.yes}
            </Button>
          ) : null}
        </>
      }
    >
      {isOpen ? <SelectField name={asked.name} label={asked.label} options={asked.options} /> : null}
      {asked.text ? <p>{asked.text}</p> : null}
      {isOpen ? (
        <ul>
          {asked.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}
