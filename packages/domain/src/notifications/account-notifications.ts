import type { AuditAction, AuditDetail } from '../league/audit-log.ts'
import { POST_NOTIFICATION_TTL_MS } from './activity-notifications.ts'
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

export type AccountChange = {
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
