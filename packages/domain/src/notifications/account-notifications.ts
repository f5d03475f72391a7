import { type AuditAction, type AuditDetail, describeAuditEntry } from '../league/audit-log.ts'
import { type LeagueRole, roleWithArticle } from '../league/roles.ts'
import { POST_NOTIFICATION_TTL_MS, truncate } from './activity-notifications.ts'
import type { Notification } from './notification.ts'

type Text = {
  /** Also the subject of an email, so it contains nothing that somebody wrote. */
  title: string
  body: (field: (name: string) => string, detail: AuditDetail, by: string) => string
}

const TEXTS = {
  'account.password': {
    title: 'Your password was changed',
    body: (_, detail) => `You were signed out everywhere else. ${describeTokens(detail)}`,
  },
  'account.password_reset': {
    title: 'Your password was changed with a reset link',
    body: (_, detail) => `You were signed out everywhere. ${describeTokens(detail)}`,
  },
  'account.update': {
    title: 'Your email address was changed',
    body: () => 'Emails go to the new address once it is verified.',
  },
  'account.link_identity': {
    title: 'An account to sign in with was linked',
    body: (field, { email }) =>
      `You can sign in with ${field('provider')}${email === null ? '' : ` (${field('email')})`} now.`,
  },
  'account.unlink_identity': {
    title: 'An account to sign in with was unlinked',
    body: (field) => `You can't sign in with ${field('provider')} any more.`,
  },
  'account.add_passkey': {
    title: 'A passkey was added',
    body: (field) => `You can sign in with the passkey ${field('name')} now.`,
  },
  'account.remove_passkey': {
    title: 'A passkey was removed',
    body: (field) => `You can't sign in with the passkey ${field('name')} any more.`,
  },
  'account.add_totp': {
    title: 'An authenticator app was added',
    body: () => 'Signing in with your password needs a code of that app now.',
  },
  'account.remove_totp': {
    title: 'Your authenticator app was removed',
    body: () => 'Its codes are no longer accepted.',
  },
  'account.recovery_codes': {
    title: 'New recovery codes were created',
    body: () => 'The old ones no longer work.',
  },
  'account.create_token': {
    title: 'An API token was created',
    body: (field) => `Scripts can use the API with the token ${field('name')} (${field('scopes')}).`,
  },
  'account.create_subscription': {
    title: 'An address for calendar apps or feed readers was created',
    body: (_, { kind }) =>
      kind === 'calendar'
        ? 'Anybody with the address can read your games and deadlines.'
        : 'Anybody with the address can read the recaps of your leagues.',
  },
  'admin.reset-password': {
    title: 'An admin set a new password for you',
    body: (_, detail, by) => `${by} did it. You were signed out everywhere. ${describeTokens(detail)}`,
  },
  'admin.reset-link': {
    title: 'An admin created a link to reset your password',
    body: (_, _detail, by) => `${by} did it. The link sets a new password once, within an hour.`,
  },
  'admin.remove-factors': {
    title: 'The second factors of your account were removed',
    body: (_, _detail, by) =>
      `${by} removed your passkeys and your authenticator app. You were signed out everywhere, and sign in with your password alone until you add one again.`,
  },
  'admin.set-staff': {
    title: 'Your rights on the site were changed',
    body: (_, { is_staff }, by) =>
      is_staff === true ? `${by} made you site staff.` : `${by} removed you from site staff.`,
  },
} as const satisfies Partial<Record<AuditAction, Text>>

export type AccountChangeAction = keyof typeof TEXTS

type AccountChange = {
  action: AccountChangeAction
  detail: AuditDetail
  /** The username of who did it; null for the command line. */
  by: string | null
  at: Date
}

export function isAccountChange(action: string): action is AccountChangeAction {
  return Object.hasOwn(TEXTS, action)
}

export function describeAccountChange({ action, detail, by }: AccountChange): {
  title: string
  body: string
} {
  const { title, body }: Text = TEXTS[action]
  return { title, body: body((name) => String(detail[name] ?? '?'), detail, by ?? 'A site admin') }
}

export function accountNotification(change: AccountChange): Notification {
  const { action, at } = change
  const { title, body } = describeAccountChange(change)
  return {
    kind: 'access',
    key: `${action} ${at.getTime()}`,
    title,
    // The inbox shows two lines.
    body: `${body} Unexpected? Change your password.`,
    target: { tab: 'account' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

function describeTokens({ keeps_tokens }: AuditDetail): string {
  const names = 'Your API tokens and your calendar and feed addresses'
  return keeps_tokens === true ? `${names} still work.` : `${names} no longer work.`
}

type WaitingRequest = {
  id: number
  person: string
  message: string
  /** Whether the person has picked a team through an invite link. */
  hasTeam: boolean
  at: Date
}

export function requestNotification(
  { id, person, message, hasTeam, at }: WaitingRequest,
  league: string,
): Notification {
  return {
    kind: 'request',
    key: `request ${id}`,
    title: hasTeam ? `${person} claims a team in ${league}` : `${person} wants to join ${league}`,
    body: message === '' ? 'Approve or reject it in Admin Tools.' : truncate(message),
    target: { tab: 'admin' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

/** About a request, or what the person got through an invite link. `id` identifies the request or the link. */
export type AccessDecision = { outcome: 'approved' | 'rejected' | 'undone'; id: number; at: Date }

/** Opens the league, which shows those who are not in it how to ask again. */
export function accessNotification({ outcome, id, at }: AccessDecision, league: string): Notification {
  return {
    kind: 'access',
    key: `${outcome} ${id}`,
    ...ACCESS_TEXTS[outcome](league),
    target: { tab: 'overview' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

const ACCESS_TEXTS: Readonly<
  Record<AccessDecision['outcome'], (league: string) => Pick<Notification, 'title' | 'body'>>
> = {
  approved: (league) => ({ title: `You're in ${league}`, body: 'Your request was approved.' }),
  rejected: (league) => ({
    title: `Your request to join ${league} was rejected`,
    body: 'You can send another request.',
  }),
  undone: (league) => ({
    title: `Your place in ${league} was taken back`,
    body: 'An admin undid what you picked through an invite link. You can ask for a team again.',
  }),
}

/** The actions of admins that open their league to others, or store a secret for it. */
export const OPENING_ACTIONS = [
  'league.create-invite',
  'league.create-public-link',
  'league.save-public-link',
  'league.save-webhook',
  'league.save-credentials',
  'cookies.allow_server',
] as const satisfies readonly AuditAction[]

export const MEMBERSHIP_ACTIONS = [
  'league.assign-user',
  'league.assign-team',
  'people.link',
] as const satisfies readonly AuditAction[]

type OpeningAction = (typeof OPENING_ACTIONS)[number]

export function isOpeningAction(action: string): action is OpeningAction {
  return (OPENING_ACTIONS as readonly string[]).includes(action)
}

type AdminEntry = { id: number; by: string; at: Date }

export function openingNotification(
  { id, action, detail, by, at }: AdminEntry & { action: OpeningAction; detail: AuditDetail },
  league: string,
): Notification {
  return {
    kind: 'link',
    key: `opening ${id}`,
    title: `${by} ${describeAuditEntry(action, detail)}`,
    body: `${league}: you can undo it in Admin Tools.`,
    target: { tab: 'admin' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}

export function membershipNotification(
  { id, role, isNew, by, at }: AdminEntry & { role: LeagueRole; isNew: boolean },
  league: string,
): Notification {
  return {
    kind: 'access',
    key: `membership ${id}`,
    title: `You're ${roleWithArticle(role)} in ${league}`,
    body: isNew
      ? `${by} added you. You can leave the league on your account page.`
      : `${by} changed your role.`,
    target: { tab: 'overview' },
    expiresAt: new Date(at.getTime() + POST_NOTIFICATION_TTL_MS),
  }
}
