import { escapeHtml } from '../../mail/escape-html.ts'
import type { Email } from '../../mail/mailer.ts'
import type { Delivery } from './notification-store.ts'

/** Creates an email with the text of a push notification and a link to the notification settings. */
export function createNotificationEmail(
  { notification, username }: Pick<Delivery, 'notification' | 'username'>,
  email: string,
  publicUrl: string,
): Email {
  const { title, body } = notification
  const reason = `You're getting this because emails are turned on for your Fieldhouse account ${username}.`
  // The web app's router reads the `route` parameter.
  const settingsUrl = `${publicUrl}/?route=account`
  return {
    to: email,
    subject: title.replace(/\s+/g, ' '),
    text: [title, body, `${publicUrl}/`, `${reason}\nManage or unsubscribe: ${settingsUrl}`, ''].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p><strong>${escapeHtml(title)}</strong></p>`,
      `<p>${escapeHtml(body)}</p>`,
      `<p><a href="${escapeHtml(publicUrl)}/">Open Fieldhouse</a></p>`,
      `<p>${escapeHtml(reason)} <a href="${escapeHtml(settingsUrl)}">Manage or unsubscribe</a></p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribeUrl: settingsUrl,
  }
}
