import { reactRenderer } from '@hono/react-renderer';
import type { Hono } from 'hono';
import type { ReactElement, ReactNode } from 'react';
import type { AppContext, Env, PageHead } from '#src/platform/http.ts';
import { AdminLayout, BareLayout, Layout } from '#src/ui/layout.tsx';
import { PageContext } from '#src/ui/page.tsx';
import { adminNavigation } from './admin-navigation.ts';

declare module '@hono/react-renderer' {
  interface Props {
    /** Puts the page into its frame. */
    frame: (children: ReactNode) => ReactElement;
  }
}

/** The renderer is called as a plain function; everything with hooks begins inside the frame. */
export function mountRenderer(app: Hono<Env>): void {
  app.use(reactRenderer(({ children, frame }) => frame(children), { docType: true }));
}

export async function renderPage(
  context: AppContext,
  page: ReactElement,
  head: PageHead,
  status = 200,
): Promise<Response> {
  const { words, viewer, deps } = context.var;
  const url = new URL(context.req.url);
  const value = {
    words,
    assets: deps.assets,
    csrfToken: viewer?.csrfToken ?? null,
    path: url.pathname + url.search,
    origin: deps.config.publicUrl,
    viewer: viewer && {
      email: viewer.email,
      isSuperAdmin: viewer.isSuperAdmin,
      isOrganizer: viewer.organizerIds.length > 0 || viewer.isSuperAdmin,
      verified: viewer.level === 'verified',
      isImpersonated: viewer.impersonator !== null,
    },
    ...(head.whiteLabel ? { whiteLabel: { name: head.whiteLabel.name, accent: head.whiteLabel.accent ?? '' } } : {}),
  };
  context.status(status as 200);
  return context.render(page, {
    frame: (children) => <PageContext value={value}>{frame(context, head, children)}</PageContext>,
  });
}

function frame(context: AppContext, head: PageHead, children: ReactNode): ReactElement {
  const { frame: kind, fullWidth, admin, whiteLabel: _, ...tags } = head;
  if (kind === 'bare') return <BareLayout {...tags}>{children}</BareLayout>;
  if (kind !== 'admin') {
    return (
      <Layout {...tags} fullWidth={fullWidth ?? false}>
        {children}
      </Layout>
    );
  }
  return (
    <AdminLayout {...tags} {...admin} groups={adminNavigation(context.var.words, context.var.viewer)}>
      {children}
    </AdminLayout>
  );
}
