import type { Translator } from '#src/platform/locale.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { AdminGroup } from '#src/ui/layout.tsx';

/** The left navigation of the management pages: an organizer's own, and below it the super admin's. */
export function adminNavigation(words: Translator, viewer: Viewer | null): AdminGroup[] {
  const groups: AdminGroup[] = [
    {
      links: [
        {
          href: '/admin/events',
          label: words.t('admin.nav.events'),
          parts: [
            '/admin/tickets',
            '/admin/articles',
            '/admin/cancellation-protection',
            '/admin/voucher-types',
            '/admin/vouchers',
          ],
        },
        {
          href: '/admin/orders',
          label: words.t('admin.nav.orders'),
          parts: ['/admin/refund-orders', '/admin/cancel-orders'],
        },
        { href: '/admin/participants', label: words.t('participantList.title') },
        { href: '/scan', label: words.t('admin.nav.scan') },
      ],
    },
  ];
  if (viewer?.isSuperAdmin) {
    groups.push({
      title: words.t('admin.nav.platform'),
      links: [
        { href: '/admin/organizers', label: words.t('admin.nav.organizers'), parts: ['/admin/organizer'] },
        { href: '/admin/statistics', label: words.t('statistics.title') },
        { href: '/admin/refunds', label: words.t('admin.nav.refunds') },
        { href: '/admin/users', label: words.t('admin.nav.users') },
        { href: '/admin/imports', label: words.t('imports.nav') },
        { href: '/admin/exports', label: words.t('exports.title') },
      ],
    });
  }
  return groups;
}
