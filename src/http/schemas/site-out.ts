import type { Page } from '../../services/ports/pages.ts';

/** The page that an affected component is of, as it stands beside it. */
export function siteOut({ id, name, subdomain, settings }: Page) {
  const text = (field: string): string | null => {
    const value = settings[field];
    return typeof value === 'string' ? value : null;
  };
  return {
    id,
    name,
    subdomain,
    color: text('color'),
    logoUrl: text('logoUrl'),
    publicEmail: text('publicEmail'),
  };
}
