import { describe, expect, it } from 'vitest';
import { OPENED } from '../../../../src/core/incident/lifecycle.ts';
import { followedStatus } from '../../../../src/core/incident/told-status.ts';
import type { IncidentStatus } from '../../../../src/core/incident/types.ts';

const open = (status: IncidentStatus) => ({ status, response: OPENED });
const resolved = { status: 'RESOLVED', response: { ...OPENED, state: 'RESOLVED' } } as const;

describe('the status that an incident takes from a correction', () => {
  it('is that of its last update, where it had its own from there', () => {
    expect(followedStatus(open('IDENTIFIED'), 'IDENTIFIED', 'MONITORING')).toBe('MONITORING');
    expect(followedStatus(open('MONITORING'), 'IDENTIFIED', 'INVESTIGATING')).toBeUndefined();
    expect(followedStatus(open('IDENTIFIED'), 'IDENTIFIED', 'IDENTIFIED')).toBeUndefined();
  });

  it('neither resolves nor reopens', () => {
    expect(followedStatus(open('IDENTIFIED'), 'IDENTIFIED', 'RESOLVED')).toBeUndefined();
    expect(followedStatus(resolved, 'RESOLVED', 'MONITORING')).toBeUndefined();
  });
});
