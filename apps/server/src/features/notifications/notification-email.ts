import { escapeHtml } from '../../mail/escape-html.ts'
import type { Email } from '../../mail/mailer.ts'
import type { Delivery } from './notification-store.ts'

/** The same as a browser shows, with the way to where it was chosen. */
export function createNotificationEmail(
  { notification, username }: Pick<Delivery, 'notification' | 'username'>,
  email: string,
  publicAddress: string,
): Email {
  const { title, body } = notification
  const why = `You chose these letters for the Fieldhouse account ${username}.`
  // The router of the page reads it.
  const endedAt = `${publicAddress}/?route=account`
  const how = 'To choose others, or to end them:'
  return {
    to: email,
    subject: title.replace(/\s+/g, ' '),
    text: [title, body, `${publicAddress}/`, `${why}\n${how} ${endedAt}`, ''].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p><strong>${escapeHtml(title)}</strong></p>`,
      `<p>${escapeHtml(body)}</p>`,
      `<p><a href="${escapeHtml(publicAddress)}/">Open Fieldhouse</a></p>`,
      `<p>${escapeHtml(why)} <a href="${escapeHtml(endedAt)}">Choose others, or end them</a></p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribeUrl: endedAt,
  }
}
