import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { CsrfField } from '#src/ui/button.tsx';
import { useCached } from '#src/ui/cached.tsx';
import { ConsentBanner } from '#src/ui/consent-banner.tsx';
import { Alert, withMails } from '#src/ui/display.tsx';
import { EventSwitcher, type SwitcherProps } from '#src/ui/event-switcher.tsx';
import { FindBox, findPath } from '#src/ui/find-box.tsx';
import { useOpens, usePage, useTranslator } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { ImpersonationBar, SiteFooter, SupportButton, SupportDialog } from '#src/ui/site-frame.tsx';
import { Head, type HeadProps } from '#src/web/document.tsx';

type LayoutProps = HeadProps & {
  children: ReactNode;
  /** The page sets its own width. */
  fullWidth?: boolean;
};

/** The document of a public page. */
export function Layout({ children, fullWidth, ...head }: LayoutProps): ReactElement {
  return (
    <Document head={head}>
      <SkipLink />
      <ImpersonationBar />
      <SiteHeader />
      <SessionEnded />
      <main className="site-main" id="main" tabIndex={-1}>
        {fullWidth ? children : <div className="wrap">{children}</div>}
      </main>
      <SiteFooter />
    </Document>
  );
}

/** The banner is last and sticks to the lower edge; `data-asked` lets other bars make room. */
function Document({ head, children }: { head: HeadProps; children: ReactNode }): ReactElement {
  const { i18n, frame } = usePage();
  return (
    <html lang={i18n.htmlLang} data-asked={frame?.asksForConsent ? '' : undefined}>
      <Head {...head} />
      <body>
        {children}
        {frame ? <SupportDialog frame={frame} /> : null}
        {frame?.asksForConsent ? <ConsentBanner back={frame.back} /> : null}
      </body>
    </html>
  );
}

/** A document without navigation: the scanner, a page to print. */
export function BareLayout({ children, ...head }: HeadProps & { children: ReactNode }): ReactElement {
  const { frame } = usePage();
  return (
    <Document head={{ ...head, isWork: true }}>
      <ImpersonationBar />
      <main className="bare" id="main">
        {children}
        {frame ? <SupportButton /> : null}
      </main>
    </Document>
  );
}

/** `parts`: other addresses that belong to this link. `count`: a badge; 0 is hidden. */
export type AdminLink = { href: string; label: string; parts?: readonly string[]; count?: number };
/** A group with a title folds; `name`: under which the browser stores whether it is open. */
export type AdminGroup = { links: readonly AdminLink[] } & ({ name: string; title: string } | { title?: undefined });
type AdminLayoutProps = HeadProps & {
  children: ReactNode;
  /** The left navigation. Marks the link of the current path, by its address or `parts`. */
  groups: readonly AdminGroup[];
  /** The page's event and links to others. */
  switcher: SwitcherProps;
  /** Below the heading, which is `heading` or the title. */
  heading?: ReactNode;
  intro?: ReactNode;
  action?: ReactNode;
};

const menuId = 'admin-menu';

/** The document of a management page: search, left navigation, header with one main action. */
export function AdminLayout(props: AdminLayoutProps): ReactElement {
  const { children, groups, switcher, heading, intro, action, ...head } = props;
  const { path } = usePage();
  const opens = useOpens();
  const shown = groups
    .map((group) => ({ ...group, links: group.links.filter(({ href }) => opens('get', href)) }))
    .filter(({ links }) => links.length > 0);
  const current = currentOf(
    path,
    shown.flatMap((group) => group.links),
  );
  // All addresses of one link have the same mark.
  const place = current?.href ?? path;
  return (
    <Document head={{ ...head, noIndex: true, isWork: true }}>
      <SkipLink />
      <ImpersonationBar />
      <AdminHeader event={switcher.current} place={place} />
      <SessionEnded />
      <div className="admin">
        {/* On a phone it opens over the page, by the browser's own means; elsewhere it stands beside it. */}
        <aside className="admin-side" id={menuId} popover="auto">
          <AdminMenu {...{ switcher, groups: shown, current, place }} />
        </aside>
        <main className="admin-main" id="main" tabIndex={-1}>
          <header className="page-header">
            <div>
              <h1>{withMails(heading ?? head.title)}</h1>
              {intro ? <p>{intro}</p> : null}
            </div>
            {action}
          </header>
          {children}
        </main>
      </div>
      <SiteFooter />
    </Document>
  );
}

type AdminMenuProps = { switcher: SwitcherProps; groups: readonly AdminGroup[]; current: AdminLink | undefined };
type Place = { place: string };

/** Cached between pages; only the mark differs. */
function AdminMenu({ place, ...menu }: AdminMenuProps & Place): ReactElement {
  const { viewer, csrfToken } = usePage();
  const markup = useCached('admin menu', { viewer, csrfToken, path: place });
  return (
    <div
      className="admin-side-inner"
      dangerouslySetInnerHTML={{ __html: markup(menu, () => <AdminLinks {...menu} />) }}
    />
  );
}

function AdminLinks({ switcher, groups, current }: AdminMenuProps): ReactElement {
  const { i18n } = usePage();
  // The group of the page; on pages of none the first one with a title.
  const opened =
    groups.find(({ title, links }) => title !== undefined && links.some((link) => link === current)) ??
    groups.find(({ title }) => title !== undefined);
  return (
    <>
      <button className="admin-menu-close" type="button" popoverTarget={menuId} popoverTargetAction="hide">
        {i18n.t('ui.admin.closeMenu')}
      </button>
      <EventSwitcher {...switcher} />
      <nav className="admin-nav" aria-label={i18n.t('ui.admin.nav')}>
        {groups.map((group) => {
          const links = (
            <ul className="admin-links">
              {group.links.map((link) => (
                <li key={link.href}>
                  <NavLink {...link} current={link === current} />
                </li>
              ))}
            </ul>
          );
          if (group.title === undefined) return <div key="">{links}</div>;
          return (
            <details key={group.name} open={group === opened} data-menu-group={group.name}>
              <summary className="admin-nav-title">{group.title}</summary>
              {links}
            </details>
          );
        })}
      </nav>
      <nav className="admin-nav admin-site" aria-label={i18n.t('ui.nav.label')}>
        <p className="admin-nav-title">{i18n.t('ui.admin.account')}</p>
        <SiteLinks />
      </nav>
    </>
  );
}

/** The event (on a phone), the search and the phone's menu button. */
function AdminHeader({ event, place }: { event: SwitcherProps['current'] } & Place): ReactElement {
  const { assets, viewer, csrfToken, path, frame, whiteLabel } = usePage();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  const [at, query] = path.split('?');
  const searched = at === findPath ? (new URLSearchParams(query).get('q') ?? '') : '';
  const markup = useCached('admin header', { viewer, csrfToken, path: place, whiteLabel });
  const tools = { event, searched, hasSupport: frame !== undefined };
  return (
    <header
      className="site-header admin-header"
      dangerouslySetInnerHTML={{ __html: markup(tools, () => <AdminTools {...tools} />) }}
    />
  );
}

function AdminTools(props: { event: SwitcherProps['current']; searched: string; hasSupport: boolean }): ReactElement {
  const { event, searched, hasSupport } = props;
  const { i18n, whiteLabel } = usePage();
  return (
    <>
      <a className="site-logo" href={paths.home} title={i18n.t('ui.nav.events')}>
        <Mark />
        <span>{whiteLabel?.name ?? i18n.t('ui.product.name')}</span>
      </a>
      {event ? (
        <a className="admin-here" href={event.href}>
          <b>{event.title}</b> <span>{event.date}</span>
        </a>
      ) : null}
      <button className="admin-menu-button" type="button" popoverTarget={menuId}>
        {i18n.t('ui.nav.menu')}
      </button>
      <FindBox searched={searched} eventId={event?.href.split('/').at(-1) ?? null} />
      <details className="site-menu">
        <summary>{i18n.t('ui.admin.account')}</summary>
        <nav aria-label={i18n.t('ui.nav.label')}>
          <SiteLinks />
        </nav>
      </details>
      {hasSupport ? <SupportButton /> : null}
    </>
  );
}

/** The longest link that is a prefix of the path. */
export function currentLink(path: string, hrefs: readonly string[]): string | undefined {
  const bare = bareOf(path);
  const leadsThere = (href: string) => {
    const begin = bareOf(href);
    return bare.startsWith(begin) && (bare.length === begin.length || (href !== '/' && bare[begin.length] === '/'));
  };
  return hrefs.filter(leadsThere).sort((a, b) => b.length - a.length)[0];
}

function bareOf(path: string): string {
  const end = path.indexOf('?');
  return end < 0 ? path : path.slice(0, end);
}

/** The link of a path, by the longest address. */
function currentOf(path: string, links: readonly AdminLink[]): AdminLink | undefined {
  const places = links.flatMap((link) => [link.href, ...(link.parts ?? [])].map((href) => ({ href, link })));
  const longest = currentLink(
    path,
    places.map(({ href }) => href),
  );
  return places.find(({ href }) => href === longest)?.link;
}

const NavLink = ({ href, label, count, current }: AdminLink & { current: boolean }): ReactElement => (
  <a className="nav-link" href={href} aria-current={current ? 'page' : undefined}>
    {label}
    {count ? <span className="nav-count">{count}</span> : null}
  </a>
);

const SkipLink = (): ReactElement => (
  <a className="skip-link" href="#main">
    {useTranslator().t('ui.skip.toContent')}
  </a>
);

export const Logo = (): ReactElement => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect className="logo-block" width="32" height="32" rx="9" />
    <path className="logo-lane" d="M8 25.5C8 14.5 14.5 8 25.5 8M14.5 25.5c0-7 4-11 11-11M21 25.5c0-3 1.5-4.5 4.5-4.5" />
  </svg>
);

/** The logo: the white label's or the platform's. */
function Mark(): ReactElement {
  const logo = usePage().whiteLabel?.logo;
  return logo ? <img className="site-mark" src={`/pictures/small/${logo}`} alt="" /> : <Logo />;
}

function SiteHeader(): ReactElement {
  const { i18n, whiteLabel, frame } = usePage();
  return (
    <header className="site-header">
      <div className="wrap site-header-row">
        <a className="site-logo" href={paths.home}>
          <Mark />
          <span>{whiteLabel?.name ?? i18n.t('ui.product.name')}</span>
        </a>
        <nav className="site-nav" aria-label={i18n.t('ui.nav.label')}>
          <SiteLinks />
        </nav>
        <details className="site-menu">
          <summary>{i18n.t('ui.nav.menu')}</summary>
          <nav aria-label={i18n.t('ui.nav.label')}>
            <SiteLinks />
          </nav>
        </details>
        {frame ? <SupportButton /> : null}
      </div>
    </header>
  );
}

/** Shown once: this response deletes the cookies of the ended session. */
function SessionEnded(): ReactElement | null {
  const { i18n, frame } = usePage();
  if (!frame?.sessionEnded) return null;
  return (
    <div className="wrap session-ended">
      <Alert tone="wait" title={i18n.t('ui.sessionEnded.title')}>
        <a href={`${paths.login}?to=${encodeURIComponent(frame.back)}`}>{i18n.t('ui.sessionEnded.login')}</a>
      </Alert>
    </div>
  );
}

function SiteLinks(): ReactElement {
  const { i18n, viewer, csrfToken, path } = usePage();
  const links: AdminLink[] = [
    { href: paths.home, label: i18n.t('ui.nav.events') },
    { href: paths.orders, label: i18n.t('ui.nav.myOrders') },
  ];
  if (viewer && (viewer.isOrganizer || viewer.isSuperAdmin)) {
    links.push({ href: paths.admin, label: i18n.t('ui.nav.admin'), parts: ['/admin', '/scan'] });
  } else if (viewer?.isAtGate) links.push({ href: paths.scan, label: i18n.t('ui.nav.scan') });
  if (viewer) links.push({ href: paths.settings, label: i18n.t('ui.nav.settings') });
  if (!viewer) links.push({ href: paths.login, label: i18n.t('ui.nav.login') });
  const current = currentOf(path, links);
  return (
    <ul className="site-links">
      {links.map((link) => (
        <li key={link.href}>
          <NavLink href={link.href} label={link.label} current={link === current} />
        </li>
      ))}
      {viewer ? (
        <li>
          <form method="post" action={paths.logout}>
            <CsrfField token={csrfToken} />
            <button
              className="nav-link"
              type="submit"
              title={viewer.email ? i18n.t('ui.nav.loggedInAs', { email: viewer.email }) : undefined}
            >
              {i18n.t('ui.nav.logout')}
            </button>
          </form>
        </li>
      ) : null}
    </ul>
  );
}
