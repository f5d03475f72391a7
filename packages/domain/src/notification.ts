/** What a person may want to be told, in the order in which it is shown. */
export const NOTIFICATION_KINDS = ['pick', 'starter', 'proposal', 'comment'] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
