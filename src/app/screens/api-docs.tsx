import { modules, problems } from '#src/app/modules.ts';
import { usePage } from '#src/ui/page.tsx';
import { type PageRoute, page } from '#src/web/http.ts';
import { openApiDocument } from '#src/web/openapi/document.ts';
import packageJson from '../../../package.json' with { type: 'json' };

/** The OpenAPI document as a page without scripts. */
type Content = { content?: { 'application/json'?: { schema?: unknown } } };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; schema: { type?: string } }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Listed = Operation & { method: string; path: string };

function operations(): Listed[] {
  const calls = modules.flatMap((module) => module.routes).filter((route) => route.kind === 'api');
  const { paths } = openApiDocument(calls, problems, packageJson.version) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

const schemaOf = (content: Content | undefined): unknown => content?.content?.['application/json']?.schema;

function Schema({ title, schema }: { title: string; schema: unknown }) {
  if (schema === undefined) return null;
  return (
    <>
      <h4>{title}</h4>
      <pre className="code">{JSON.stringify(schema, null, 2)}</pre>
    </>
  );
}

function Call({ call }: { call: Listed }) {
  const { i18n } = usePage();
  const done = Object.keys(call.responses).find((status) => /^2\d\d$/.test(status)) ?? '204';
  return (
    <details className="api-call" id={call.operationId}>
      <summary>
        <code>
          {call.method} {call.path}
        </code>
        <span className="soft">{call.summary}</span>
      </summary>
      <div className="stack-s">
        <p>{call.description}</p>
        {call.parameters.length > 0 ? (
          <>
            <h4>{i18n.t('screens.apiDocs.parameters')}</h4>
            <ul>
              {call.parameters.map((parameter) => (
                <li key={`${parameter.in}.${parameter.name}`}>
                  <code>{parameter.name}</code> ({parameter.in}
                  {parameter.schema.type ? `, ${parameter.schema.type}` : ''})
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <Schema title={i18n.t('screens.apiDocs.request')} schema={schemaOf(call.requestBody)} />
        <Schema title={i18n.t('screens.apiDocs.answer', { status: done })} schema={schemaOf(call.responses[done])} />
      </div>
    </details>
  );
}

function ApiDocsPage({ calls }: { calls: readonly Listed[] }) {
  const { i18n } = usePage();
  const tags = [...new Set(calls.flatMap((call) => call.tags))];
  return (
    <div className="stack">
      <header className="stack-s">
        <h1>{i18n.t('screens.apiDocs.title')}</h1>
        <p className="lead">{i18n.t('screens.apiDocs.intro')}</p>
        <p>
          <a href="/api/openapi.json">{i18n.t('screens.apiDocs.document')}</a>
        </p>
      </header>
      {tags.map((tag) => (
        <section className="stack-s" key={tag}>
          <h2>{tag}</h2>
          {calls
            .filter((call) => call.tags.includes(tag))
            .map((call) => (
              <Call key={call.operationId} call={call} />
            ))}
        </section>
      ))}
    </div>
  );
}

export const apiDocs: PageRoute = page(
  { method: 'get', path: '/api/docs', may: 'site.read', shared: true },
  ({ i18n, render }) =>
    render(<ApiDocsPage calls={operations()} />, { title: i18n.t('screens.apiDocs.title'), noIndex: true }),
);
