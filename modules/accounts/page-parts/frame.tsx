import type { ReactElement, ReactNode } from 'react';
import { withMails } from '#src/ui/display.tsx';

export function AccountFrame(props: {
  title: string;
  back?: { href: string; label: string };
  lead?: string;
  soft?: string;
  className?: string;
  children: ReactNode;
}): ReactElement {
  const { title, back, lead, soft, className = '', children } = props;
  return (
    <div className={`narrow stack ${className}`.trim()}>
      <header className="stack-s">
        {back ? (
          <p className="small">
            <a href={back.href}>{back.label}</a>
          </p>
        ) : null}
        <h1>{title}</h1>
        {lead ? <p className="lead">{withMails(lead)}</p> : null}
        {soft ? <p className="soft">{withMails(soft)}</p> : null}
      </header>
      {children}
    </div>
  );
}
