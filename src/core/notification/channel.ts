/** The ways to reach a member, in the order in which a default plan tries them. */
export const CHANNELS = ['CHAT', 'EMAIL', 'SMS', 'PHONE_CALL', 'WEBHOOK'] as const;
export type Channel = (typeof CHANNELS)[number];
