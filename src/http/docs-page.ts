import { escapeHtml, htmlPage } from './html.ts';
import { schemaText, type JsonSchema as Schema } from './schema-text.ts';

type Content = {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly description?: string;
};
type Operation = {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema?: Schema }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
};

/** The parts of an OpenAPI document that the page shows. */
export type ApiDocument = {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};

const STYLE = `
body{max-width:60rem}
details{border:1px solid #8884;border-radius:.4rem;margin:.4rem 0;padding:.4rem .7rem}
summary{cursor:pointer;overflow-wrap:anywhere}
summary small{opacity:.75;display:block}
pre{white-space:pre-wrap;background:#8881;padding:.6rem;border-radius:.4rem;margin:.3rem 0}
h2{font-size:1.15rem;margin:1.6rem 0 .4rem}h3{font-size:1rem;margin:.8rem 0 .2rem}
b.method{display:inline-block;min-width:4.8rem}
`;

/** The reference of an API as one page: its operations by tag, each with its parameters, body and answers. */
export function docsPage(api: ApiDocument): string {
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(api.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'Other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(method, path, operation)]);
    }
  }
  const sections = [...byTag].map(([tag, items]) => `<h2>${escapeHtml(tag)}</h2>\n${items.join('\n')}`);
  const models = Object.entries(api.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${typeHtml(schema)}</details>`,
  );
  const head = `<h1>${escapeHtml(api.info.title)} API</h1>
<p>${proseHtml(api.info.description ?? '')} The same as a document: <a href="openapi.json">openapi.json</a>.
Requests carry <code>Authorization: Bearer &lt;api key&gt;</code> unless marked as open.</p>`;
  return htmlPage(
    `${api.info.title} API`,
    [head, ...sections, '<h2>Models</h2>', ...models].join('\n'),
    STYLE,
  );
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const isOpen = operation.security?.length === 0;
  const parameters = (operation.parameters ?? []).map(
    (parameter) =>
      `<li><code>${escapeHtml(parameter.name)}</code> (${parameter.in}${parameter.required === true ? ', required' : ''}) ${proseHtml(briefly(parameter.schema))}</li>`,
  );
  const answers = Object.entries(operation.responses ?? {}).map(
    ([status, answer]) => `<h3>Answer ${escapeHtml(status.toUpperCase())}</h3>${contentHtml(answer)}`,
  );
  return `<details><summary><b class="method">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>${isOpen ? ' (open)' : ''}
<small>${proseHtml(operation.summary ?? '')}</small></summary>
${operation.description === undefined ? '' : `<p>${proseHtml(operation.description)}</p>`}
${parameters.length === 0 ? '' : `<h3>Parameters</h3><ul>${parameters.join('')}</ul>`}
${operation.requestBody === undefined ? '' : `<h3>Body</h3>${contentHtml(operation.requestBody)}`}
${answers.join('\n')}</details>`;
}

/** Plain sentences as HTML; what stands between backticks is code. */
function proseHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`\n]+)`/g, '<code>$1</code>');
}

function contentHtml(content: Content): string {
  const schemas = Object.entries(content.content ?? {});
  if (schemas.length === 0) return '<p>No body.</p>';
  return schemas.map(([, { schema }]) => (schema === undefined ? '' : schemaHtml(schema))).join('');
}

function schemaHtml(schema: Schema): string {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return typeHtml(schema);
  const name = reference.split('/').at(-1) ?? reference;
  return `<p><a href="#${escapeHtml(name)}"><code>${escapeHtml(name)}</code></a></p>`;
}

function typeHtml(schema: Schema): string {
  return `<pre>${escapeHtml(schemaText(schema))}</pre>`;
}

function briefly(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  const { description } = schema;
  return typeof description === 'string' ? `${schemaText(schema)}. ${description}` : schemaText(schema);
}
