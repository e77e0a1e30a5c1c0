import type { ReactElement } from 'react';
import type { ScannerProps } from './props.ts';
import type { ScannerTexts } from './status.tsx';
import type { ScannerState } from './use-scanner.ts';

type Page = Pick<ScannerProps, 'eventTitle' | 'device' | 'gate' | 'texts'>;

export const ScannerHead = ({ eventTitle, device, gate, texts }: Page): ReactElement => (
  <header className="scanner-head">
    <h1>{eventTitle}</h1>
    {device === null ? <a href="/scan">{texts.otherEvent}</a> : <p className="soft">{gate}</p>}
  </header>
);

/** The server has ended this device: nothing is shown or stored. */
export const ScannerEnded = (props: Page): ReactElement => (
  <div className="scanner">
    <ScannerHead {...props} />
    <p className="scanner-login" role="alert">
      {props.texts.ended}
    </p>
  </div>
);

export const ModeSwitch = (props: {
  isDesk: boolean;
  texts: ScannerTexts;
  switchTo(isDesk: boolean): void;
}): ReactElement => (
  <fieldset className="scanner-modes">
    <legend className="visually-hidden">{props.texts.mode}</legend>
    {[false, true].map((desk) => (
      <button
        key={String(desk)}
        type="button"
        className="button button-quiet"
        aria-pressed={props.isDesk === desk}
        onClick={() => props.switchTo(desk)}
      >
        {desk ? props.texts.modeDesk : props.texts.modeGate}
      </button>
    ))}
  </fieldset>
);

type Typing = Pick<ScannerProps, 'eventId' | 'csrfToken' | 'texts'> &
  Pick<ScannerState, 'input' | 'type' | 'submit' | 'field'> & { isDesk: boolean };

export const CodeForm = (props: Typing): ReactElement => {
  const { eventId, csrfToken, texts, isDesk, input, type, submit, field } = props;
  return (
    <form className="scanner-form" method="post" action="/scan" onSubmit={submit}>
      <input type="hidden" name="csrf" value={csrfToken} />
      <input type="hidden" name="event" value={eventId} />
      <label className="field-label" htmlFor="scanner-code">
        {isDesk ? texts.deskCode : texts.code}
      </label>
      <div className="scanner-typed">
        <input
          className="input"
          id="scanner-code"
          name="code"
          ref={field}
          value={input}
          onChange={(event) => type(event.target.value)}
          aria-describedby="scanner-code-hint"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
        <button type="submit" className="button button-quiet">
          {texts.submit}
        </button>
      </div>
      <p className="field-hint" id="scanner-code-hint">
        {isDesk ? texts.deskCodeHint : texts.codeHint}
      </p>
    </form>
  );
};
