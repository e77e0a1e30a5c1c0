import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { CsrfField } from '#src/ui/button.tsx';
import { useCached } from '#src/ui/cached.tsx';
import { ConsentBanner } from '#src/ui/consent-banner.tsx';
import { Alert, withMails } from '#src/ui/display.tsx';
import { EventSwitcher, type SwitcherProps } from '#src/ui/event-switcher.tsx';
import { FindBox, findPath } from '#src/ui/find-box.tsx';
import { ImpersonationBar } from '#src/ui/impersonation-bar.tsx';
import { useOpens, usePage, useTranslator } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { SiteFooter } from '#src/ui/site-footer.tsx';
import { SupportButton, SupportDialog } from '#src/ui/support.tsx';
import { Head, type HeadProps } from '#src/web/document.tsx';

type LayoutProps = HeadProps & {
  children: ReactNode;
  /** Lets the page bring its own width, for pictures and bands from edge to edge. */
  fullWidth?: boolean;
};

/** The whole document of a public page: header, main, footer. */
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

/** The banner is the last thing of the page and sticks to the lower edge; `data-asked` lets other bars there give way. */
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

/** `parts`: other addresses whose pages belong to this link. `count`: so much waits there; 0 is not shown. */
export type AdminLink = { href: string; label: string; parts?: readonly string[]; count?: number };
export type AdminGroup = { title?: string; links: readonly AdminLink[] };
type AdminLayoutProps = HeadProps & {
  children: ReactNode;
  /** The left navigation. The link of the current path is marked, by its own address or one of its `parts`. */
  groups: readonly AdminGroup[];
  /** The event that the page belongs to, and the way to others. */
  switcher: SwitcherProps;
  /** Under the heading, which is `heading` or else the title. */
  heading?: ReactNode;
  intro?: ReactNode;
  /** The one main action of the page. */
  action?: ReactNode;
};

/** What the menu button of a phone opens. */
const menuId = 'admin-menu';

/** The whole document of a management page: the search on top, left navigation, page header with one main action. */
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
  // What is marked is the same at all addresses of one link.
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

/** It is the same on the next page, but for the mark of the link. */
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
  return (
    <>
      <button className="admin-menu-close" type="button" popoverTarget={menuId} popoverTargetAction="hide">
        {i18n.t('ui.admin.closeMenu')}
      </button>
      <EventSwitcher {...switcher} />
      <nav className="admin-nav" aria-label={i18n.t('ui.admin.nav')}>
        {groups.map((group, index) => (
          <div key={index}>
            {group.title ? <p className="admin-nav-title">{group.title}</p> : null}
            <ul className="admin-links">
              {group.links.map((link) => (
                <li key={link.href}>
                  <NavLink {...link} current={link === current} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <nav className="admin-nav admin-site" aria-label={i18n.t('ui.nav.label')}>
        <p className="admin-nav-title">{i18n.t('ui.admin.account')}</p>
        <SiteLinks />
      </nav>
    </>
  );
}

/** Which event it is (on a phone, where the navigation is away), the search, and on a phone the one menu button. */
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
      <FindBox searched={searched} />
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

/** The longest link that the path begins with. */
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

/** The link to which a path belongs, by the longest address of any. */
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

/** The sign before the name: of a white label its own, where it has one. */
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

/** Told once: the answer that says so has taken the cookies of the session that is over. */
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
