import { escapeHtml } from '../../mail/escape-html.ts'
import type { Email } from '../../mail/mailer.ts'

export type ResetCode = {
  uid: string
  token: string
  /** Opens the page with both filled in. */
  link: string
}

export function createResetCode(publicAddress: string, uid: string, token: string): ResetCode {
  return { uid, token, link: `${publicAddress}/?${new URLSearchParams({ uid, token }).toString()}` }
}

/**
 * The letter with a reset link. It names the account by its username alone: other names are free
 * text, and whoever registers with another's address could send them words of their own.
 */
export function createResetEmail(person: { username: string; email: string }, code: ResetCode): Email {
  const asked = `Somebody asked for a new password for the Fieldhouse account ${person.username}.`
  const how = 'To choose one, open this link within an hour:'
  const byHand = "Or choose 'I have a reset code' on the login screen and enter:"
  const otherwise = 'If that was not you, ignore this letter: the password stays as it is.'
  return {
    to: person.email,
    subject: 'Choose a new password for Fieldhouse',
    text: [
      `${asked}\n${how}`,
      code.link,
      `${byHand}\n\n  uid: ${code.uid}\n  token: ${code.token}`,
      otherwise,
      '',
    ].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p>${escapeHtml(asked)}</p>`,
      `<p>${escapeHtml(how)}</p>`,
      `<p><a href="${escapeHtml(code.link)}">Choose a new password</a></p>`,
      `<p>${escapeHtml(byHand)}</p>`,
      `<p>uid: <code>${escapeHtml(code.uid)}</code><br>token: <code>${escapeHtml(code.token)}</code></p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      '</body></html>',
    ].join('\n'),
  }
}
