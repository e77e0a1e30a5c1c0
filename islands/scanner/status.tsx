import type { ReactElement } from 'react';
import type { ScanResult } from '#modules/checkin/rules/scan-result.ts';
import type { ScannerStatus } from './kinds.ts';

export const scannerTextKeys = [
  'otherEvent',
  'code',
  'codeHint',
  'submit',
  'next',
  'notFoundText',
  'replacedOn',
  'scannedAt',
  'team',
  'readyOffline',
  'admitted',
  'queue',
  'queueEmpty',
  'lastSync',
  'noSync',
  'offline',
  'camera',
  'cameraStop',
  'cameraDenied',
  'cameraHint',
  'matches',
  'noMatches',
  'letIn',
  'inside',
  'login',
  'loginLink',
  'ended',
  'expired',
  'unexpectedFetch',
  'bib',
  'torch',
  'whichCamera',
  'cameraNumber',
  'zoom',
  'sound',
  'shake',
  'modeGate',
  'modeDesk',
  'mode',
  'deskCode',
  'deskCodeHint',
  'openDue',
  'handedOutAll',
  'handedOutOn',
  'handedOut',
  'handOut',
  'handOutOrder',
  'handOutClub',
  'takeBack',
  'back',
  'due',
  'nothingDue',
  'openMoney',
  'takeCash',
  'notPaid',
  'noBib',
  'bibLabel',
  'setBib',
  'bibTaken',
  'bibOffline',
  'changeBib',
  'replaceBib',
  'replaceBibHint',
  'club',
  'gave',
  'hideName',
  'nameHidden',
  'hideNameOffline',
  'notReady',
  'notDue',
] as const;
/** With `{count}`, `{time}` and `{name}`. */
export type ScannerTexts = Readonly<Record<(typeof scannerTextKeys)[number] | ScanResult, string>>;

const count = (text: string, n: number) => text.replace('{count}', String(n));

export function StatusLine(props: {
  status: ScannerStatus | null;
  texts: ScannerTexts;
  syncedAt: string | null;
  /** Null: an organizer's device, without a login. */
  loginPath: string | null;
  isDesk: boolean;
}): ReactElement | null {
  const { status, texts, syncedAt, loginPath, isDesk } = props;
  if (!status) return null;
  return (
    <div className="scanner-status" role="status">
      {status.loginNeeded ? (
        <p className="scanner-login">
          {texts.login} {loginPath ? <a href={loginPath}>{texts.loginLink}</a> : null}
        </p>
      ) : null}
      {status.expired ? <p className="scanner-login">{texts.expired}</p> : null}
      <p>
        <span className="badge" data-tone={status.syncedAt === null ? 'wait' : 'good'}>
          {status.syncedAt === null ? texts.notReady : count(texts.readyOffline, status.tickets)}
        </span>
        <span className="badge">
          {isDesk ? count(texts.handedOutAll, status.handedOut) : count(texts.admitted, status.admitted)}
        </span>
        <span className="badge" data-tone={status.queued > 0 ? 'wait' : 'good'}>
          {status.queued > 0 ? count(texts.queue, status.queued) : texts.queueEmpty}
        </span>
        {status.online ? null : (
          <span className="badge" data-tone="wait">
            {texts.offline}
          </span>
        )}
      </p>
      <p className="soft small">{syncedAt ? texts.lastSync.replace('{time}', syncedAt) : texts.noSync}</p>
    </div>
  );
}
