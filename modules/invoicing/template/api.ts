import { create as contentDisposition } from 'content-disposition';
import * as z from 'zod';
import { maxPictureBytes } from '#modules/events/rules/pictures.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { drawPaper } from '../papers/paper-file.ts';
import { loadTemplate, templateOf } from '../read-template.ts';
import { refuse } from '../rules/problems.ts';
import { changeTemplate } from './change-template.ts';
import { examplePaper } from './example.ts';
import { areaOf, choosePaperPicture, storePaperPicture, takePaperPicture } from './save-pictures.ts';
import { templateAnswer, templateChange, withPictureUrls } from './shapes.ts';

const path = '/api/admin/organizer-invoices/{organizerId}/invoice-pdf-template';
const at = { may: 'invoice.template', load: loadTemplate } as const;
const answer = z.object({ template: templateAnswer });

const answerNow = async ({ read }: Pick<Deps, 'read'>, organizerId: number) => ({
  template: withPictureUrls(organizerId, (await templateOf(read, organizerId)) ?? refuse('TEMPLATE_NOT_FOUND')),
});

export const templateApi = tagged('Organizers', [
  api(
    {
      method: 'get',
      path,
      ...at,
      refuses: ['TEMPLATE_NOT_FOUND'],
      summary: 'Returns the invoice template of an organizer, or the default template',
      answer,
    },
    async ({ record, params: { organizerId } }) => ({ template: withPictureUrls(organizerId, record.template) }),
  ),
  api(
    {
      method: 'patch',
      path,
      ...at,
      refuses: ['TEMPLATE_NOT_FOUND'],
      summary:
        'Changes the given fields for future invoices. The running number can only increase, and only before the first invoice is issued.',
      body: templateChange,
      answer,
    },
    async ({ deps, viewer, params: { organizerId }, body }) => {
      await deps.write((work) => changeTemplate(work, organizerId, body, viewer.userId));
      return answerNow(deps, organizerId);
    },
  ),
  api(
    {
      method: 'get',
      path: `${path}/example`,
      ...at,
      refuses: ['TEMPLATE_NOT_FOUND'],
      summary: 'Returns a sample invoice with the template (PDF)',
      mediaType: 'application/pdf',
    },
    async ({ deps, viewer, i18n, now, record: { organizer, template } }) => {
      const paper = examplePaper(organizer, template, now);
      const bytes = await drawPaper(deps, paper, now, { by: viewer.visitId, isExample: true });
      const name = i18n.t('invoicing.template.example.fileName', { organizerId: organizer.id });
      return new Response(bytes, {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': contentDisposition(name, { type: 'inline' }),
          'cache-control': 'no-store',
        },
      });
    },
  ),
  api(
    {
      method: 'post',
      path: `${path}/picture/{area}`,
      ...at,
      refuses: ['TEMPLATE_NOT_FOUND'],
      summary: 'Uploads the picture of an area (header, center, footer): png, jpeg or svg',
      upload: { maxBytes: maxPictureBytes },
      answer,
    },
    async ({ deps, viewer, params: { organizerId, area }, readFile }) => {
      const place = { organizerId, area: areaOf(area) };
      const picture = await takePaperPicture(deps, (await readFile()).bytes);
      await storePaperPicture(deps.files, picture, (stored) =>
        deps.write((work) => choosePaperPicture(work, place, stored, viewer.userId)),
      );
      return answerNow(deps, organizerId);
    },
  ),
  api(
    {
      method: 'delete',
      path: `${path}/picture/{area}`,
      ...at,
      refuses: ['TEMPLATE_NOT_FOUND'],
      summary: 'Removes the picture of an area',
      answer,
    },
    async ({ deps, viewer, params: { organizerId, area } }) => {
      const place = { organizerId, area: areaOf(area) };
      await deps.write((work) => choosePaperPicture(work, place, null, viewer.userId));
      return answerNow(deps, organizerId);
    },
  ),
]);
