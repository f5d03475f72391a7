import { escaped } from '../../mail/escaped.ts'
import type { Letter } from '../../mail/mailer.ts'
import type { Send } from './notification-store.ts'

/** The same as a browser shows, with the way to where it was chosen. */
export function notificationLetter(
  { notification, username }: Pick<Send, 'notification' | 'username'>,
  email: string,
  publicAddress: string,
): Letter {
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
      `<p><strong>${escaped(title)}</strong></p>`,
      `<p>${escaped(body)}</p>`,
      `<p><a href="${escaped(publicAddress)}/">Open Fieldhouse</a></p>`,
      `<p>${escaped(why)} <a href="${escaped(endedAt)}">Choose others, or end them</a></p>`,
      '</body></html>',
    ].join('\n'),
    endedAt,
  }
}
