import type {
  IncidentTemplate,
  TemplateComponent,
  TemplateStatus,
  TemplateType,
} from '../core/incident/template.ts';
import type { Translations } from '../core/translations.ts';
import type { TemplateRepository } from '../services/ports/templates.ts';
import type { Db } from './client.ts';
import type { IncidentTemplateModel } from './generated/models.ts';
import { fromDate, toDate } from './time.ts';

export function templateRepository(db: Db): TemplateRepository {
  const find = async (id: string): Promise<IncidentTemplate | null> => {
    const row = await db.incidentTemplate.findFirst({ where: { id, deletedAt: null } });
    return row === null ? null : toTemplate(row);
  };
  return {
    find,

    async lock(id) {
      await db.$queryRaw`select 1 from incident_template where id = ${id} for no key update`;
      return find(id);
    },

    async list(pageId, { offset, limit }) {
      const rows = await db.incidentTemplate.findMany({
        where: { pageId, deletedAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        skip: offset,
        take: limit,
      });
      return rows.map(toTemplate);
    },

    async insert(template) {
      const { id, pageId, createdAt } = template;
      await db.incidentTemplate.create({
        data: { id, pageId, createdAt: toDate(createdAt), ...changeable(template) },
      });
    },

    async update(template) {
      await db.incidentTemplate.update({ where: { id: template.id }, data: changeable(template) });
    },

    async remove(id, now) {
      const { count } = await db.incidentTemplate.updateMany({
        where: { id, deletedAt: null },
        data: { deletedAt: toDate(now) },
      });
      return count > 0;
    },
  };
}

function changeable(template: IncidentTemplate) {
  const { type, name, message, status, notify, components, translations } = template;
  const parts = components.map((part) => ({ ...part }));
  return { type, name, message, status, notify, components: parts, translations };
}

// The casts hold because only templates are ever written.
function toTemplate({ deletedAt: _deletedAt, ...row }: IncidentTemplateModel): IncidentTemplate {
  return {
    ...row,
    type: row.type as TemplateType,
    status: row.status as TemplateStatus,
    components: row.components as TemplateComponent[],
    translations: row.translations as Translations,
    createdAt: fromDate(row.createdAt),
  };
}
