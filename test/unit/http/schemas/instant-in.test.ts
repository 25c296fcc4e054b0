import { expect, test } from 'vitest';
import { InstantIn } from '../../../../src/http/schemas/common.ts';

test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59+14:00'])(
  '%s is an instant that the database can hold',
  (text) => {
    expect(InstantIn.safeParse(text)).toMatchObject({ success: true, data: Date.parse(text) });
  },
);

test.each(['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-00:01'])(
  '%s is none, also where only its offset makes it so',
  (text) => {
    expect(InstantIn.safeParse(text).success).toBe(false);
  },
);
