import type { ReactElement } from 'react';
import { Matches, ScanAnswer } from './scanner/answer.tsx';
import { CameraView, SignalSwitches } from './scanner/controls.tsx';
import { DeskCard } from './scanner/desk.tsx';
import { clockText, dayText, moneyText } from './scanner/format.ts';
import { CodeForm, ModeSwitch, ScannerEnded, ScannerHead } from './scanner/parts.tsx';
import type { ScannerProps } from './scanner/props.ts';
import { StatusLine } from './scanner/status.tsx';
import { useScanner } from './scanner/use-scanner.ts';

export type { ScannerProps } from './scanner/props.ts';

export default function Scanner(props: ScannerProps): ReactElement {
  const { eventId, csrfToken, locale, texts, device, page } = props;
  const scanner = useScanner(props);
  const { session, status, isAwake, desk, serve, found, shown, input, type, submit, field } = scanner;
  const { isDesk, served, message } = desk;
  const person = served === null ? null : (session.current?.people.of(served) ?? null);
  if (status.ended || props.isEnded) return <ScannerEnded {...props} />;
  return (
    <div className="scanner">
      <ScannerHead {...props} />
      {isAwake && props.mayHandOut ? <ModeSwitch {...{ isDesk, texts, switchTo: scanner.switchTo }} /> : null}
      <CameraView camera={scanner.camera} video={scanner.video} texts={texts} isHidden={!isAwake} />
      <CodeForm {...{ eventId, csrfToken, texts, isDesk, input, type, submit, field }} />
      {message ? (
        <p className="scanner-said" role="status">
          {message}
        </p>
      ) : null}
      {isDesk && person && session.current ? (
        <DeskCard
          ticket={person}
          session={session.current}
          texts={texts}
          clock={(at) => dayText(at, locale)}
          money={(cents) => moneyText(cents, locale)}
          latePath={props.latePath}
          back={() => {
            serve(null);
            field.current?.focus();
          }}
          announce={desk.say}
        />
      ) : null}
      {found ? (
        <Matches
          matches={found}
          {...{ texts, eventId, csrfToken }}
          {...(isAwake ? { choose: scanner.choose } : {})}
          {...(isDesk ? { label: texts.openDue, done: texts.handedOut } : {})}
        />
      ) : null}
      <StatusLine
        status={isAwake ? status : null}
        texts={texts}
        syncedAt={status.syncedAt === null ? null : clockText(status.syncedAt, locale)}
        loginPath={device === null ? `/auth?to=${encodeURIComponent(page)}` : null}
        isDesk={isDesk}
      />
      {isAwake ? <SignalSwitches signals={scanner.signals} texts={texts} change={scanner.changeSignals} /> : null}
      {shown ? <ScanAnswer {...{ view: shown, texts, page }} {...(isAwake ? { next: scanner.next } : {})} /> : null}
    </div>
  );
}
