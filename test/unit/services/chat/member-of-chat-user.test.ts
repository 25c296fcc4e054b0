import { describe, expect, it } from 'vitest';
import { memberOfChatUser } from '../../../../src/services/chat/member-of-chat-user.ts';
import type { Context } from '../../../../src/services/context.ts';
import type { Member } from '../../../../src/services/ports/members.ts';
import { aMember } from '../../../support/chat-builders.ts';

function scene(members: Member[]) {
  const remembered: string[] = [];
  const read = {
    members: {
      findByChatUser: async (pageId: string, user: string) =>
        members.find((member) => member.pageId === pageId && member.chatUserId === user) ?? null,
      findByIdOrEmail: async (pageId: string, email: string) =>
        members.find((member) => member.pageId === pageId && member.email === email) ?? null,
      rememberChatUser: async (id: string, user: string) => void remembered.push(`${id} ${user}`),
    },
  };
  const asked: string[] = [];
  const find = (email: string | null, pageId = 'page_1') =>
    memberOfChatUser({ read } as unknown as Context, {
      pageId,
      chatUserId: 'U1',
      emailOf: async (user) => {
        asked.push(user);
        return email;
      },
    });
  return { find, remembered, asked };
}

describe('the member whom a chat user is', () => {
  it('is the one who is remembered, without asking chat', async () => {
    const ann = aMember({ chatUserId: 'U1' });
    const { find, asked } = scene([ann, aMember({ id: 'mbr_ben', email: 'ben@example.com' })]);
    expect(await find('ben@example.com')).toEqual(ann);
    expect(asked).toEqual([]);
  });

  it('is found by e-mail, in any case, and remembered', async () => {
    const { find, remembered } = scene([aMember()]);
    expect(await find('Ann@Example.com')).toEqual(aMember({ chatUserId: 'U1' }));
    expect(remembered).toEqual(['mbr_ann U1']);
  });

  it('is found by e-mail although another user was linked, who stays linked', async () => {
    const { find, remembered } = scene([aMember({ chatUserId: 'U0OTHER' })]);
    expect(await find('ann@example.com')).toMatchObject({ id: 'mbr_ann', chatUserId: 'U0OTHER' });
    expect(remembered).toEqual([]);
  });

  it.each([null, '', 'mbr_ann', 'eve@example.com'])('is nobody when chat answers %j', async (email) => {
    const { find, remembered } = scene([aMember()]);
    expect(await find(email)).toBeNull();
    expect(remembered).toEqual([]);
  });

  it('is nobody of another page', async () => {
    const { find } = scene([aMember({ chatUserId: 'U1' })]);
    expect(await find('ann@example.com', 'page_2')).toBeNull();
  });
});
