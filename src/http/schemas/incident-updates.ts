import { z } from 'zod';
import { INCIDENT_STATUSES, IMPACTS } from '../../core/incident/types.ts';
import { Id, InstantIn, Text } from './common.ts';
import { MAX_ELEMENTS, Ref } from './elements.ts';
import { TranslationsIn } from './translations.ts';

export const UpdateChange = z.object({
  message: Text.optional().meta({ description: 'What readers are told' }),
  status: z.enum(INCIDENT_STATUSES).optional().meta({
    description:
      'The status that it tells of. The incident follows its last update, but a correction neither resolves nor reopens: 409',
  }),
  started: InstantIn.optional().meta({ description: 'Since when it holds' }),
  notify: z.boolean().optional().meta({ description: 'Whether subscribers are told' }),
  components: z.array(Ref).max(MAX_ELEMENTS).optional().meta({
    description: 'All components that the incident affects from now on, each by its id or as answers show it',
  }),
  statuses: z
    .array(z.object({ id: Id, status: z.enum(IMPACTS).meta({ description: 'How the component is' }) }))
    .max(MAX_ELEMENTS)
    .optional()
    .meta({ description: 'What they are affected to; components that are new are added' }),
  translations: TranslationsIn,
});
