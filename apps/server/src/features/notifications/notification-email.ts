import type { NotificationKind } from '@fieldhouse/domain/notifications/notification'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { escapeHtml, withoutAutoLinks } from '../../mail/escape-html.ts'
import type { Email } from '../../mail/mailer.ts'
import { notificationPath } from './notification-path.ts'
import type { Delivery } from './notification-store.ts'
import { formatRecapEmail } from './recap-email.ts'

/** Subjects say what kind of message it is, never what somebody wrote. */
const SUBJECTS: Record<NotificationKind, string> = {
  pick: 'Your pick is missing',
  slip: 'The result of the slip',
  starter: 'Check your lineup',
  proposal: 'New proposal in your league',
  comment: 'New comment for you',
  mention: 'You were mentioned in your league',
  vote: 'A vote closes soon',
  like: 'Someone liked your post',
  recap: 'The recap of your league',
  record: 'New record in your league',
  trade: 'A trade in your league',
  waiver: 'Waiver claims in your league',
  job: "News about your league's data",
  request: 'Someone is waiting for your approval',
  report: 'Something was reported in your league',
  link: 'News about what opens your league',
  access: 'News about your place in a league',
}

/**
 * Creates an email with the text of a push notification and links to what it is about and to the notification settings. Names and
 * other text of users don't become links.
 * @param recap what a notification about a recap shows; null for others, and for recaps of 0.1.0
 */
export function createNotificationEmail(
  { notification, league, username }: Pick<Delivery, 'notification' | 'league' | 'username'>,
  email: string,
  publicUrl: string,
  recap: RecapDocument | null = null,
): Email {
  const [title, body] = [notification.title, notification.body].map(withoutAutoLinks) as [string, string]
  const reason = `You're getting this because emails are turned on for your Fieldhouse account ${withoutAutoLinks(username)}.`
  // The web app's router reads the `route` parameter.
  const settingsUrl = `${publicUrl}/?route=account`
  const url = `${publicUrl}${notificationPath(notification.target, league)}`
  return {
    to: email,
    subject: SUBJECTS[notification.kind],
    unsubscribeUrl: settingsUrl,
    ...(recap === null || league === null
      ? formatNotification()
      : formatRecapEmail(recap, league, { url, reason, settingsUrl })),
  }

  function formatNotification() {
    return {
      text: [title, body, url, `${reason}\nManage or unsubscribe: ${settingsUrl}`, ''].join('\n\n'),
      html: [
        '<!doctype html><html lang="en"><body>',
        `<p><strong>${escapeHtml(title)}</strong></p>`,
        `<p>${escapeHtml(body)}</p>`,
        `<p><a href="${escapeHtml(url)}">Open Fieldhouse</a></p>`,
        `<p>${escapeHtml(reason)} <a href="${escapeHtml(settingsUrl)}">Manage or unsubscribe</a></p>`,
        '</body></html>',
      ].join('\n'),
    }
  }
}
